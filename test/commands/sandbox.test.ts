import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SandboxControl } from '../../src/protocol/sandbox.ts';
import { commandContext, runCommand } from '../fixtures/command-context.ts';

test('SBX-2 /sandbox keep asks only about a path that a command wrote to the layer', async () => {
  const asked: string[] = [];
  const sandbox: SandboxControl = {
    status: async () => undefined,
    changes: async () => ['.npmrc'],
    holds: async (path) => path === '.npmrc',
    keep: async () => undefined,
  };
  const person = {
    async confirm() {
      asked.push('asked');
      return true;
    },
  };
  const context = commandContext([], { programs: { sandbox }, person });
  assert.deepEqual(await runCommand('sandbox', 'keep x', context), {
    problem: { title: 'No command wrote x to the layer over your home folder.' },
  });
  assert.deepEqual(asked, []);
  assert.deepEqual(await runCommand('sandbox', 'keep .npmrc', context), {
    title: '.npmrc is now in your home folder.',
  });
  assert.deepEqual(asked, ['asked']);
});
