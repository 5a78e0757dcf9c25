import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyDepth, compileGlob, compileLooseName } from '../../../src/base/text/glob.ts';
import { cpuTime } from '../../fixtures/cpu-time.ts';

const cases: [pattern: string, yes: string[], no: string[]][] = [
  ['*.ts', ['a.ts', '.ts'], ['a.js', 'x/a.ts', 'a.tsx']],
  ['**/*.ts', ['a.ts', 'x/a.ts', 'x/y/a.ts'], ['a.ts/b']],
  ['src/**', ['src/a', 'src/x/y'], ['src', 'lib/src/a']],
  ['src/', ['src/a', 'src/x/y'], ['src']],
  ['src/**/test/*.ts', ['src/test/a.ts', 'src/a/b/test/c.ts'], ['src/test/x/a.ts']],
  ['a?c', ['abc'], ['ac', 'a/c']],
  ['[a-c]x', ['ax', 'cx'], ['dx', 'x']],
  ['[!a-c]x', ['dx'], ['ax']],
  ['[]x]', [']', 'x'], ['[']],
  ['[abc', ['[abc'], ['a']],
  ['*.{ts,tsx}', ['a.ts', 'a.tsx'], ['a.js']],
  ['{src,test}/**/*.{a,b}', ['src/x.a', 'test/y/z.b'], ['lib/x.a']],
  ['{a,{b,c}}d', ['ad', 'bd', 'cd'], ['d']],
  ['{unclosed', ['{unclosed'], ['unclosed']],
  ['a\\*b', ['a*b'], ['axb']],
  ['./a/*.md', ['a/x.md'], ['x.md']],
  ['*', ['.hidden', 'a'], ['a/b']],
  ['**', ['a', 'a/b'], []],
  ['a?', ['a😀', 'aé'], ['a😀b']],
  ['[😀-😂]', ['😁'], ['😀😀']],
  ['[[:alpha:][:digit:]_]x', ['ax', '1x', '_x'], ['-x', ':x']],
  ['a\\{b\\}', ['a{b}'], ['ab']],
  ['[\\]a]', [']', 'a'], ['\\']],
  ['*a*b*c', ['abc', 'xaybzc'], ['acb']],
];

for (const [pattern, yes, no] of cases) {
  test(`TOOL glob ${pattern}`, () => {
    const matches = compileGlob(pattern);
    assert.deepEqual([yes.filter((path) => !matches(path)), no.filter((path) => matches(path))], [[], []]);
  });
}

test('TOOL a bare name matches at any depth', () => {
  assert.deepEqual([anyDepth('*.ts'), anyDepth('src/*.ts')], ['**/*.ts', 'src/*.ts']);
});

test('a loose name matches whatever a shell could make of the pattern', () => {
  const cases: [pattern: string, yes: string[], no: string[]][] = [
    ['r[mn]', ['rm', 'rx'], ['r', 'rmm']],
    ['re?oot', ['reboot'], ['reoot']],
    ['[ab*', ['xab', 'xabc'], ['ab']],
    ['*.[ch]', ['a.c', 'a.h'], ['a.json']],
    ['{a,b}', ['{a,b}'], ['a']],
  ];
  for (const [pattern, yes, no] of cases) {
    const matches = compileLooseName(pattern);
    assert.deepEqual([yes.filter((name) => !matches(name)), no.filter(matches)], [[], []], pattern);
  }
});

test('F5 patterns that would make a regular expression explode take hardly any time', () => {
  const started = cpuTime();
  compileGlob(`${'*a'.repeat(200)}b`)('a'.repeat(2000));
  compileLooseName(`${'*a'.repeat(200)}b`)('a'.repeat(2000));
  compileGlob(`${'**/'.repeat(200)}b`)('a/'.repeat(500));
  compileGlob('{a,b}'.repeat(40))('a'.repeat(40));
  assert.ok(cpuTime() - started < 500);
});
