/** Changed files for the model, one row each. It wrote the change itself, so only text that was matched inexactly is shown. */

import { isPlainObject } from '../../base/schema.ts';
import { errorText } from '../../log/result-text.ts';
import type { Outcome } from '../../protocol/message.ts';
import { changedLines } from './changed-lines.ts';

type Fields = Record<string, unknown>;

export function editText(args: unknown, outcome: Outcome): string {
  if (outcome.status !== 'ok') return changeError(outcome);
  const { path, replacements, match, diff, note, operation } = outcome.result;
  if (operation === 'created') return writeText(args, outcome);
  const places = `${String(replacements)} ${replacements === 1 ? 'place' : 'places'}`;
  const row = `edited ${String(path)}: ${places}, now ${linesOf(diff)} ${sizeOf(outcome.result)}`;
  const noted = typeof note === 'string' ? `${row}; ${note}` : row;
  if (typeof outcome.result.changed_by_user === 'string') return `${noted}${changedText(outcome.result)}`;
  if (match === 'exact') return noted;
  return `${noted}; matched but for ${String(match)}, written as the file has it:\n${bare(diff)}`;
}

export function writeText(_args: unknown, outcome: Outcome): string {
  if (outcome.status !== 'ok') return changeError(outcome);
  const { path, operation, additions } = outcome.result;
  const changed = changedText(outcome.result);
  if (operation === 'created') return `created ${String(path)} (${count(additions, 'line')})${changed}`;
  if (operation === 'unchanged') return `${String(path)} has this content already${changed}`;
  return `wrote ${String(path)} ${sizeOf(outcome.result)}${changed}`;
}

export function patchText(_args: unknown, outcome: Outcome): string {
  if (outcome.status !== 'ok') return changeError(outcome);
  const { files, dry_run: isDry } = outcome.result;
  const rows = (Array.isArray(files) ? files : []).filter(isPlainObject).map(patchedRow);
  return [...(isDry === true ? ['would apply, nothing is written:'] : []), ...rows].join('\n');
}

function patchedRow(file: Fields): string {
  const { path, operation, from, match, diff, note } = file;
  const name = typeof from === 'string' ? `${from} → ${String(path)}` : String(path);
  const verb = operation === 'updated' ? 'patched' : String(operation);
  if (operation === 'deleted') return `deleted ${name}`;
  const where = operation === 'created' || diff === '' ? '' : ` (${linesOf(diff)})`;
  const noted = typeof note === 'string' ? `; ${note}` : '';
  const row = `${verb} ${name} ${sizeOf(file).slice(1, -1)}${where}${noted}`;
  if (typeof file.changed_by_user === 'string') return `${row}${changedText(file)}`;
  if (typeof match !== 'string' || match === 'exact') return row;
  return `${row}; matched but for ${match}, written as the file has it:\n${bare(diff)}`;
}

/** The person changed the text before approving, so the model must be shown what was written. */
export function changedText({ changed_by_user: diff }: Fields): string {
  return typeof diff === 'string'
    ? `; the user changed your text in their editor, and it was written so:\n${bare(diff)}`
    : '';
}

/** Includes the closest text, because the model copies its next attempt from it. */
function changeError(outcome: Exclude<Outcome, { status: 'ok' }>): string {
  const closest = outcome.result?.closest;
  if (!isPlainObject(closest) || typeof closest.text !== 'string') return errorText(outcome);
  return `${errorText(outcome)}\nThe file has there:\n${closest.text}`;
}

function linesOf(diff: unknown): string {
  const lines = changedLines(String(diff));
  return /[-,]/.test(lines) ? `lines ${lines}` : `line ${lines}`;
}

function sizeOf({ additions, deletions }: Fields): string {
  return `(+${String(additions)} -${String(deletions)})`;
}

function count(value: unknown, noun: string): string {
  return `${String(value)} ${value === 1 ? noun : `${noun}s`}`;
}

/** Only the changed lines of a diff, without headers and context. */
function bare(diff: unknown): string {
  const rows = String(diff).split('\n');
  return rows.filter((row) => /^[-+]/.test(row) && !/^(?:---|\+\+\+) /.test(row)).join('\n');
}
