import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandContext, runCommand } from '../fixtures/command-context.ts';

test('MODE-1 /mode NAME and /NAME switch the mode, /mode alone lists the modes, and an unknown mode is reported', async () => {
  const said: string[] = [];
  assert.deepEqual(await runCommand('mode', 'plan', commandContext(said)), { title: 'mode: plan' });
  assert.deepEqual(await runCommand('plan', '', commandContext(said)), { title: 'mode: plan' });
  assert.deepEqual(said, ['mode plan', 'mode plan']);
  assert.deepEqual(await runCommand('mode', '', commandContext()), {
    title: 'mode: test',
    body: [{ type: 'list', items: ['* test: tests', '  plan: plans', '  wild: asks nothing'] }],
  });
  assert.deepEqual(await runCommand('mode', 'fast', commandContext()), {
    problem: { title: 'Unknown mode: fast. Modes: test, plan, wild' },
  });
});

test('MODE-1 a mode that asks nothing comes with a warning and must be confirmed, once', async () => {
  const said: string[] = [];
  await runCommand('wild', '', commandContext(said));
  assert.match(said[0] ?? '', /^warn wild: every command and every edit runs without asking/);
  assert.deepEqual(said.slice(1), ['confirm Switch to wild', 'mode wild']);

  const refused: string[] = [];
  const context = commandContext(refused, { person: { confirm: async () => false } });
  assert.deepEqual(await runCommand('wild', '', context), { title: 'mode unchanged: test' });
  assert.deepEqual(
    refused.filter((line) => line.startsWith('mode')),
    [],
  );

  const back: string[] = [];
  await runCommand('wild', '', commandContext(back, { rules: { wasInForce: () => true } }));
  assert.deepEqual(back, ['mode wild']);
});
