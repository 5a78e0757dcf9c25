import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job } from '../../src/protocol/job.ts';
import { commandContext, runCommand } from '../fixtures/command-context.ts';

function job(id: string, state: Job['state'], stopped: string[] = []): Job {
  return {
    id,
    command: 'npm run\n dev',
    startedAt: Date.now(),
    state,
    exitCode: state === 'running' ? null : 1,
    read: () => ({ text: Array.from({ length: 50 }, (_, index) => `line ${index}`).join('\n'), next: 1 }),
    stop: async () => void stopped.push(id),
  };
}

test('BASH-4 /jobs lists jobs, shows the last lines of one, and stops one', async () => {
  const stopped: string[] = [];
  const context = commandContext([], {
    programs: { jobs: [job('job1', 'running', stopped), job('job2', 'exited')] },
  });
  assert.deepEqual(await runCommand('jobs', '', context), {
    title: 'Jobs. /jobs ID shows the output of one, /jobs stop ID ends it.',
    body: [{ type: 'list', items: ['job1  running for 0 s  npm run ⏎ dev', 'job2  exited, exit 1  npm run ⏎ dev'] }],
  });
  const shown = await runCommand('jobs', 'job2', context);
  const [block] = 'title' in shown ? (shown.body ?? []) : [];
  assert.ok(block?.type === 'text' && block.text.startsWith('[10 lines before]\nline 10\n'));
  await runCommand('jobs', 'stop job1', context);
  assert.deepEqual(stopped, ['job1']);
  assert.deepEqual(await runCommand('jobs', 'stop job2', context), { title: 'job2 has already ended (exited).' });
  assert.deepEqual(await runCommand('jobs', 'job9', context), { problem: { title: 'No job job9. Jobs: job1, job2' } });
  assert.deepEqual(await runCommand('jobs', '', commandContext()), {
    title: 'No jobs. The model starts one with bash in the background.',
  });
});

test('CMD-4 a job, a terminal or a server that does not exist is named', async () => {
  const problem = async (name: string, args: string) => {
    const result = await runCommand(name, args, commandContext());
    return 'problem' in result ? result.problem.title : undefined;
  };
  assert.equal(await problem('jobs', '7'), 'No job 7; no job was started.');
  assert.equal(await problem('terminals', '5'), 'No terminal 5; none was opened.');
  assert.match((await problem('mcp', 'foo')) ?? '', /^There is no server foo\. No MCP servers are configured\./);
});

test('EXT-1 /skills lists names, descriptions and the origin of each skill', async () => {
  const skills = async () => [{ name: 'release', description: 'Makes a release.', path: '/p/release/SKILL.md' }];
  assert.deepEqual(await runCommand('skills', '', commandContext([], { extensions: { skills } })), {
    title: 'Skills. The model loads one when its description fits.',
    body: [{ type: 'list', items: ['release  Makes a release. (/p/release/SKILL.md)'] }],
  });
});
