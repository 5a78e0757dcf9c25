import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand } from '../../src/commands/run-command.ts';
import { commandContext } from '../fixtures/command-context.ts';

test('SBX-2 /sandbox keep asks only about a path that a command wrote to the layer', async () => {
  const asked: string[] = [];
  const place = { holds: async (path: string) => path === '.npmrc' };
  const person = {
    async confirm() {
      asked.push('asked');
      return true;
    },
  };
  const context = commandContext([], { place, person });
  assert.deepEqual(await runCommand('sandbox', 'keep x', context), {
    problem: { title: 'No command wrote x to the layer over your home folder.' },
  });
  assert.deepEqual(asked, []);
  assert.deepEqual(await runCommand('sandbox', 'keep .npmrc', context), {
    title: '.npmrc is now in your home folder.',
  });
  assert.deepEqual(asked, ['asked']);
});
