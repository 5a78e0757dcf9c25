import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { noTerminal, openCoder } from '../fixtures/coder-terminal.ts';
import { say } from '../fixtures/model-server.ts';

const skip = noTerminal;
/** Letters, wide characters, multi-part emoji, and multi-byte keys that move the caret left twice and back. */
const LINE = 'rename total 合计 in the cart 👩‍👩‍👧 and its test\x1b[D\x1b[D\x1b[C\x1b[C please';
const SENT = 'rename total 合计 in the cart 👩‍👩‍👧 and its test please';
const CHUNKINGS = 10;
/** Pause between writes, so that they arrive in separate reads, as on a slow connection. */
const APART_MS = 5;

test('IN-12 a line and its Enter are sent even if they arrive in one read', { skip }, async () => {
  await using coder = await openCoder([say('answered')]);
  coder.program.write('all of it at once\r');
  await coder.shows(/answered/);
  assert.equal(coder.sent()[0]?.at(-1)?.content, 'all of it at once');
});

test('IN-12 a line split into random pieces of bytes, with Enter in the last one, arrives unchanged', {
  skip,
}, async () => {
  const settings = JSON.stringify({ input: { escape_ms: 2000 } }); // keys are put together however slow this machine is
  await using coder = await openCoder(() => say('answered'), {
    prepare({ home }) {
      mkdirSync(join(home, '.coder'), { mode: 0o700 });
      writeFileSync(join(home, '.coder', 'config.json'), settings);
    },
  });
  let seed = 20_261_115;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let count = 1; count <= CHUNKINGS; count += 1) {
    const bytes = Buffer.from(`${LINE} ${count}\r`);
    for (let start = 0; start < bytes.length; ) {
      const end = Math.min(bytes.length, start + 1 + random(12));
      coder.program.write(bytes.subarray(start, end));
      start = end;
      await new Promise((resolve) => setTimeout(resolve, APART_MS));
    }
    await coder.program.until(() => coder.server.requests.length === count, `line ${count}`);
    await coder.prompted();
  }
  const lines = coder.sent().map((messages) => messages.at(-1)?.content);
  assert.deepEqual(
    lines,
    Array.from({ length: CHUNKINGS }, (_, index) => `${SENT} ${index + 1}`),
  );
});
