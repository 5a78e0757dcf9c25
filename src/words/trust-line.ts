/** Describes one item that a project brings along in one line: its kind, its size, and whether it is used. */

import { formatBytes } from '../base/text/format-number.ts';
import { visible } from '../base/text/visible.ts';
import type { JudgedItem } from '../protocol/trust.ts';
import type { TrustWords } from './en/trust.ts';

export function trustLine({ item, state, as }: JudgedItem, say: TrustWords): string {
  const size = formatBytes(item.parts.reduce((sum, part) => sum + part.size, 0));
  const is = item.problem ? say.problems[item.problem] : say.states[state];
  const where = as === undefined ? '' : ` (${say.as(visible(as))})`;
  return `${visible(item.name)}  ${say.kinds[item.kind]}, ${size}: ${is}${where}`;
}
