import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry, EntryBody } from '../../src/protocol/session.ts';
import { commandContext, runCommand } from '../fixtures/command-context.ts';

const log = (...bodies: EntryBody[]): Entry[] => bodies.map((body, index) => ({ ...body, id: `e${index}`, at: index }));
const answered = (model: string, input: number, output: number, cached = 0): EntryBody => ({
  type: 'message',
  turn: 't',
  prompt: 'p',
  message: { role: 'assistant', content: [{ type: 'text', text: 'ok' }], model, usage: { input, output, cached } },
});
const price = (model: string) => (model === 'big' ? { input: 2, cached: 0.5, output: 10 } : undefined);

test('OUT-10 /cost and /usage sum tokens and money by model, including sub-agents and summaries', async () => {
  const entries = log(
    answered('big', 1_000_000, 100_000, 500_000),
    answered('big', 0, 0),
    answered('local', 5_000, 500),
    { type: 'usage', agent: 'explore', model: 'local', usage: { input: 1_000, output: 0, cached: 0 } },
    { type: 'compaction', by: 'model', model: 'local', usage: { input: 10, output: 0, cached: 0 } },
  );
  const context = commandContext([], {
    session: { entries },
    budget: { price },
    context: { size: async () => ({ tokens: 4_321, estimated: true, limit: 128_000 }) },
  });
  const expected = {
    title: '1,106,510 tokens, at least $2.25',
    body: [
      {
        type: 'list',
        items: [
          'big: 1,000,000 in (500,000 from cache), 100,000 out, $2.25',
          'local: 6,010 in (0 from cache), 500 out, price unknown',
          'context: ~4,321 of 128,000 tokens',
        ],
      },
    ],
  };
  assert.deepEqual(await runCommand('cost', '', context), expected);
  assert.deepEqual(await runCommand('usage', '', context), expected);
});

test('OUT-10 /cost shows the context and the budget before any usage was reported', async () => {
  assert.deepEqual(await runCommand('cost', '', commandContext([], { budget: { limits: { money: 2 } } })), {
    title: 'No model call has reported its usage yet.',
    body: [{ type: 'list', items: ['context: 100 of 1,000 tokens', 'budget: $2'] }],
  });
});

test('OUT-10 a sum of unknown prices is not shown as money; /status names the preset only if it differs from the mode', async () => {
  const context = commandContext([], { session: { entries: log(answered('local', 5_000, 500)) }, budget: { price } });
  const textOf = async (name: string) => JSON.stringify(await runCommand(name, '', context));
  assert.match(await textOf('cost'), /"title":"5,500 tokens, price unknown"/);
  assert.match(await textOf('budget'), /Spent: price unknown, 5,500 tokens, .*\/budget LIMIT sets one/);
  const status = await textOf('status');
  assert.match(status, /"spent {5}price unknown"/);
  assert.match(status, /"mode {6}test"/);
  const { rules } = commandContext();
  const other = commandContext([], {
    rules: { facts: { ...rules.facts, preset: { ...rules.facts.preset, name: 'strict' } } },
  });
  assert.match(JSON.stringify(await runCommand('status', '', other)), /"mode {6}test \(strict\)"/);
});
