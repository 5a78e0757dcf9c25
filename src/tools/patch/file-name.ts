/** Reads file names as patches write them: quoted, dated, and prefixed with `a/` and `b/`. */

/** `null` for `/dev/null`. */
export type PatchName = string | null;

const SHORT: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

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

/** Undoes C-style quoting: git escapes every byte that is not printable ASCII. */
export function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  const end = /^"(?:[^"\\]|\\.)*"/.exec(text)?.[0].length ?? text.length + 1;
  const bytes: Buffer[] = [];
  for (const [, octal, letter, plain] of text.slice(1, end - 1).matchAll(/\\([0-7]{1,3})|\\(.)|([^\\]+)/gs)) {
    if (octal !== undefined) bytes.push(Buffer.of(Number.parseInt(octal, 8) & 255));
    else if (letter !== undefined)
      bytes.push(SHORT[letter] === undefined ? Buffer.from(letter) : Buffer.of(SHORT[letter]));
    else bytes.push(Buffer.from(plain ?? ''));
  }
  return Buffer.concat(bytes).toString('utf8');
}
