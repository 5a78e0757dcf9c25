/** Names for the model, one per line. */

import { isPlainObject } from '../../base/schema.ts';
import { errorText } from '../../log/result-text.ts';
import type { Outcome } from '../../protocol/message.ts';
import { lossyNote, nameText } from './name-text.ts';

export function listText(_args: unknown, outcome: Outcome): string {
  if (outcome.status !== 'ok') return errorText(outcome);
  const { entries, truncated, total, not_utf8: lossy, warning } = outcome.result;
  const rows = (Array.isArray(entries) ? entries : []).filter(isPlainObject).map(entryRow);
  const more = typeof total === 'number' ? `${rows.length} of ${total} entries` : `first ${rows.length} entries`;
  const notes = [...(truncated === true ? [more] : []), ...notesOf(lossy, warning)];
  const shown = rows.length === 0 && !Array.isArray(lossy) ? ['(empty folder)'] : rows;
  return [...shown, ...notes.map((note) => `[${note}]`)].join('\n');
}

export function globText(_args: unknown, outcome: Outcome): string {
  if (outcome.status !== 'ok') return errorText(outcome);
  const { matches, truncated, hint, not_utf8: lossy, warning } = outcome.result;
  const names = Array.isArray(matches) ? matches.map((name) => nameText(String(name))) : [];
  const notes = [
    ...(truncated === true ? [`[the ${names.length} newest; there are more]`] : []),
    ...notesOf(lossy, warning).map((note) => `[${note}]`),
    ...(typeof hint === 'string' ? [hint] : []),
  ];
  return [...(names.length === 0 && !Array.isArray(lossy) ? ['no files'] : names), ...notes].join('\n');
}

function notesOf(lossy: unknown, warning: unknown): string[] {
  return [...(Array.isArray(lossy) ? [lossyNote(lossy)] : []), ...(typeof warning === 'string' ? [warning] : [])];
}

function entryRow({ name, is_dir: isFolder, size, link }: Record<string, unknown>): string {
  const shown = nameText(String(name));
  if (typeof link === 'string') return `${shown}  → ${link}`;
  return isFolder === true ? `${shown}/` : `${shown}  ${String(size)}`;
}
