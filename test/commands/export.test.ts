import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand } from '../../src/commands/run-command.ts';
import type { Surroundings } from '../../src/protocol/surroundings.ts';
import { commandContext } from '../fixtures/command-context.ts';
import { richSession } from '../fixtures/rich-session.ts';

const entries = richSession();

function exporting(calls: unknown[], exists = false): Pick<Surroundings, 'exportSession'> {
  return {
    async exportSession(format, file, replace) {
      calls.push([format, file, replace]);
      return { status: exists && !replace ? 'exists' : 'saved', path: `/project/${file ?? `session.${format}`}` };
    },
  };
}

test('CMD-3 /export takes a format, a file, or both; the file may name the format', async () => {
  const calls: unknown[] = [];
  for (const args of ['', 'md', 'json out.json', 'notes.md', 'my page']) {
    await runCommand('export', args, commandContext([], { entries, around: exporting(calls) }));
  }
  assert.deepEqual(calls, [
    ['html', undefined, false],
    ['md', undefined, false],
    ['json', 'out.json', false],
    ['md', 'notes.md', false],
    ['html', 'my page', false],
  ]);
});

test('CMD-3 /export asks before it replaces a file, and says what went wrong', async () => {
  const calls: unknown[] = [];
  const asked: string[] = [];
  const context = commandContext(asked, { entries, around: exporting(calls, true) });
  assert.deepEqual(await runCommand('export', 'a.md', context), { title: 'Exported to /project/a.md' });
  assert.deepEqual(asked, ['confirm Replace it']);
  const kept = commandContext([], { entries, around: exporting(calls, true), confirm: async () => false });
  assert.deepEqual(await runCommand('export', 'a.md', kept), {
    title: 'Not exported: /project/a.md stays as it is.',
  });
  const exportSession = () => Promise.reject(new Error('EACCES: permission denied'));
  assert.deepEqual(await runCommand('export', '', commandContext([], { entries, around: { exportSession } })), {
    problem: { title: 'Not exported: EACCES: permission denied' },
  });
  assert.deepEqual(await runCommand('export', '', commandContext()), {
    title: 'Nothing has been said in this session yet.',
  });
});
