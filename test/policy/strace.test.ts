/** Lines judged read-only run under strace: no write, no foreign program, no connection. */

import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { times } from '../fixtures/long.ts';
import { generateLine } from './generate-lines.ts';
import { seeded } from './mutate.ts';
import { makeScratch, type Scratch, straceMissing, watch } from './strace.ts';
import { readOnlyLines, watchAll } from './watched-lines.ts';

const LINES = Number(process.env['CODER_STRACE_LINES'] ?? times({ long: 60, short: 9 }));
const skip = straceMissing() ?? false;

let scratch: Scratch;
before(() => {
  if (!skip) scratch = makeScratch();
});
after(() => {
  if (!skip) scratch.remove();
});

test('the kernel reveals a line that writes, and one that runs a planted program', { skip }, async () => {
  assert.equal((await watch('echo x > made.txt', scratch)).length, 1);
  rmSync(join(scratch.root, 'made.txt'));
  assert.ok((await watch('./evil.sh', scratch)).length > 0);
  rmSync(join(scratch.root, '../hit'));
  assert.deepEqual(await watch('ls -la | head -3', scratch), []);
});

test(`POL-9 A5 A9 ${LINES} random lines judged read-only do nothing but read`, { skip }, async () => {
  const random = seeded(42);
  const { lines } = readOnlyLines(() => generateLine(random), scratch, LINES);
  const wrong = await watchAll(lines, scratch);
  assert.deepEqual([...wrong], []);
  assert.equal(existsSync(join(scratch.root, '../hit')), false);
});
