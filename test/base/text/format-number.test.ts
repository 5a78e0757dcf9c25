import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBytes, shortCount, shortLimit } from '../../../src/base/text/format-number.ts';

test('a size is shown with a unit and a decimal only below ten', () => {
  const sizes = [0, 999, 1000, 1234, 12_345, 999_400, 1_500_000, 2.5e12, 3e15];
  assert.deepEqual(sizes.map(formatBytes), [
    '0 B',
    '999 B',
    '1.0 kB',
    '1.2 kB',
    '12 kB',
    '999 kB',
    '1.5 MB',
    '2.5 TB',
    '3000 TB',
  ]);
});

test('a count has one decimal, a limit none unless it is in millions', () => {
  assert.deepEqual([950, 1234, 12_340, 3_400_000].map(shortCount), ['950', '1.2k', '12.3k', '3.4M']);
  assert.deepEqual([950, 8192, 128_000, 999_999, 1_048_576, 1_500_000].map(shortLimit), [
    '950',
    '8k',
    '128k',
    '1M',
    '1M',
    '1.5M',
  ]);
});
