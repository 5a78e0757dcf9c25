import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBytes } from '../../../src/base/text/format-bytes.ts';

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
