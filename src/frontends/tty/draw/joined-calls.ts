/** Adjacent calls that only read, in one row: `· read 5 files, 2 searches`. */

import { visibleLine } from '../../../base/text/visible.ts';
import type { CallKind } from '../../../protocol/view.ts';
import { type Line, span, wrapSaid } from '../screen/spans.ts';
import type { Drawing } from './draw-block.ts';

export interface JoinedCall {
  readonly kind: CallKind;
  readonly name: string;
  /** Includes what the call found. */
  readonly title: string;
}

export function joinedRows(
  calls: readonly JoinedCall[],
  { style, theme, messages, width }: Drawing & { width: number },
): Line[] {
  const mark = span(style.marks.call, theme.secondary);
  const rest = [span(' '.repeat(style.marks.call.length))];
  const [only, ...others] = calls;
  if (!only) return [];
  const said: Line =
    others.length === 0
      ? [span(only.name, theme.tool), span(` ${visibleLine(only.title)}`, theme.secondary)]
      : [span(messages.looked(count(calls, 'read'), count(calls, 'search'), count(calls, 'list')), theme.secondary)];
  return wrapSaid(said, width, { first: [mark], rest });
}

function count(calls: readonly JoinedCall[], wanted: CallKind): number {
  return calls.filter(({ kind }) => kind === wanted).length;
}
