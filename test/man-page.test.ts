import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { manPage } from '../scripts/man-page.ts';

test('CLI-11 the man page says what --help says', () => {
  const file = new URL('../man/coder.1', import.meta.url);
  assert.equal(readFileSync(file, 'utf8'), manPage(), 'run scripts/man-page.ts');
});
