/** Names as the model reads them: one a line. */

import { isPlainObject } from '../../base/schema.ts';
import { errorText } from '../../log/result-text.ts';
import type { Outcome } from '../../protocol/message.ts';

export function listText(_args: unknown, outcome: Outcome): string {
  if (outcome.status !== 'ok') return errorText(outcome);
  const { entries, truncated, total } = outcome.result;
  const rows = (Array.isArray(entries) ? entries : []).filter(isPlainObject).map(entryRow);
  const more = typeof total === 'number' ? `${rows.length} of ${total} entries` : `first ${rows.length} entries`;
  return [...(rows.length === 0 ? ['(empty folder)'] : rows), ...(truncated === true ? [`[${more}]`] : [])].join('\n');
}

export function globText(_args: unknown, outcome: Outcome): string {
  if (outcome.status !== 'ok') return errorText(outcome);
  const { matches, truncated, hint } = outcome.result;
  const names = Array.isArray(matches) ? matches.map(String) : [];
  const notes = [
    ...(truncated === true ? [`[the ${names.length} newest; there are more]`] : []),
    ...(typeof hint === 'string' ? [hint] : []),
  ];
  return [...(names.length === 0 ? ['no files'] : names), ...notes].join('\n');
}

function entryRow({ name, is_dir: isFolder, size, link }: Record<string, unknown>): string {
  if (typeof link === 'string') return `${String(name)}  → ${link}`;
  return isFolder === true ? `${String(name)}/` : `${String(name)}  ${String(size)}`;
}
