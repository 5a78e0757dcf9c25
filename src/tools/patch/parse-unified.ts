/** Parses unified diffs: git's, with extended headers, and plain ones. */

import { unquote } from '../../base/text/c-quoting.ts';
import { type PatchName, readGitNames, readName, withoutPrefixes } from './file-name.ts';
import type { FilePatch, PatchProblem } from './file-patch.ts';
import { isHunkHeader, parseHunk, startsFile } from './parse-hunk.ts';

type Names = [PatchName, PatchName];

/** The information in the headers of one file. */
interface Headers {
  names: Names | undefined;
  move?: { operation: 'rename' | 'copy'; from: string; to: string };
  operation?: 'create' | 'delete';
  executable?: boolean;
  problem?: string;
}

export function parseUnified(lines: readonly string[]): FilePatch[] | PatchProblem {
  const files: FilePatch[] = [];
  let at = 0;
  while (at < lines.length) {
    if (isHunkHeader(lines[at] ?? '')) {
      return {
        problem: `the hunk at line ${at + 1} of the patch has no file: put \`--- a/path\` and \`+++ b/path\` before it`,
      };
    }
    if (!startsFile(lines, at) && !startsNames(lines, at)) {
      at++;
      continue;
    }
    const { headers, next } = readHeaders(lines, at);
    const file = toFile(headers, at + 1);
    if (file && 'problem' in file) return file;
    at = next;
    while (file && isHunkHeader(lines[at] ?? '')) {
      const { hunk, next: after } = parseHunk(lines, at);
      file.hunks.push(hunk);
      at = skipBlank(lines, after);
    }
    if (file) files.push(file);
  }
  return files;
}

function readHeaders(lines: readonly string[], start: number): { headers: Headers; next: number } {
  const first = lines[start] ?? '';
  const headers: Headers = { names: undefined };
  let at = start;
  if (first.startsWith('diff --git ')) headers.names = readGitNames(first.slice('diff --git '.length));
  if (!first.startsWith('--- ')) at++;
  for (; at < lines.length; at++) {
    const line = (lines[at] ?? '').replace(/\r$/, '');
    if (line.startsWith('diff --git ') || isHunkHeader(line)) break;
    if (startsNames(lines, at)) {
      const names: Names = [readName(line.slice(4)), readName((lines[at + 1] ?? '').slice(4))];
      if (isOther(names, headers)) break;
      headers.names = names;
      at += 2;
      break;
    }
    if (line === '' && at > start + 1 && !lines.slice(at, at + 3).some((_, offset) => startsNames(lines, at + offset)))
      break;
    readExtended(line, headers);
  }
  return { headers, next: at };
}

/** True for the names of another file, which follow headers that needed none: an empty file, a rename. */
function isOther(names: Names, { names: known, move }: Headers): boolean {
  if (!known && !move) return false;
  const said = [...(known ? withoutPrefixes(...known) : []), move?.from, move?.to];
  return !withoutPrefixes(...names).some((name) => name !== null && said.includes(name));
}

function readExtended(line: string, headers: Headers): void {
  const [, key = '', rest = ''] =
    /^(new file mode|deleted file mode|new mode|rename from|rename to|copy from|copy to) (.*)$/.exec(line) ?? [];
  if (/^(?:GIT binary patch|Binary files .* differ)/.test(line)) headers.problem = 'is a binary patch';
  if (key.endsWith('mode') && /^(?:120000|160000)/.test(rest)) headers.problem = 'is a link or a submodule';
  switch (key) {
    case 'new file mode':
      headers.operation = 'create';
      headers.executable = rest.endsWith('755');
      break;
    case 'deleted file mode':
      headers.operation = 'delete';
      break;
    case 'new mode':
      headers.executable = rest.endsWith('755');
      break;
    case 'rename from':
    case 'copy from':
      headers.move = { operation: key === 'rename from' ? 'rename' : 'copy', from: unquote(rest), to: '' };
      break;
    case 'rename to':
    case 'copy to':
      if (headers.move) headers.move = { ...headers.move, to: unquote(rest) };
      break;
  }
}

/** `undefined` if the headers name no file, as with a bare `Index:` line. */
function toFile(headers: Headers, patchLine: number): FilePatch | PatchProblem | undefined {
  const { names, move, executable, problem } = headers;
  const base = { hunks: [], ...(executable !== undefined && { executable }) };
  if (move && !problem) return { ...base, ...move };
  if (!names) return undefined;
  const [before, after] = withoutPrefixes(...names);
  const name = after ?? before;
  if (name === null) return { problem: `line ${patchLine} of the patch names /dev/null twice` };
  if (problem) return { problem: `${name} ${problem}, which cannot be applied` };
  if (before === null || headers.operation === 'create') return { ...base, operation: 'create', from: name, to: name };
  if (after === null || headers.operation === 'delete')
    return { ...base, operation: 'delete', from: before, to: before };
  return { ...base, operation: 'update', from: before, to: after };
}

/** True at a pair of name lines, even without hunks after them: an emptied or a renamed file. */
function startsNames(lines: readonly string[], at: number): boolean {
  return (lines[at] ?? '').startsWith('--- ') && (lines[at + 1] ?? '').startsWith('+++ ');
}

function skipBlank(lines: readonly string[], at: number): number {
  let next = at;
  while (next < lines.length && (lines[next] ?? '').trim() === '') next++;
  return isHunkHeader(lines[next] ?? '') ? next : at;
}
