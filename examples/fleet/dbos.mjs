// Runs coder jobs on DBOS and PostgreSQL: node dbos.mjs tasks.jsonl. When started again, it continues with the unfinished jobs.
// DBOS_DATABASE_URL is the database; CODER is the program, if it is not on PATH.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DBOS } from '@dbos-inc/dbos-sdk';

const [coder, ...args] = (process.env.CODER ?? 'coder').split(' ');
DBOS.setConfig({ name: 'coder', systemDatabaseUrl: process.env.DBOS_DATABASE_URL, logLevel: 'error' });

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

const retries = { retriesAllowed: true, maxAttempts: 100, intervalSeconds: 1, backoffRate: 1 };
const workflow = DBOS.registerWorkflow((job) => DBOS.runStep(() => runJob(job), { name: 'run', ...retries }), {
  name: 'coder-job',
  maxRecoveryAttempts: 1000,
});
await DBOS.launch();
const queue = await DBOS.registerQueue('coder', { workerConcurrency: Number(process.env.JOBS ?? 4) });
const jobs = readFileSync(process.argv[2], 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
const handles = [];
for (const job of jobs) handles.push(await DBOS.startWorkflow(workflow, { workflowID: job.id, queueName: queue.name })(job));
for (const handle of handles) console.log(JSON.stringify(await handle.getResult()));
await DBOS.shutdown();
