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
    const pieces = piecesOf(Buffer.from(`${LINE} ${count}\r`));
    const last = pieces.pop() ?? '';
    while (!(await typeAll(pieces))) coder.program.write('\x05\x15'); // to the end of the line, and clears it
    coder.program.write(last);
    await coder.program.until(() => coder.server.requests.length === count, `line ${count}`);
    await coder.prompted();
  }

  function piecesOf(bytes: Buffer): Buffer[] {
    const end = 1 + random(12);
    return bytes.length <= end ? [bytes] : [bytes.subarray(0, end), ...piecesOf(bytes.subarray(end))];
  }

  /** False if this process was held up within a key for so long that it rightly counts as Esc and text. */
  async function typeAll(pieces: readonly Buffer[]): Promise<boolean> {
    let isWhole = true;
    for (const piece of pieces) {
      coder.program.write(piece);
      const written = performance.now();
      await new Promise((resolve) => setTimeout(resolve, APART_MS));
      const isWithinKey = /\x1b\[?$/.test(piece.toString('latin1')) || piece.equals(Buffer.from('['));
      if (isWithinKey && performance.now() - written > HELD_UP_MS) isWhole = false;
    }
    return isWhole;
  }

  const lines = coder.sent().map((messages) => messages.at(-1)?.content);
  assert.deepEqual(
    lines,
    Array.from({ length: CHUNKINGS }, (_, index) => `${SENT} ${index + 1}`),
  );
});
