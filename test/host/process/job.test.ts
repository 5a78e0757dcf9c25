import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratchFolder } from '../../fixtures/file-tools.ts';
import { carrying, isLinux, supervisor, until } from '../running.ts';

test('BASH-4 a job starts at once, can be read while it runs, and ends on its own', async (t) => {
  const { processes, command } = supervisor(t);
  const cwd = await scratchFolder(t);
  const waits = 'until test -e go; do sleep 0.02; done';
  const job = processes.start(command(`echo one; echo two >&2; ${waits}; echo three; exit 4`, { cwd }));
  assert.deepEqual([job.id, job.state, job.exitCode], ['job1', 'running', null]);
  await until(
    () => job.read().text,
    (text) => text === 'one\ntwo\n',
  );
  const { next } = job.read();
  writeFileSync(join(cwd, 'go'), '');
  assert.equal((await job.done).exitCode, 4);
  assert.deepEqual([job.state, job.exitCode, job.read(next)], ['exited', 4, { text: 'three\n', next: 14 }]);
  assert.deepEqual(processes.jobs, [job]);
});

test('BASH-4 a job is stopped with all processes it started', async (t) => {
  const { processes, command, marker } = supervisor(t);
  const job = processes.start(command("trap '' TERM; sleep 300 & echo up; wait"));
  await until(
    () => job.read().text,
    (text) => text === 'up\n',
  );
  await job.stop();
  assert.equal(job.state, 'stopped');
  if (isLinux) assert.deepEqual(carrying(marker), []);
  await job.stop();
});

test('BASH-4 no job outlives the supervisor', async (t) => {
  const { processes, command, marker } = supervisor(t);
  const jobs = Array.from({ length: 5 }, () => processes.start(command('echo up; setsid sleep 300 & sleep 300')));
  for (const job of jobs)
    await until(
      () => job.read().text,
      (text) => text === 'up\n',
    );
  await processes.close();
  assert.deepEqual(
    jobs.map(({ state }) => state),
    Array.from({ length: 5 }, () => 'stopped'),
  );
  if (isLinux) assert.deepEqual(carrying(marker), []);
});

test('F2 a job may print without end: little is kept in memory and the job keeps running', async (t) => {
  const { processes, command } = supervisor(t);
  const job = processes.start(command('yes', { keepBytes: 10_000 }));
  await until(
    () => job.read().next,
    (next) => next > 80 * 1024 * 1024,
    15_000,
  );
  assert.equal(job.state, 'running');
  assert.ok(job.read().text.length < 11_000);
  await job.stop();
});

test('F7 the number of running jobs is limited', async (t) => {
  const { processes, command } = supervisor(t);
  for (let count = 0; count < 32; count += 1) processes.start(command('sleep 300'));
  assert.throws(() => processes.start(command('sleep 300')), { code: 'too-many-jobs' });
  await processes.jobs[0]?.stop();
  assert.equal(processes.start(command('sleep 300')).id, 'job33');
});
