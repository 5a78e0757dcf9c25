import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandContext, runCommand } from '../fixtures/command-context.ts';

test('CTX-4 /compact prints the summary and the sizes, and passes its focus on', async () => {
  const asked: string[] = [];
  const compact = async (focus: string) => {
    asked.push(focus);
    return {
      status: 'done' as const,
      by: 'rules' as const,
      before: 91_000,
      after: 12_345,
      summary: '## Goal\nship it',
    };
  };
  const view = await runCommand('compact', 'the parser', commandContext([], { context: { compact } }));
  assert.deepEqual(asked, ['the parser']);
  assert.deepEqual(view, {
    title:
      'Context compacted: 91,000 → 12,345 tokens, summarised by rules because the model gave no summary. /compact undo reverts it.',
    body: [{ type: 'markdown', text: '## Goal\nship it' }],
  });
});

test('CTX-4 /compact says why nothing happened', async () => {
  assert.deepEqual(await runCommand('compact', '', commandContext()), {
    problem: { title: 'There is nothing to drop.' },
  });
});

test('CTX-8 /compact undo undoes the last compaction, or reports that there is none', async () => {
  const undo = async (undone: boolean) =>
    runCommand('compact', 'undo', commandContext([], { context: { undoCompaction: async () => undone } }));
  assert.match(JSON.stringify(await undo(true)), /Compaction undone/);
  assert.match(JSON.stringify(await undo(false)), /no compaction/);
});

test('CTX-8 /pin keeps a note, and lists the pinned notes', async () => {
  const said: string[] = [];
  assert.deepEqual(await runCommand('pin', 'the API is frozen', commandContext(said)), {
    title: 'Pinned: the API is frozen',
  });
  assert.deepEqual(said, ['pin the API is frozen']);
  const message = { role: 'note', text: 'the API is frozen', audience: 'both', pinned: true } as const;
  const entries = [{ type: 'message' as const, turn: 't', prompt: 'p', message, id: 'e', at: 0 }];
  assert.deepEqual(await runCommand('pin', '', commandContext([], { session: { entries } })), {
    title: 'Pinned',
    body: [{ type: 'list', items: ['the API is frozen'] }],
  });
  assert.match(JSON.stringify(await runCommand('pin', '', commandContext())), /Nothing is pinned/);
});
