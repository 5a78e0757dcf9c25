/** Regular expressions are found and classified as `scripts/check-regexes.ts` needs it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRegexes } from '../scripts/regexes/find-regexes.ts';
import { alternativesOf, isPlain } from '../scripts/regexes/plain-regex.ts';

test('regular expressions are found as literals and as strings in the file', () => {
  const text = [
    'const a: RegExp = /x+/g;',
    'const B = String.raw`\\d+`;',
    "const C = '[' + B;",
    "const d = new RegExp(`^${C}]` + 'z', 'i');",
    'const e = (text: string) => new RegExp(text);',
  ].join('\n');
  assert.deepEqual(findRegexes('a.ts', text), [
    { source: 'x+', flags: 'g', line: 1 },
    { source: String.raw`^[\d+]z`, flags: 'i', line: 4 },
  ]);
});

test('patterns with two repetitions, or a repeated group, are analysed; the rest are plain', () => {
  const plain = ['a+b', '^[*+(]{2,}$', 'a{1,9}b{2}', String.raw`\(a\)*`, '(?:a|b)?c*'];
  const analysed = ['(a+)+$', '(?:a|a)*$', 'a*b*', '(?:a*){0,9}', 'a{2,}b+', '(?:ab){3}c'];
  assert.deepEqual(
    plain.filter((source) => !isPlain(source)),
    [],
  );
  assert.deepEqual(analysed.filter(isPlain), []);
  assert.deepEqual(alternativesOf(String.raw`a|(b|c)|[|]|\||d`), ['a', '(b|c)', '[|]', String.raw`\|`, 'd']);
});
