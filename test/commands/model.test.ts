import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandContext, runCommand } from '../fixtures/command-context.ts';

test('PRV-5 /model NAME takes effect and is saved; if saving fails, the session keeps the model and reports it', async () => {
  const said: string[] = [];
  assert.deepEqual(await runCommand('model', 'model-2', commandContext(said)), {
    title: 'model: model-2 (saved in /project/.coder/config.json)',
  });
  const save = async () => {
    throw new Error('the disk is full');
  };
  assert.deepEqual(await runCommand('model', 'model-3', commandContext(said, { model: { save } })), {
    title: 'model: model-3 for this session. It was not saved: the disk is full',
  });
  assert.deepEqual(said, ['model model-2', 'model model-3']);
});

test('PRV-5 a model that cannot be used is refused with the reason', async () => {
  const said: string[] = [];
  const context = commandContext(said, {
    model: { check: async () => ({ status: 'refused', why: 'No API key for acme. Set ACME_API_KEY.' }) },
  });
  assert.deepEqual(await runCommand('model', 'acme/x', context), {
    problem: { title: 'model unchanged: model-1. acme/x cannot be used: No API key for acme. Set ACME_API_KEY.' },
  });
  assert.deepEqual(said, []);
});

test('PRV-5 /model alone shows the current model and lists others by provider', async () => {
  const byProvider = async () => [
    { name: 'acme (https://acme.test)', models: ['model-1', 'model-2'] },
    { name: 'ollama (http://127.0.0.1:11434)', models: [], error: 'not running' },
  ];
  assert.deepEqual(await runCommand('model', '', commandContext([], { model: { byProvider } })), {
    title: 'model: model-1',
    body: [
      {
        type: 'list',
        items: ['acme (https://acme.test)', '* model-1', '  model-2', 'ollama (http://127.0.0.1:11434): not running'],
      },
    ],
  });
});

test('PRV-5 /model warns if a variable will decide at the next start', async () => {
  const save = async () => ({ file: '/p/config.json', overriddenBy: 'AGENT_MODEL' });
  assert.deepEqual(await runCommand('model', 'model-2', commandContext([], { model: { save } })), {
    title:
      'model: model-2 (saved in /p/config.json). At the next start, AGENT_MODEL takes precedence as long as it is set.',
  });
});

test('IN-13 a list that the person left without a pick is not shown a second time', async () => {
  const grant = { permission: 'bash', pattern: 'npm test', lifetime: 'session', at: 0 } as const;
  const session = { list: async () => [{ id: 'session-2', title: 'another', updatedAt: 0 }] };
  const person = { pick: async () => null };
  const { rules } = commandContext();
  const context = commandContext([], {
    session,
    person,
    rules: { facts: { ...rules.facts, grants: [grant] } },
  });
  assert.deepEqual(await runCommand('model', '', context), { title: 'model: model-1' });
  assert.deepEqual(await runCommand('resume', '', context), { title: 'This is session session-1.' });
  assert.deepEqual(await runCommand('permissions', 'revoke', context), { title: 'Nothing was revoked.' });
});
