/** Names for the model, one per line. */

import { isPlainObject } from '../../base/schema.ts';
import { errorText } from '../../log/result-text.ts';
import type { Outcome } from '../../protocol/message.ts';
import { nameText } from './name-text.ts';

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
  const names = Array.isArray(matches) ? matches.map((name) => nameText(String(name))) : [];
  const notes = [
    ...(truncated === true ? [`[the ${names.length} newest; there are more]`] : []),
    ...(typeof hint === 'string' ? [hint] : []),
  ];
  return [...(names.length === 0 ? ['no files'] : names), ...notes].join('\n');
}

function entryRow({ name, is_dir: isFolder, size, link }: Record<string, unknown>): string {
  const shown = nameText(String(name));
  if (typeof link === 'string') return `${shown}  → ${link}`;
  return isFolder === true ? `${shown}/` : `${shown}  ${String(size)}`;
}
