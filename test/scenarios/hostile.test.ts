import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOSTILE } from '../fixtures/hostile.ts';
import { openHostile } from '../fixtures/open-hostile.ts';
import { lacks } from '../fixtures/programs.ts';

const NOTHING = { started: [], connected: [], said: [], ran: false };

/** Each by itself: `node test/long/hostile.ts`. Here in heaps: of files with the same name the last one counts, so they are dealt out. */
function heaps(): Record<string, string>[] {
  const piles: Record<string, string>[] = [];
  for (const files of Object.values(HOSTILE)) {
    const pile = piles.find((each) => Object.keys(files).every((path) => !(path in each)));
    if (pile) Object.assign(pile, files);
    else piles.push({ ...files });
  }
  return piles;
}

test('TRUST-1 C3 25 hostile repositories, opened: nothing is started, nowhere is connected to, not a byte of theirs is sent', {
  skip: lacks('strace'),
}, async () => {
  assert.equal(Object.keys(HOSTILE).length, 25);
  const opened = [];
  for (const pile of heaps()) opened.push(await openHostile(pile));
  assert.deepEqual(
    opened,
    opened.map(() => NOTHING),
  );
});
