/** The fields of tool results, read without trust: what is missing or of another kind counts as empty. */

import { isPlainObject } from '../base/schema.ts';
import type { Outcome } from '../protocol/message.ts';

export interface FileText {
  content: string;
  first: number;
  last: number;
  /** Lines of the whole file, where known. */
  total?: number;
  more: boolean;
}

export interface FolderEntry {
  name: string;
  isFolder: boolean;
  size: number;
}

export interface Match {
  file: string;
  line: number;
  text: string;
}

export interface CommandResult {
  exitCode: number | null;
  stdout: string;
  stderr: string;
  durationMs: number;
  timedOut: boolean;
  truncated: boolean;
  savedPath?: string;
}

export function fileText(outcome: Outcome): FileText {
  const result = outcome.result ?? {};
  const content = textField(result, 'content');
  const lines = content === '' ? 0 : content.replace(/\n$/, '').split('\n').length;
  const first = numberField(result, 'start_line') ?? 1;
  const total = numberField(result, 'total_lines');
  return {
    content,
    first,
    last: numberField(result, 'end_line') ?? first + lines - 1,
    more: result.has_more === true,
    ...(total !== undefined && { total }),
  };
}

/** What coder and git keep there is not the person's. */
const OWN = new Set(['.coder', '.git']);

export function folderEntries(outcome: Outcome): FolderEntry[] {
  return listField(outcome.result ?? {}, 'entries').flatMap((entry) =>
    isPlainObject(entry) && typeof entry.name === 'string' && !OWN.has(entry.name)
      ? [{ name: entry.name, isFolder: entry.is_dir === true, size: numberField(entry, 'size') ?? 0 }]
      : [],
  );
}

export function filesFound(outcome: Outcome): string[] {
  return listField(outcome.result ?? {}, 'matches').flatMap((match) => (typeof match === 'string' ? [match] : []));
}

export function matchesFound(outcome: Outcome): Match[] {
  return listField(outcome.result ?? {}, 'matches').flatMap((match) =>
    isPlainObject(match) && typeof match.file === 'string'
      ? [{ file: match.file, line: numberField(match, 'line') ?? 0, text: textField(match, 'text') }]
      : [],
  );
}

export function commandResult(outcome: Outcome): CommandResult {
  const result = outcome.result ?? {};
  const savedPath = textField(result, 'saved_path');
  return {
    exitCode: numberField(result, 'exit_code') ?? null,
    stdout: textField(result, 'stdout'),
    stderr: textField(result, 'stderr'),
    durationMs: numberField(result, 'duration_ms') ?? 0,
    timedOut: result.timed_out === true,
    truncated: result.truncated === true,
    ...(savedPath !== '' && { savedPath }),
  };
}

export function wasCut(outcome: Outcome): boolean {
  return outcome.result?.truncated === true;
}

export function textField(result: Record<string, unknown>, name: string): string {
  const value = result[name];
  return typeof value === 'string' ? value : '';
}

export function numberField(result: Record<string, unknown>, name: string): number | undefined {
  const value = result[name];
  return typeof value === 'number' ? value : undefined;
}

export function listField(result: Record<string, unknown>, name: string): unknown[] {
  const value = result[name];
  return Array.isArray(value) ? value : [];
}
