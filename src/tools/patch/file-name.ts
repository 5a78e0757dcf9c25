/** Reads file names as patches write them: quoted, dated, and prefixed with `a/` and `b/`. */

import { unquote } from '../../base/text/c-quoting.ts';

/** `null` for `/dev/null`. */
export type PatchName = string | null;

/** Reads the text after `--- ` or `+++ `. */
export function readName(rest: string): PatchName {
  const name = rest.startsWith('"') ? unquote(rest) : (rest.replace(/\r$/, '').split('\t')[0] ?? '').trimEnd();
  return name === '/dev/null' ? null : name;
}

/** Both names of `diff --git a/x b/x`, if they can be told apart. */
export function readGitNames(rest: string): [string, string] | undefined {
  const line = rest.replace(/\r$/, '');
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(line);
  if (quoted) return [unquote(quoted[1] ?? ''), unquote(quoted[2] ?? '')];
  const middle = (line.length - 1) / 2;
  const [before, after] = [line.slice(0, middle), line.slice(middle + 1)];
  const isSame = line[middle] === ' ' && (before === after || before.slice(2) === after.slice(2));
  return isSame ? [before, after] : undefined;
}

/** Strips `a/` and `b/` (or the letters git uses for index, commit and work tree) where they are prefixes. */
export function withoutPrefixes(before: PatchName, after: PatchName): [PatchName, PatchName] {
  if (before === null) return [null, after?.startsWith('b/') ? after.slice(2) : after];
  if (after === null) return [before.startsWith('a/') ? before.slice(2) : before, null];
  const isPrefixed = /^[abciow]\//.test(before) && /^[abciow]\//.test(after) && before[0] !== after[0];
  if (isPrefixed) return [before.slice(2), after.slice(2)];
  if (before === `a/${after}`) return [after, after];
  if (after === `b/${before}`) return [before, before];
  return [before, after];
}
