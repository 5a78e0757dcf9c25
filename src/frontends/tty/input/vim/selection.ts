/** The text inside vim's visual selection. */

import { nextBoundary } from '../../../../base/text/graphemes.ts';
import { lineEnd, lineStart } from '../buffer.ts';
import type { EditorState } from '../editor-state.ts';
import { END_OF_LINE } from './end-of-line.ts';

export interface Span {
  start: number;
  end: number;
}

/** Includes the character under the cursor. */
export function selectionOf({ text, cursor, vim, goal }: EditorState): Span | undefined {
  if (vim === undefined || (vim.mode !== 'visual' && vim.mode !== 'visual-line')) return undefined;
  const low = Math.min(vim.anchor, cursor);
  const high = Math.max(vim.anchor, cursor);
  if (vim.mode === 'visual-line') return { start: lineStart(text, low), end: lineEnd(text, high) };
  const end = nextBoundary(text, high);
  // `v$` includes the line break.
  const hasBreak = goal === END_OF_LINE && cursor === high && text[end] === '\n';
  return { start: low, end: hasBreak ? end + 1 : end };
}
