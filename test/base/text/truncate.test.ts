import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutShort, truncate } from '../../../src/base/text/truncate.ts';

test('F3 a long text is cut and states how much is missing', () => {
  assert.equal(truncate('abc', 3), 'abc');
  assert.equal(truncate('abcdef', 3), 'abc… [3 more characters]');
});

test('F3 a surrogate pair is never split', () => {
  assert.equal(truncate('a😀b', 2), 'a… [3 more characters]');
  assert.equal(truncate('a😀b', 3), 'a😀… [1 more characters]');
});

test('a text is cut short after as many characters, never within a surrogate pair', () => {
  assert.equal(cutShort('abc', 3), 'abc');
  assert.equal(cutShort('abcd', 3), 'abc…');
  assert.equal(cutShort('ab😀c', 3), 'ab…');
});
