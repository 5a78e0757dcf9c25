/** Patterns compare words, not text. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coversPattern, isExactPattern, matchesPattern, patternOf } from '../../src/policy/command-pattern.ts';
import { analyseShell } from '../../src/policy/shell/judge/analyse.ts';
import { context } from './fixture.ts';

const cases: [pattern: string, line: string, matches: boolean][] = [
  ['npm test', 'npm test', true],
  ['npm test', 'npm test x', false],
  ['npm test *', 'npm test', true],
  ['npm test *', 'npm test a b', true],
  ['npm *', 'npmx test', false],
  ['npm test*', 'npm test:unit a', true],
  ['NPM test', 'npm test', true],
  ['npm TEST', 'npm test', false],
  ['*', 'anything at all', true],
  ['git push origin *', 'git push upstream x', false],
  ['git *main', 'git checkout-main', true],
  ["echo 'a b'", 'echo "a b"', true],
  ["echo 'a b'", 'echo a b', false],
  ["echo '*'", 'echo "*"', true],
  ["echo '*'", 'echo x', false],
  ['eslint *.ts --fix', 'eslint src/a.ts --fix', true],
  ['eslint *.ts --fix', 'eslint src/a.js --fix', false],
  ['./run.sh *', './run.sh x', true],
  ['run.sh *', './run.sh x', false],
  ['make *', '/usr/bin/make x', true],
  ['make *', '/tmp/make x', false],
  ['make *', 'm"ak"e x', true],
];

for (const [pattern, line, matches] of cases) {
  test(`POL-2 ${pattern} ${matches ? 'covers' : 'does not cover'} ${line}`, () => {
    const [command] = analyseShell(line, context).commands;
    assert.ok(command);
    assert.equal(matchesPattern(pattern, command), matches);
  });
}

test('a pattern built from words matches exactly these words', () => {
  assert.equal(patternOf(['git', 'commit', '-m', 'a * b']), "git commit -m 'a * b'");
  assert.equal(patternOf(['echo', "it's"]), undefined);
  assert.equal(isExactPattern("echo '*'"), true);
  assert.equal(isExactPattern('echo *'), false);
});

test('APR-7 a pattern covers another if it matches every command that the other matches', () => {
  const rows: [wide: string, narrow: string, covers: boolean][] = [
    ['touch *', 'touch made-*', true],
    ['touch *', 'touch made-1', true],
    ['touch *', 'touch', true],
    ['touch *', 'touch *', true],
    ['touch made-1', 'touch made-*', false],
    ['touch made-*', 'touch made-1', true],
    ['touch made-*', 'touch *', false],
    ['git push origin *', 'git push *', false],
    ['git push *', 'git push origin *', true],
    ['git push', 'git push *', false],
    ['git *', '*', false],
    ['git *', 'gi* x', false],
    ["echo '*'", 'echo *', false],
    ['bash *', 'rm *', false],
  ];
  for (const [wide, narrow, covers] of rows) assert.equal(coversPattern(wide, narrow), covers, `${wide} ⊇ ${narrow}`);
});
