/** File names as git quotes them in diffs and listings. */

const SHORT: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

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

/** The name in a line of a diff, given what follows `--- ` or `+++ `: without quotes, the prefix, and what is appended after a tab. */
export function nameInDiff(rest: string): string {
  const name = rest.startsWith('"') ? unquote(rest) : (rest.split('\t', 1)[0] ?? '');
  return name.replace(/^[ab]\//, '');
}
