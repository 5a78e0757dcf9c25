import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { sha256 } from '../../../src/base/text/sha256.ts';

test('coder’s SHA-256 equals Node’s, for every length around a block for text that is not ASCII, and for bytes short and long', () => {
  for (let length = 0; length < 200; length += 1) {
    const text = 'abcdefghij\0'.repeat(20).slice(0, length);
    assert.equal(sha256(text), hash('sha256', text), `${length} bytes`);
  }
  for (const text of ['/home/José/项目\0 66:1', '😀'.repeat(50), '\ud800'])
    assert.equal(sha256(text), hash('sha256', text));
  for (const length of [3000, 16 * 1024, 16 * 1024 + 1, 100_000]) {
    const bytes = Buffer.alloc(length, 'any bytes \xff', 'latin1');
    assert.equal(sha256(bytes), hash('sha256', bytes), `${length} bytes`);
  }
});
