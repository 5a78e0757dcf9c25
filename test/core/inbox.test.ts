import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInbox, type Inbox } from '../../src/core/inbox.ts';

function recording(): { inbox: Inbox; said: string[] } {
  const said: string[] = [];
  const inbox = createInbox({
    runSteered: async (text) => void said.push(`steered ${text}`),
    cancelAtRest: async () => void said.push('at rest'),
  });
  return { inbox, said };
}

test('ESC-3 a cancel ends the running input; while nothing runs, it ends leftover programs', async () => {
  const { inbox, said } = recording();
  await inbox.cancel();
  await inbox.add(async (signal) => {
    await inbox.cancel();
    said.push(`aborted ${signal.aborted}`);
  });
  await inbox.add(async (signal) => void said.push(`aborted ${signal.aborted}`));
  await inbox.cancel();
  assert.deepEqual(said, ['at rest', 'aborted true', 'aborted false', 'at rest']);
});

test('IN-11 steering waits for the running turn, and becomes a separate input if nothing is running', async () => {
  const { inbox, said } = recording();
  await inbox.steer('one');
  await inbox.add(async () => {
    await inbox.steer('two');
    said.push(`taken ${inbox.takeSteering().join()}`);
    await inbox.steer('three');
  });
  assert.deepEqual(said, ['steered one', 'taken two', 'steered three']);
});

test('inputs that still wait when the inbox closes are not started', async () => {
  const { inbox, said } = recording();
  const first = inbox.add(async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    said.push('first');
  });
  const second = inbox.add(async () => void said.push('second'));
  await Promise.resolve();
  await inbox.close();
  await Promise.all([first, second]);
  assert.deepEqual(said, ['first']);
});
