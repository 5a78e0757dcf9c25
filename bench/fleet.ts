/** What a job costs beyond its run, what a waiting one costs, and whether the pool's memory stays constant: node bench/fleet.ts [jobs]. */

import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { jobRepository, startJobModel } from '../test/fixtures/job-model.ts';
import { CLI, coderEnv, type Line, median, report, runNode, scratchFolder } from './measure.ts';

const JOBS = Number(process.argv[2] ?? 1000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
const WAITING = 200_000;
const IN_ROW = 10;
const AS_US = ['-c', 'user.name=b', '-c', 'user.email=b@example.org'];

const folder = scratchFolder();
const repo = jobRepository(join(folder.path, 'repo'));
const server = await startJobModel(1);
const env = coderEnv(server.url, folder.path);
const job = (id: string, more: object = {}) => ({ id, cwd: repo, prompt: `JOB ${id}`, mode: 'auto-edit', ...more });
let count = 0;

const lines = [...(await besideTheRun()), ...(await inThePool()), ...(await waiting()), ...(await footprint())];
await server.close();
folder.remove();
process.exitCode = report(lines) ? 0 : 1;

interface Cost {
  wallMs: number;
  /** CPU time including children. */
  cpuMs: number;
}

/**
 * Writes a file in the same repository: in a run, in a job, and in a job in a worktree. Interleaved, so that all see the same machine load.
 */
async function besideTheRun(): Promise<Line[]> {
  const runs = { run: [] as Cost[], job: [] as Cost[], worktree: [] as Cost[], git: [] as Cost[] };
  for (let round = -1; round < ROUNDS; round++) {
    const costs = {
      run: await costOf(() => coder('-p', `JOB ${nextId()}`, '--mode', 'auto-edit')),
      job: await costOf(() => coder('run', '--spec', spec())),
      worktree: await costOf(() => coder('run', '--spec', spec({ worktree: true }))),
      git: await costOf(async () => worktreeByGit()),
    };
    if (round >= 0) for (const key of ['run', 'job', 'worktree', 'git'] as const) runs[key].push(costs[key]);
  }
  const least = (costs: readonly Cost[], of: keyof Cost) => Math.min(...costs.map((cost) => cost[of]));
  const mean = (costs: readonly Cost[]) => costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / costs.length;
  const wall = (key: keyof typeof runs) => least(runs[key], 'wallMs');
  const beside = wall('job') - wall('run');
  const inWorktree = wall('worktree') - wall('run') - wall('git');
  return [
    { what: 'a run', value: wall('run'), unit: 'ms' },
    { what: 'a job beyond its run', value: beside, unit: 'ms', limit: 30 },
    { what: 'a job relative to its run', value: wall('job') / wall('run'), unit: '×' },
    { what: 'a job beyond its run, mean CPU', value: mean(runs.job) - mean(runs.run), unit: 'ms' },
    { what: 'a worktree by git alone', value: wall('git'), unit: 'ms' },
    { what: 'a job in a worktree beyond run and git', value: inWorktree, unit: 'ms', limit: 30 },
    { what: 'a job in a worktree relative to both', value: wall('worktree') / (wall('run') + wall('git')), unit: '×' },
    {
      what: 'a job in a worktree beyond both, mean CPU',
      value: mean(runs.worktree) - mean(runs.run) - mean(runs.git),
      unit: 'ms',
    },
  ];
}

/** Runs jobs one after the other through the pool, compared with the same jobs started by hand. */
async function inThePool(): Promise<Line[]> {
  const alone: number[] = [];
  const pooled: number[] = [];
  for (let round = 0; round < 3; round++) {
    const one = await costOf(async () => {
      for (let at = 0; at < IN_ROW; at++) await coder('run', '--spec', spec());
    });
    const empty = await costOf(() => pool([], 1).ended);
    const all = await costOf(
      () =>
        pool(
          Array.from({ length: IN_ROW }, () => job(nextId())),
          1,
        ).ended,
    );
    alone.push(one.wallMs / IN_ROW);
    pooled.push((all.wallMs - empty.wallMs) / IN_ROW);
  }
  const beside = Math.min(...pooled) - Math.min(...alone);
  return [{ what: 'a job in the pool beyond the job alone', value: beside, unit: 'ms', limit: 30 }];
}

/** The pool's memory after the first jobs of a short file and of a long one. */
async function waiting(): Promise<Line[]> {
  const after = async (more: number): Promise<number> => {
    const first = Array.from({ length: 3 }, () => job(nextId()));
    const rest = Array.from({ length: more }, (_, at) => job(`waits-${at}`, { cwd: folder.path }));
    const running = pool([...first, ...rest], 1);
    const memory = await running.after(3);
    running.stop();
    await running.ended;
    return memory;
  };
  const few = median([await after(1), await after(1), await after(1)]);
  const many = median([await after(WAITING), await after(WAITING), await after(WAITING)]);
  return [
    { what: 'memory of the pool', value: few, unit: 'MB' },
    { what: `with ${WAITING} waiting jobs`, value: many / few, unit: '×', limit: 1.25 },
  ];
}

async function footprint(): Promise<Line[]> {
  const running = pool(
    Array.from({ length: JOBS }, () => job(nextId(), { cwd: folder.path })),
    4,
  );
  const early = Math.ceil(JOBS / 10);
  const before = await running.after(early);
  const after = await running.after(JOBS);
  await running.ended;
  return [
    { what: `memory of a pool of 4 after ${early} jobs`, value: before, unit: 'MB' },
    { what: `after ${JOBS}`, value: after / before, unit: '×', limit: 1.25 },
  ];
}

function spec(more: object = {}): string {
  const file = join(folder.path, 'job.json');
  writeFileSync(file, JSON.stringify(job(nextId(), more)));
  return file;
}

function nextId(): string {
  count += 1;
  return `b${count}`;
}

async function coder(...args: string[]): Promise<void> {
  const { exitCode } = await runNode([CLI, ...args], { cwd: repo, env, silent: true });
  if (exitCode !== 0) throw new Error(`coder ${args.join(' ')} ended with ${exitCode}`);
}

/** Each line on standard error means that one job has ended. */
function pool(jobs: readonly object[], size: number) {
  const file = join(folder.path, `${nextId()}.jsonl`);
  writeFileSync(file, jobs.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const args = [CLI, 'fleet', 'run', file, '--results', `${file}.out`, '--jobs', String(size)];
  const child = spawn(process.execPath, args, { cwd: folder.path, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const seen: number[] = [];
  let told = () => {};
  createInterface({ input: child.stderr }).on('line', () => {
    seen.push(residentMb(child.pid));
    told();
  });
  const ended = new Promise<void>((done) => child.on('close', () => done()));
  return {
    ended,
    stop: () => void child.kill('SIGTERM'),
    async after(number: number): Promise<number> {
      while (seen.length < number) await new Promise<void>((done) => (told = done));
      return seen[number - 1] ?? Number.NaN;
    },
  };
}

function residentMb(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

/** The same with git's own commands: create, commit, show as a patch, look through, remove. */
function worktreeByGit(): void {
  const place = join(folder.path, nextId());
  const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, stdio: 'ignore' });
  git(repo, 'worktree', 'add', '--quiet', '-b', `by-git-${count}`, place);
  writeFileSync(join(place, 'b.txt'), 'b\n');
  git(place, 'add', '-A');
  git(place, ...AS_US, 'commit', '--quiet', '-m', 'b');
  git(place, 'diff', 'HEAD^', 'HEAD');
  git(place, 'status', '--porcelain');
  git(repo, 'worktree', 'remove', place);
  git(repo, 'branch', '--quiet', '-D', `by-git-${count}`);
}

async function costOf(work: () => Promise<void>): Promise<Cost> {
  execFileSync('git', ['clean', '-fdq'], { cwd: repo });
  const [cpu, wall] = [childrenMs(), performance.now()];
  await work();
  return { wallMs: performance.now() - wall, cpuMs: childrenMs() - cpu };
}

/** CPU time of all children that have ended, from clock ticks of 10 ms. */
function childrenMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * 10;
}
