import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesStars } from '../../../src/base/text/matches-stars.ts';

test('a star stands for any text, also for none', () => {
  for (const [pattern, text, matches] of [
    ['', '', true],
    ['*', '', true],
    ['a', 'a', true],
    ['a', 'ab', false],
    ['a*', 'a', true],
    ['*a', 'ba', true],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['a*b*c', 'a-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['a**c', 'abc', true],
    ['*ab*ab', 'ab', false],
    ['a.*', 'ab', false],
  ] as const)
    assert.equal(matchesStars(pattern, text), matches, `${pattern} ${text}`);
  assert.equal(matchesStars('a*'.repeat(1000), `${'a'.repeat(100_000)}b`), true);
});
