// Runs coder jobs on BullMQ and Redis. Start a worker: node bullmq.mjs worker. Add jobs from a file: node bullmq.mjs add tasks.jsonl
// REDIS_URL is the server; CODER is the program, if it is not on PATH.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

const connection = new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', { maxRetriesPerRequest: null });
const [coder, ...args] = (process.env.CODER ?? 'coder').split(' ');

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
  const queue = new Queue('coder', { connection });
  for (const line of readFileSync(process.argv[3], 'utf8').split('\n').filter(Boolean)) {
    const job = JSON.parse(line);
    await queue.add('job', job, { jobId: job.id, attempts: 100, backoff: { type: 'fixed', delay: 1000 } });
  }
  await queue.close();
  connection.disconnect();
} else {
  const stop = new AbortController();
  const worker = new Worker('coder', (job) => runJob(job.data, stop.signal), {
    connection,
    concurrency: Number(process.env.JOBS ?? 4),
    lockDuration: Number(process.env.LOCK_MS ?? 30_000), // renewed while the worker lives; once it expires, another worker takes a dead one's job
    stalledInterval: Number(process.env.LOCK_MS ?? 30_000),
    maxStalledCount: 100, // a killed worker is no reason to give up: the job resumes
  });
  worker.on('error', (error) => console.error(error.message));
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => (stop.abort(), worker.close().then(() => connection.disconnect())));
}
