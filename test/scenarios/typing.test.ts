import assert from 'node:assert/strict';
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
/** Less than the time after which a lone Esc counts as one. */
const HELD_UP_MS = 20;

test('IN-12 a line and its Enter are sent even if they arrive in one read', { skip }, async () => {
  await using coder = await openCoder([say('answered')]);
  coder.program.write('all of it at once\r');
  await coder.shows(/answered/);
  assert.equal(coder.sent()[0]?.at(-1)?.content, 'all of it at once');
});

test('IN-12 a line split into random pieces of bytes, with Enter in the last one, arrives unchanged', {
  skip,
}, async () => {
  await using coder = await openCoder(() => say('answered'));
  let seed = 20_261_115;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let count = 1; count <= CHUNKINGS; count += 1) {
    const bytes = Buffer.from(`${LINE} ${count}\r`);
    while (!(await typeInPieces(bytes))) coder.program.write('\x15'); // clears the line
    await coder.program.until(() => coder.server.requests.length === count, `line ${count}`);
    await coder.prompted();
  }
  /** False, before Enter, if this process was held up within a key for so long that it rightly counts as Esc and text. */
  async function typeInPieces(bytes: Buffer): Promise<boolean> {
    for (let start = 0; start < bytes.length; ) {
      const end = Math.min(bytes.length, start + 1 + random(12));
      coder.program.write(bytes.subarray(start, end));
      const written = performance.now();
      start = end;
      await new Promise((resolve) => setTimeout(resolve, APART_MS));
      const isWithinKey = /\x1b\[?$/.test(bytes.toString('latin1', 0, end));
      if (isWithinKey && performance.now() - written > HELD_UP_MS) return false;
    }
    return true;
  }

  const lines = coder.sent().map((messages) => messages.at(-1)?.content);
  assert.deepEqual(
    lines,
    Array.from({ length: CHUNKINGS }, (_, index) => `${SENT} ${index + 1}`),
  );
});
