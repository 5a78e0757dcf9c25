import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../../src/protocol/session.ts';
import { commandContext, runCommand } from '../fixtures/command-context.ts';
import { richSession } from '../fixtures/rich-session.ts';

test('SES-3 /new tells how to go back, if there is a session to go back to', async () => {
  assert.deepEqual(await runCommand('new', '', commandContext([], { session: { entries: richSession() } })), {
    title: 'Started a new session. /resume session-1 goes back.',
  });
  const said: string[] = [];
  assert.deepEqual(await runCommand('new', '', commandContext(said)), { title: 'Started a new session.' });
  assert.deepEqual(said, ['open new']);
  const shown: Entry = {
    id: '1',
    at: 0,
    type: 'message',
    turn: 't',
    prompt: 't',
    message: { role: 'note', text: 'mode: build', audience: 'user' },
  };
  assert.deepEqual(await runCommand('new', '', commandContext([], { session: { entries: [shown] } })), {
    title: 'Started a new session.',
  });
});
