import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionControl } from '../../src/protocol/command.ts';
import { commandContext, runCommand } from '../fixtures/command-context.ts';
import { richSession } from '../fixtures/rich-session.ts';

const entries = richSession();

function exporting(calls: unknown[], exists = false): Pick<SessionControl, 'entries' | 'export'> {
  return {
    entries,
    async export(format, file, replace) {
      calls.push([format, file, replace]);
      return { status: exists && !replace ? 'exists' : 'saved', path: `/project/${file ?? `session.${format}`}` };
    },
  };
}

test('CMD-3 /export takes a format, a file, or both; the file name may determine the format', async () => {
  const calls: unknown[] = [];
  for (const args of ['', 'md', 'json out.json', 'notes.md', 'my page']) {
    await runCommand('export', args, commandContext([], { session: exporting(calls) }));
  }
  assert.deepEqual(calls, [
    ['html', undefined, false],
    ['md', undefined, false],
    ['json', 'out.json', false],
    ['md', 'notes.md', false],
    ['html', 'my page', false],
  ]);
});

test('CMD-3 /export takes a single word as a format, and names a missing folder', async () => {
  const calls: unknown[] = [];
  assert.deepEqual(await runCommand('export', 'pdf', commandContext([], { session: exporting(calls) })), {
    problem: { title: 'Not a format: pdf. Formats: html, md, json; give a file name with its extension.' },
  });
  assert.deepEqual(calls, []);
  await runCommand('export', './pdf', commandContext([], { session: exporting(calls) }));
  assert.deepEqual(calls, [['html', './pdf', false]]);
  const error = Object.assign(new Error("ENOENT: open '/p/gone/.x.tmp'"), { code: 'ENOENT' });
  const failing = () => Promise.reject(error);
  assert.deepEqual(
    await runCommand('export', 'gone/a.md', commandContext([], { session: { entries, export: failing } })),
    {
      problem: { title: 'Not exported: the folder of gone/a.md does not exist.' },
    },
  );
});

test('CMD-3 /export asks before it replaces a file, and reports what went wrong', async () => {
  const calls: unknown[] = [];
  const asked: string[] = [];
  const context = commandContext(asked, { session: exporting(calls, true) });
  assert.deepEqual(await runCommand('export', 'a.md', context), { title: 'Exported to /project/a.md' });
  assert.deepEqual(asked, ['confirm Replace it']);
  const kept = commandContext([], { session: exporting(calls, true), person: { confirm: async () => false } });
  assert.deepEqual(await runCommand('export', 'a.md', kept), {
    title: 'Not exported: /project/a.md was left unchanged.',
  });
  const failing = () => Promise.reject(new Error('EACCES: permission denied'));
  assert.deepEqual(await runCommand('export', '', commandContext([], { session: { entries, export: failing } })), {
    problem: { title: 'Not exported: EACCES: permission denied' },
  });
  assert.deepEqual(await runCommand('export', '', commandContext()), {
    problem: { title: 'Nothing has been said in this session yet.' },
  });
});
