/** Reads the fields of tool results without trusting them: a missing field or one of the wrong type counts as empty. */

import { isPlainObject } from '../base/schema.ts';
import { exitCodeOf, type Outcome } from '../protocol/message.ts';

type Fields = Record<string, unknown>;

export type CommandEnd = ReturnType<typeof commandEnd>;

export function textField(fields: Fields = {}, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

export function numberField(fields: Fields = {}, name: string): number | undefined {
  const value = fields[name];
  return typeof value === 'number' ? value : undefined;
}

/** The objects of a list; a plain text in it becomes `{ name }`. */
function rows({ result = {} }: Outcome, field: string): Fields[] {
  const list = result[field];
  if (!Array.isArray(list)) return [];
  return list.flatMap((row: unknown) => (typeof row === 'string' ? [{ name: row }] : isPlainObject(row) ? [row] : []));
}

/** Folders of coder and git, which are not the person's. */
const OWN = new Set(['.coder', '.git']);

/** Folders first; their names end with a slash. */
export function folderEntries(outcome: Outcome): string[] {
  const entries = rows(outcome, 'entries').filter(({ name }) => typeof name === 'string' && !OWN.has(name));
  const names = entries.map((entry) => `${textField(entry, 'name')}${entry.is_dir === true ? '/' : ''}`);
  return [...names.filter((name) => name.endsWith('/')), ...names.filter((name) => !name.endsWith('/'))];
}

export function filesFound(outcome: Outcome): string[] {
  return rows(outcome, 'matches').flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
}

export function matchesFound(outcome: Outcome): { file: string; line: number; text: string }[] {
  return rows(outcome, 'matches')
    .map((row) => ({ file: textField(row, 'file'), line: numberField(row, 'line') ?? 0, text: textField(row, 'text') }))
    .filter(({ file }) => file !== '');
}

/** `+` if the tool left some out. */
export function moreMark({ result }: Outcome): string {
  return result?.truncated === true ? '+' : '';
}

export function commandEnd({ result }: Outcome) {
  const printed = [textField(result, 'stdout'), textField(result, 'stderr')].filter((text) => text.trim() !== '');
  return {
    /** `null` if the command was ended by a signal or timed out. */
    exitCode: exitCodeOf({ result }) ?? null,
    output: printed.join('\n'),
    seconds: ((numberField(result, 'duration_ms') ?? 0) / 1000).toFixed(1),
  };
}
