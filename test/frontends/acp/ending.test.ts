import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextMoment } from 'node:timers/promises';
import { ending } from '../../../src/frontends/acp/ending.ts';

/** An ending on a clock that the test sets forward. */
function begin() {
  const saved = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const timers: { at: number; run: () => void }[] = [];
  let time = 0;
  let isOver = false;
  const after = (ms: number, run: () => void): void => void timers.push({ at: time + ms, run });
  void ending({ saved: saved.promise, closed: closed.promise, after }).then(() => {
    isOver = true;
  });
  return {
    saved,
    closed,
    /** Whether coder has left by then. */
    async isOverAt(ms: number): Promise<boolean> {
      await nextMoment(); // for what was resolved before
      time = ms;
      for (const { at, run } of timers) if (at <= time) run();
      await nextMoment();
      return isOver;
    },
  };
}

test('ACP-8 coder leaves as soon as everything has ended', async () => {
  const { saved, closed, isOverAt } = begin();
  saved.resolve();
  assert.equal(await isOverAt(1), false);
  closed.resolve();
  assert.equal(await isOverAt(1), true);
});

test('ACP-8 hooks and servers that do not end are left 900 ms after the session is saved', async () => {
  const { saved, isOverAt } = begin();
  saved.resolve();
  assert.equal(await isOverAt(0), false);
  assert.equal(await isOverAt(899), false);
  assert.equal(await isOverAt(900), true);
});

test('ACP-8 on a busy machine, saving the session takes what it takes, up to five seconds', async () => {
  const { saved, isOverAt } = begin();
  assert.equal(await isOverAt(3_000), false);
  saved.resolve();
  assert.equal(await isOverAt(3_000), false);
  assert.equal(await isOverAt(3_899), false);
  assert.equal(await isOverAt(3_900), true);
  assert.equal(await begin().isOverAt(5_000), true);
});
