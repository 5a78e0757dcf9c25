import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_ROWS } from '../../src/commands/rows.ts';
import { runCommand } from '../../src/commands/run-command.ts';
import type { CommandContext } from '../../src/protocol/command.ts';
import { mode } from '../fixtures/engine.ts';

function context(changes: string[] = []): CommandContext {
  return {
    signal: new AbortController().signal,
    entries: [{ id: '1', at: 0, type: 'todos', items: [{ content: 'one', status: 'completed' }] }],
    mode,
    model: 'model-1',
    modes: [mode, { ...mode, name: 'plan', summary: 'plans' }],
    tools: [
      { name: 'read', description: 'Reads.', permission: 'read', on: true },
      { name: 'write', description: 'Writes.', permission: 'edit', on: false },
    ],
    setMode: async (name) => void changes.push(`mode ${name}`),
    setModel: async (name) => void changes.push(`model ${name}`),
    tell: async (text) => void changes.push(`tell ${text}`),
    confirm: async () => true,
  };
}

test('CMD-3 /help has one command a line, then how input works', async () => {
  const { body = [] } = await runCommand('help', '', context());
  const items = body.flatMap((block) => (block.type === 'list' ? block.items : []));
  for (const { usage, summary } of COMMAND_ROWS)
    assert.ok(
      items.some((line) => line.startsWith(usage) && line.endsWith(summary)),
      usage,
    );
  for (const word of ['Enter', 'Ctrl+D', 'paste', 'Tab', 'Esc', 'Up', '!', '@'])
    assert.ok(
      items.some((line) => line.includes(word)),
      word,
    );
});

test('CMD-4 an unknown command gets the nearest match and a pointer to /help', async () => {
  assert.deepEqual(await runCommand('tols', '', context()), {
    title: 'Unknown command: /tols Did you mean /tools? /help lists them.',
  });
  assert.deepEqual(await runCommand('xyzzy', '', context()), { title: 'Unknown command: /xyzzy /help lists them.' });
});

test('MODE-1 /mode NAME and /NAME switch, an unknown mode is said', async () => {
  const changes: string[] = [];
  await runCommand('mode', 'plan', context(changes));
  await runCommand('plan', '', context(changes));
  const { title } = await runCommand('mode', 'fast', context(changes));
  assert.deepEqual(changes, ['mode plan', 'mode plan']);
  assert.equal(title, 'Unknown mode: fast. Modes: test, plan');
});

test('CMD-3 /tools shows what is on and names what is off; /todos shows the list', async () => {
  assert.deepEqual(await runCommand('tools', '', context()), {
    title: 'Tools in test mode',
    body: [
      { type: 'list', items: ['read   Reads.'] },
      { type: 'text', text: 'off: write' },
    ],
  });
  assert.equal((await runCommand('todos', '', context())).title, 'Todos: 1/1 done');
});
