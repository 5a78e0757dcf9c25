// Runs coder jobs on graphile-worker and PostgreSQL. Start a worker: node graphile-worker.mjs worker. Add jobs from a file: … add tasks.jsonl
// DATABASE_URL is the database; CODER is the program, if it is not on PATH. Results go to the table coder_results.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeWorkerUtils, run } from 'graphile-worker';

const connectionString = process.env.DATABASE_URL;
const [coder, ...args] = (process.env.CODER ?? 'coder').split(' ');
const utils = await makeWorkerUtils({ connectionString });
await utils.migrate();
const query = (text, values) => utils.withPgClient((client) => client.query(text, values));

/** Safe to repeat: the same id returns its result, resumes, or reports that it is running, in which case this waits. */
async function runJob(job, signal) {
  for (;;) {
    const child = spawn(coder, [...args, 'run', '--spec', '-'], { stdio: ['pipe', 'pipe', 'ignore'], signal });
    child.stdin.on('error', () => {}).end(JSON.stringify(job));
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
    if (code === 75) await sleep(1000);
    else if (text === '' || code === 1 || code === 130) throw new Error(`coder ended with ${code}`); // so that it is retried
    else return JSON.parse(text);
  }
}

if (process.argv[2] === 'add') {
  await query('create table if not exists coder_results (id text primary key, result jsonb not null)');
  for (const line of readFileSync(process.argv[3], 'utf8').split('\n').filter(Boolean)) {
    const job = JSON.parse(line);
    await utils.addJob('coder', job, { jobKey: job.id, maxAttempts: 100 });
  }
} else {
  const task = async (job, { abortSignal }) => {
    const result = await runJob(job, abortSignal);
    await query('insert into coder_results values ($1, $2) on conflict do nothing', [result.id, result]);
  };
  const runner = await run({ connectionString, concurrency: Number(process.env.JOBS ?? 4), pollInterval: 500, taskList: { coder: task } });
  // graphile-worker waits four hours for a vanished worker. Taking a job from a live worker is harmless: the second waits for the first.
  const seconds = Number(process.env.LOCK_MS ?? 30_000) / 1000;
  const taken = `select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs
    where locked_at < now() - make_interval(secs => $1)))`;
  const unlocking = setInterval(() => query(taken, [seconds]).catch(() => {}), seconds * 1000);
  await runner.promise.finally(() => clearInterval(unlocking));
}
await utils.release();
