import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedSession } from '../../src/protocol/session.ts';
import { commandContext, runCommand } from '../fixtures/command-context.ts';
import { richSession } from '../fixtures/rich-session.ts';

const at = new Date(2026, 10, 15, 9, 30).getTime();
const listed: ListedSession[] = [
  { id: 'session-1', title: 'this one', updatedAt: at },
  { id: 'session-2', title: 'fix the parser', updatedAt: at },
  { id: 'session-3', title: '', updatedAt: at, damaged: true },
];
const session = { list: async (limit: number) => listed.slice(0, limit) };

test('SES-3 /resume ID continues that session, and reports one that cannot be opened', async () => {
  const said: string[] = [];
  const openRich = commandContext(said, { session: { ...session, open: async () => ({ entries: richSession() }) } });
  const result = await runCommand('resume', 'session-2', openRich);
  assert.ok('title' in result && result.title === 'Resumed session-2');
  const [prompt, announced, calls] = result.body ?? [];
  const answer = result.body?.at(-1);
  assert.ok(announced?.type === 'markdown', 'what was said before the calls');
  assert.ok(calls?.type === 'text' && calls.text.startsWith('· '));
  assert.ok(prompt?.type === 'text' && prompt.text.startsWith('> Fix the sum'));
  assert.ok(answer?.type === 'markdown' && answer.text.startsWith('## What was wrong'));
  await runCommand('resume', 'session-2', commandContext(said, { session }));
  assert.deepEqual(said, ['open session-2']);
  const open = async () => ({ problem: 'Session not found: nope' });
  assert.deepEqual(await runCommand('resume', 'nope', commandContext([], { session: { open } })), {
    problem: { title: 'Session not found: nope' },
  });
  assert.deepEqual(await runCommand('resume', 'session-1', commandContext()), { title: 'This is session session-1.' });
  const named = [{ id: 'session-1', title: 'this one', name: 'first', updatedAt: at }];
  const byName = commandContext([], { session: { list: async () => named } });
  assert.deepEqual(await runCommand('resume', 'first', byName), { title: 'This is session session-1.' });
});

test('SES-3 /resume alone lists the latest sessions with titles and times to pick from', async () => {
  const said: string[] = [];
  const lines = ['session-2  2026-11-15 09:30  fix the parser', 'session-3  2026-11-15 09:30  (damaged)'];
  assert.deepEqual(await runCommand('resume', '', commandContext(said, { session })), {
    title: 'Sessions, newest first. /resume ID continues one.',
    body: [{ type: 'list', items: lines }],
  });
  assert.deepEqual(said, ['pick Resume which session? 2']);
  const picked: string[] = [];
  await runCommand('resume', '', commandContext(picked, { session, person: { pick: async () => 0 } }));
  assert.deepEqual(picked, ['open session-2']);
  assert.deepEqual(await runCommand('resume', '', commandContext()), {
    title: 'There is no other session in this folder.',
  });
});

test('SES-3 /sessions marks the current session', async () => {
  assert.deepEqual(await runCommand('sessions', '', commandContext([], { session })), {
    title: 'This is session session-1. /resume ID continues another.',
    body: [
      {
        type: 'list',
        items: [
          '* session-1  2026-11-15 09:30  this one',
          '  session-2  2026-11-15 09:30  fix the parser',
          '  session-3  2026-11-15 09:30  (damaged)',
        ],
      },
    ],
  });
});

test('SES-3 /resume tells that the session continues in a stricter mode, and why', async () => {
  const open = async () => ({ entries: [], mode: { was: 'yolo', now: 'build' } });
  const result = await runCommand('resume', 'session-2', commandContext([], { session: { open } }));
  assert.equal(
    'title' in result && result.title,
    'Resumed session-2. It was in yolo mode and continues in build: a session file cannot loosen the rules. /mode yolo switches back.',
  );
});
