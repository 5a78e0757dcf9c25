import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createProcesses } from '../../src/host/process/process.ts';
import { executeTool } from '../../src/protocol/tool.ts';
import { bashTool } from '../../src/tools/bash.ts';
import { jobsTool } from '../../src/tools/jobs.ts';
import { errorOf, fileTools, resultOf, toolContext } from '../fixtures/file-tools.ts';
import { unusedTerminals } from '../fixtures/terminals.ts';

async function setUp(t: TestContext) {
  const { root, workspace } = await fileTools(t);
  const processes = createProcesses({ env: process.env, marker: 'jobs-tool' });
  t.after(() => processes.close());
  const limits = { timeoutMs: 10_000, outputBytes: 1000 };
  const bash = bashTool({
    workspace,
    processes,
    terminals: unusedTerminals(),
    attended: false,
    limits,
    cacheDir: join(root, '.coder/cache/bash'),
  });
  const jobs = jobsTool({ processes });
  return {
    root,
    processes,
    bash,
    jobs,
    start: async (command: string) => resultOf(await executeTool(bash, { command, background: true }, toolContext())),
    ask: (args: Parameters<typeof jobs.execute>[0]) => executeTool(jobs, args, toolContext()),
  };
}

test('BASH-4 a background command returns at once with an id', async (t) => {
  const { start, root, bash, processes } = await setUp(t);
  const result = await start('sleep 60');
  assert.deepEqual(result, { job: 'job1', cwd: root });
  assert.equal(processes.jobs[0]?.state, 'running', 'it is not waited for');
  assert.deepEqual(bash.view({ command: 'sleep 60' }, { status: 'ok', result }), {
    title: 'sleep 60',
    body: [{ type: 'text', text: 'runs as job1', fact: { is: 'runs-as', job: 'job1' } }],
  });
});

test('BASH-4 jobs are listed, read from where the last read ended, and stopped', async (t) => {
  const { start, ask, processes, jobs } = await setUp(t);
  await start('echo one; read line < <(sleep 0.2); echo two; exit 5');
  await processes.jobs[0]?.done;
  const first = resultOf(await ask({ action: 'read', id: 'job1' }));
  assert.deepEqual(
    [first['state'], first['exit_code'], first['output'], first['next']],
    ['exited', 5, 'one\ntwo\n', 8],
  );
  assert.equal(resultOf(await ask({ action: 'read', id: 'job1', from: 4 }))['output'], 'two\n');

  await start('sleep 60');
  const stopped = await ask({ action: 'stop', id: 'job2' });
  assert.equal(resultOf(stopped)['state'], 'stopped');
  const list = await ask({ action: 'list' });
  const rows = resultOf(list)['jobs'] as Record<string, unknown>[];
  assert.deepEqual(
    rows.map(({ id, state }) => [id, state]),
    [
      ['job1', 'exited'],
      ['job2', 'stopped'],
    ],
  );
  assert.deepEqual(jobs.view({ action: 'list' }, list).body, [
    {
      type: 'list',
      items: ['job1 exited echo one; read line < <(sleep 0.2); echo two; exit 5', 'job2 stopped sleep 60'],
    },
  ]);
});

test('BASH-4 a wrong or missing id is reported with the known ones', async (t) => {
  const { start, ask } = await setUp(t);
  assert.equal(errorOf(await ask({ action: 'stop' })), 'id is missing. There are none.');
  await start('true');
  assert.equal(errorOf(await ask({ action: 'read', id: 'job7' })), 'no job job7. Known: job1.');
});

test('MDL-5 BASH-4 jobs waits for a pattern, for the end, and no longer than allowed', async (t) => {
  const { start, ask, processes } = await setUp(t);
  await start('echo ready; exec sleep 60');
  const ready = resultOf(await ask({ action: 'wait', id: 'job1', pattern: 'rea.y' }));
  assert.deepEqual([ready['waited'], ready['state'], ready['output']], ['pattern', 'running', 'ready\n']);
  const late = resultOf(await ask({ action: 'wait', id: 'job1', from: 6, timeout_secs: 1 }));
  assert.deepEqual([late['waited'], late['output']], ['timeout', '']);
  await start('echo done; exit 3');
  const ended = resultOf(await ask({ action: 'wait', id: 'job2', pattern: 'never' }));
  assert.deepEqual([ended['waited'], ended['exit_code']], ['exit', 3]);
  assert.match(errorOf(await ask({ action: 'wait', id: 'job1', pattern: '(' })), /not a regular expression/);
  await processes.jobs[0]?.stop();
});

test('ESC-1 a cancelled wait says so, and the job keeps running', async (t) => {
  const { start, jobs, processes } = await setUp(t);
  await start('sleep 60');
  const controller = new AbortController();
  const waiting = executeTool(jobs, { action: 'wait', id: 'job1' }, toolContext('call', controller.signal));
  controller.abort();
  assert.deepEqual([(await waiting).status, processes.jobs[0]?.state], ['cancelled', 'running']);
});
