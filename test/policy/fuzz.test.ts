/** The short form of test/long: words and lines against real shells, options against the kernel. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { times } from '../fixtures/long.ts';
import { watchLines } from './option-fuzz.ts';
import { fuzz } from './shell-fuzz.ts';
import { straceMissing } from './strace.ts';

for (const shell of ['bash', 'dash'] as const) {
  const skip = existsSync(`/bin/${shell}`) ? false : `there is no /bin/${shell} to compare with`;
  test(`POL-9 A4 where coder is sure, it reads random words and lines as ${shell} does`, { skip }, () => {
    assert.deepEqual(fuzz(times({ long: 1_500, short: 120 }), 11, shell, false).wrong, []);
    assert.deepEqual(fuzz(times({ long: 700, short: 60 }), 12, shell, true).wrong, []);
  });
}

test('POL-9 A5 options of programs that only read do nothing else', { skip: straceMissing() ?? false }, async () => {
  assert.deepEqual(await watchLines(times({ long: 40, short: 6 }), 13), []);
});
