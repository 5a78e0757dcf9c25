/** Jobs in clean or changed folders, killed with -9 at random moments and rerun: node test/long/jobs.ts [rounds] [seed]. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gitIn, jobRepository, startJobModel } from '../fixtures/job-model.ts';
import { CLI, coderEnv, scratch } from '../fixtures/run-coder.ts';
import { seeded } from '../policy/mutate.ts';

const [rounds = 300, seed = 1] = process.argv.slice(2).map(Number);
/** Longer than a job takes. */
const LONGEST_MS = 600;
const MOST_KILLS = 3;

using place = scratch();
const repo = jobRepository(join(place.path, 'repo'));
await using model = await startJobModel(2);
const random = seeded(seed);
const sum = { rounds: 0, dirty: 0, killed: 0, resumed: 0 };
for (let round = 0; round < rounds; round++) {
  const id = `j${round}`;
  const isDirty = random() < 0.5;
  if (isDirty) {
    writeFileSync(join(repo, 'mine.txt'), 'mine\n');
    writeFileSync(join(repo, 'a.txt'), 'mine too\n');
    sum.dirty += 1;
  }
  const spec = join(place.path, 'job.json');
  writeFileSync(spec, JSON.stringify({ id, cwd: repo, prompt: `JOB ${id}`, mode: 'auto-edit' }));
  for (let kills = Math.floor(random() * (MOST_KILLS + 1)); kills > 0; kills--) await killedRun(spec);
  const first = await run(spec);
  const { patch, skipped, stop, resumed } = JSON.parse(first) as Record<string, unknown> & { patch: string };
  assert.deepEqual([stop, skipped], ['answered', []], first);
  const files = patch.match(/^diff --git .*/gm) ?? [];
  assert.deepEqual(
    files,
    [1, 2].map((file) => `diff --git a/${id}-${file}.txt b/${id}-${file}.txt`),
    `round ${round}, ${isDirty ? 'dirty' : 'clean'}`,
  );
  assert.equal(await run(spec), first, 'the same result');
  for (const file of [1, 2]) assert.equal(readFileSync(join(repo, `${id}-${file}.txt`), 'utf8'), `${id}-${file}.txt\n`);
  if (isDirty) assert.equal(readFileSync(join(repo, 'a.txt'), 'utf8'), 'mine too\n');
  const left = readdirSync(join(place.home, '.coder/jobs', id)).filter((name) => /^index|lock$|^\..*\.tmp$/.test(name)); // .tmp: lock attempts
  assert.deepEqual(left, [], `round ${round}`);
  if (resumed) sum.resumed += 1;
  sum.rounds += 1;
  gitIn(repo, 'checkout', '-q', '.');
  gitIn(repo, 'clean', '-fdq');
  if (sum.rounds % 50 === 0) console.log(JSON.stringify(sum));
}
await noneLeft();
console.log(JSON.stringify(sum));

function start(spec: string) {
  const env = coderEnv({ cwd: repo, home: place.home, url: model.url });
  return spawn(process.execPath, [CLI, 'run', '--spec', spec], { cwd: repo, env, stdio: ['ignore', 'pipe', 'ignore'] });
}

async function killedRun(spec: string): Promise<void> {
  const child = start(spec);
  const ended = once(child, 'close');
  child.stdout.resume();
  await Promise.race([ended, sleep(random() * LONGEST_MS)]);
  if (child.exitCode === null && child.kill('SIGKILL')) sum.killed += 1;
  await ended;
}

async function run(spec: string): Promise<string> {
  const child = start(spec);
  const ended = once(child, 'close');
  const said = await text(child.stdout);
  await ended;
  assert.equal(child.exitCode, 0, said);
  return said;
}

/** Waits until the leftover processes of killed jobs have ended on their own. */
async function noneLeft(): Promise<void> {
  const ofThis = () =>
    readdirSync('/proc').filter((name) => {
      if (!/^\d+$/.test(name) || Number(name) === process.pid) return false;
      try {
        return readFileSync(`/proc/${name}/environ`, 'latin1').includes(`HOME=${place.home}\0`);
      } catch {
        return false; // ended, or not ours
      }
    });
  for (const until = Date.now() + 5000; ofThis().length > 0; ) {
    assert.ok(Date.now() < until, `left: ${ofThis().join(', ')}`);
    await sleep(20);
  }
}
