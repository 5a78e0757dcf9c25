import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { call, say, startModelServer } from '../fixtures/model-server.ts';
import { runCoder, scratch } from '../fixtures/run-coder.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url)), 'utf8');

test('FLEET-7 a job leaves a trajectory under its id, and the documented line turns its patch into a prediction', async (t) => {
  const place = scratch(t);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { cwd: place.path });
  git('init', '-q');
  writeFileSync(join(place.path, 'sum.js'), 'a - b\n');
  git('add', '.');
  git('commit', '-qm', 'base');
  await using server = await startModelServer([
    call('read', { path: 'sum.js' }),
    call('write', { path: 'sum.js', content: 'a + b\n' }, 'call_2'),
    say('Fixed. The password is hunter2-hunter2.'),
  ]);
  const options = { cwd: place.path, url: server.url, env: { HOME: place.home, DB_PASSWORD: 'hunter2-hunter2' } };
  const results = join(place.path, '..', 'results');
  mkdirSync(results);
  const job = { id: 'acme__app-17', cwd: '.', prompt: 'Fix the sum.', mode: 'yolo' };
  const args = ['run', '--spec', '-', '--result', join(results, 'one.json')];
  const ended = await runCoder(args, { ...options, input: JSON.stringify(job) });
  assert.equal(ended.code, 0, ended.stderr);

  const exported = await runCoder(['export', job.id, '--format', 'atif'], options);
  assert.equal(exported.code, 0, exported.stderr);
  const { schema_version: version, steps } = JSON.parse(exported.stdout) as {
    schema_version: string;
    steps: { source: string; message: string; tool_calls?: { function_name: string }[] }[];
  };
  assert.equal(version, 'ATIF-v1.5');
  assert.deepEqual(
    steps.map(({ source, tool_calls: calls }) => [source, calls?.[0]?.function_name].filter((each) => each).join(' ')),
    ['system', 'user', 'agent read', 'agent write', 'agent'],
  );
  assert.ok(!exported.stdout.includes('hunter2'));
  const wrong = await runCoder(['export', job.id, '--format', 'sarif'], options);
  const review = await runCoder(['review', '--format', 'atif'], options);
  assert.deepEqual([wrong.code, review.code], [2, 2]);

  const line = /^jq -c .*$/m.exec(page)?.[0] ?? '';
  if (spawnSync('jq', ['--version']).status !== 0) return t.skip('jq is not installed');
  execFileSync('bash', ['-c', line], { cwd: join(results, '..') });
  const [prediction = ''] = readFileSync(join(results, '..', 'predictions.jsonl'), 'utf8').split('\n');
  const { instance_id: id, model_patch: patch } = JSON.parse(prediction) as Record<string, string>;
  assert.equal(id, job.id);
  git('checkout', '-q', '.');
  execFileSync('git', ['apply'], { cwd: place.path, input: patch });
  assert.equal(readFileSync(join(place.path, 'sum.js'), 'utf8'), 'a + b\n');
});
