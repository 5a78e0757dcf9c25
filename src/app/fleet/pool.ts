/**
 * A pool of jobs on one machine: a fixed number at a time, each in a separate process. Waiting jobs take no memory, and jobs with a result
 * are not run again.
 */

import { createReadStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeAtomic } from '../../base/files/atomic-write.ts';
import { parseJson } from '../../base/parse-json.ts';
import { parse } from '../../base/schema.ts';
import type { Processes } from '../../host/process/process.ts';
import type { Fault } from '../../protocol/fault.ts';
import { type FleetStop, heartbeatSchema, isFinal } from '../../protocol/fleet-job.ts';
import { emptyResult, type FleetResult, fleetResultSchema } from '../../protocol/fleet-result.ts';
import type { Budget } from '../../protocol/spending.ts';
import { jobFolder } from '../../session/fleet-jobs.ts';
import { inTheirWords } from '../../words/fault.ts';
import { jobFault } from '../../words/job-fault.ts';
import { countLines, isAnother, readTask, type Task } from './tasks.ts';

export interface PoolOptions {
  /** coder's own folder, which records the job of each id. */
  home: string;
  /** The file with one job per line. */
  tasks: string;
  results: string;
  jobs: number;
  budget: Budget;
  /** The command that starts coder; `run` and its options follow. */
  coder: readonly [string, ...string[]];
  cwd: string;
  processes: Processes;
  /** Called when there is something new to show. */
  changed(pool: PoolState): void;
  ended(id: string, stop: FleetStop, error: Fault | undefined): void;
}

interface RunningJob {
  id: string;
  /** The job as requested. */
  job: object;
  step: number;
  calls: readonly string[];
  tokens: number;
  cost: number;
  since: number;
}

export interface PoolState {
  total: number;
  running: ReadonlyMap<string, RunningJob>;
  answered: number;
  /** Ended without an answer. */
  failed: number;
  stopped: number;
  /** Already had a result. */
  before: number;
  /** Tokens of jobs that have ended. */
  tokens: number;
  cost: number;
  isBudgetSpent: boolean;
}

const NOTHING_YET = { answered: 0, failed: 0, stopped: 0, before: 0, tokens: 0, cost: 0, isBudgetSpent: false };

/** The time a job gets to save its session. */
const GRACE_MS = 3000;
const KEEP_BYTES = 64 * 1024;

export async function runPool(options: PoolOptions, signal: AbortSignal): Promise<PoolState> {
  const { tasks, results, changed } = options;
  mkdirSync(results, { recursive: true });
  const began = Date.now();
  const running = new Map<string, RunningJob>();
  const state = { ...NOTHING_YET, total: await countLines(tasks), running };
  const spent = new AbortController();
  let broken: unknown;
  const stop = AbortSignal.any([signal, spent.signal]);
  const lines = createInterface({ input: createReadStream(tasks), crlfDelay: Number.POSITIVE_INFINITY });
  const next = lines[Symbol.asyncIterator]();
  let number = 0;
  changed(state);
  await Promise.all(Array.from({ length: options.jobs }, worker));
  lines.close();
  if (broken !== undefined) throw broken;
  return state;

  async function worker(): Promise<void> {
    while (!stop.aborted) {
      const { value, done } = await next.next();
      if (done) return;
      const line = value.trim();
      number += 1;
      try {
        if (line !== '') await one(line, number);
      } catch (error) {
        broken ??= error; // the disk is full or the folder is gone; running jobs still save their sessions
        spent.abort();
      }
    }
  }

  async function one(line: string, at: number): Promise<void> {
    const task = readTask(line, at);
    const file = resultFile(results, task.id);
    const known = readStored(file);
    if (isAnother(task, running.get(task.id)?.job, options)) {
      state.failed += 1;
      return options.ended(task.id, 'failed', jobFault('lineOtherJob', String(at)));
    }
    if (running.has(task.id)) return void state.before++;
    if (known && isFinal(known.stop)) {
      state.before += 1;
      return count(state, known);
    }
    running.set(task.id, begunNow(task));
    changed(state);
    const result = await resultOf(options, task, file, stop, (line) => beat(task.id, line));
    running.delete(task.id);
    count(state, result);
    if (result.stop === 'answered') state.answered += 1;
    else if (result.stop === 'cancelled') state.stopped += 1;
    else state.failed += 1;
    options.ended(task.id, result.stop, 'problem' in task ? task.problem : errorIn(result));
    changed(state);
    checkBudget();
  }

  function beat(id: string, line: string): boolean {
    const parsed = parse(heartbeatSchema, parseJson(line));
    const job = running.get(id);
    if (!parsed.ok || !job) return parsed.ok;
    const { step, calls, tokens, cost } = parsed.value;
    running.set(id, { ...job, step, calls, tokens, cost });
    changed(state);
    checkBudget();
    return true;
  }

  function checkBudget(): void {
    if (!isOver(options.budget, state, began)) return;
    state.isBudgetSpent = true;
    spent.abort();
  }
}

/** As the job's own process said it. */
function errorIn({ error }: FleetResult): Fault | undefined {
  return error === undefined ? undefined : inTheirWords(error);
}

function begunNow(task: Task): RunningJob {
  const job = 'job' in task ? task.job : {};
  return { id: task.id, job, step: 0, calls: [], tokens: 0, cost: 0, since: Date.now() };
}

function count(state: { tokens: number; cost: number }, { usage, cost = 0 }: FleetResult): void {
  state.tokens += usage.input + usage.output;
  state.cost += cost;
}

async function resultOf(
  options: PoolOptions,
  task: Task,
  file: string,
  stop: AbortSignal,
  step: (line: string) => boolean,
): Promise<FleetResult> {
  if ('job' in task) return runChild(options, { ...task, file }, stop, step);
  const failed = emptyResult(task.id, 'failed', 2, task.problem.text);
  await writeAtomic(file, `${JSON.stringify(failed)}\n`);
  return failed;
}

/** True if the budget is spent; steps under way may exceed it. */
function isOver({ money, tokens, minutes }: Budget, state: PoolState, began: number): boolean {
  const sum = spentBy(state);
  const reaches = (limit: number | undefined, used: number) => limit !== undefined && used >= limit;
  return reaches(money, sum.cost) || reaches(tokens, sum.tokens) || reaches(minutes, (Date.now() - began) / 60_000);
}

/** `step` returns true if the line was a heartbeat. */
async function runChild(
  { results, coder, cwd, processes }: PoolOptions,
  { id, job, file }: { id: string; job: object; file: string },
  stop: AbortSignal,
  step: (line: string) => boolean,
): Promise<FleetResult> {
  const spec = join(results, `.${jobFolder('', id).key}.spec`);
  writeFileSync(spec, JSON.stringify(job), { mode: 0o600 });
  rmSync(file, { force: true });
  let rest = '';
  let said = '';
  const [program, ...args] = coder;
  const child = processes.serve({
    argv: [program, ...args, 'run', '--spec', spec, '--result', file],
    cwd,
    timeoutMs: 0,
    keepBytes: KEEP_BYTES,
    onOutput(text, stream) {
      if (stream !== 'stderr') return;
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) if (!step(part)) said = part;
    },
  });
  const end = () => void stopGently(child.pid, child.result, () => child.end());
  if (stop.aborted) end();
  stop.addEventListener('abort', end, { once: true });
  const { exitCode } = await child.result;
  stop.removeEventListener('abort', end);
  rmSync(spec, { force: true });
  const result = readStored(file);
  if (result) return result;
  const why = (said || rest).replace(/^coder: /, '') || `ended with exit code ${exitCode} and no result`;
  const failed = emptyResult(id, 'failed', exitCode, why);
  if (stop.aborted) return { ...failed, stop: 'cancelled' };
  await writeAtomic(file, `${JSON.stringify(failed)}\n`);
  return failed;
}

/** The spending of the pool, including jobs that still run. */
export function spentBy({ tokens, cost, running }: PoolState): { tokens: number; cost: number } {
  const all = [...running.values()];
  return {
    tokens: all.reduce((sum, job) => sum + job.tokens, tokens),
    cost: all.reduce((sum, job) => sum + job.cost, cost),
  };
}

export function resultFile(results: string, id: string): string {
  return join(results, `${jobFolder('', id).key}.json`);
}

export function readStored(file: string): FleetResult | undefined {
  const parsed = existsSync(file) ? parse(fleetResultSchema, parseJson(readFileSync(file, 'utf8'))) : undefined;
  return parsed?.ok ? parsed.value : undefined;
}

async function stopGently(pid: number | undefined, ended: Promise<unknown>, end: () => Promise<void>): Promise<void> {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGTERM');
  } catch {
    // it has just ended on its own
  }
  await Promise.race([ended, sleep(GRACE_MS, undefined, { ref: false })]);
  await end();
}
