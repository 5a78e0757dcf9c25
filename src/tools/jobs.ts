/** `jobs`: lists commands running in the background, reads their output and stops them. */

import { type Infer, integer, isPlainObject, object, oneOf, optional, string } from '../base/schema.ts';
import { stripAnsi } from '../base/text/strip-ansi.ts';
import type { Processes } from '../host/process/process.ts';
import { type Waited, waitUntil } from '../host/terminal/wait-until.ts';
import type { Job } from '../protocol/job.ts';
import type { Outcome } from '../protocol/message.ts';
import { cancelled, defineTool, failed, ok, type Tool } from '../protocol/tool.ts';
import type { View } from '../protocol/view.ts';
import { said } from './for-model/plain-text.ts';

export interface JobsDeps {
  processes: Processes;
}

const input = object({
  action: oneOf(['list', 'read', 'wait', 'stop']),
  id: optional(string()),
  from: optional(integer('`next` of the last read', { min: 0 })),
  pattern: optional(string('wait: for this regex or the end')),
  timeout_secs: optional(integer('wait: default 30', { min: 1, max: 600 })),
});
type Args = Infer<typeof input>;

const WAIT_SECS = 30;
const LOOK_MS = 50;

export function jobsTool({ processes }: JobsDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'jobs',
    description: 'List, read, wait for or stop commands that bash runs in the background.',
    input,
    effect: 'none',
    permission: 'read', // only reaches commands that an approved call has started
    async execute({ action, id, from, ...until }, { signal }) {
      if (action === 'list') return ok({ jobs: processes.jobs.map(describe) });
      const job = processes.jobs.find((candidate) => candidate.id === id);
      if (!job) return failed(unknownJob(id, processes.jobs));
      if (action === 'stop') await job.stop();
      const waited = action === 'wait' ? await waitFor(job, from, until, signal) : undefined;
      const { text, next } = job.read(from);
      const report = { ...describe(job), ...(waited && { waited }), output: stripAnsi(text), next };
      return waited === 'cancelled' ? cancelled('cancelled by the user', report) : ok(report);
    },
    forModel: said(jobsText),
    view: ({ action, id }, outcome) => jobsView(id === undefined ? action : `${action} ${id}`, outcome),
  });
}

/** Waits until the job has printed the pattern, has ended, or the time is up. */
async function waitFor(
  job: Job,
  from: number | undefined,
  { pattern, timeout_secs: seconds = WAIT_SECS }: Pick<Args, 'pattern' | 'timeout_secs'>,
  signal: AbortSignal,
): Promise<Waited> {
  const listeners = new Set<() => void>();
  const timer = setInterval(() => {
    for (const listener of listeners) listener();
  }, LOOK_MS);
  const watched = {
    hasEnded: () => job.state !== 'running',
    newText: () => stripAnsi(job.read(from).text),
    idleMs: () => 0,
    hasOutput: () => true,
    listeners,
  };
  try {
    return await waitUntil({ timeoutMs: seconds * 1000, ...(pattern !== undefined && { pattern }) }, watched, signal);
  } finally {
    clearInterval(timer);
  }
}

function describe(job: Job): Record<string, unknown> {
  const { id, command, state, exitCode } = job;
  return { id, command, state, exit_code: exitCode, started_at: new Date(job.startedAt).toISOString() };
}

function unknownJob(id: string | undefined, jobs: readonly Job[]): string {
  const known = jobs.length > 0 ? `Known: ${jobs.map((job) => job.id).join(', ')}.` : 'There are none.';
  return id === undefined ? `id is missing. ${known}` : `no job ${id}. ${known}`;
}

function jobsView(title: string, outcome: Outcome | undefined): View {
  if (!outcome) return { title };
  if (outcome.status !== 'ok') return { title, body: [{ type: 'text', text: outcome.error }] };
  const { jobs, output } = outcome.result;
  if (typeof output === 'string') return { title, body: [{ type: 'text', text: output }] };
  return { title, body: [{ type: 'list', items: Array.isArray(jobs) ? jobs.map(jobLine) : [] }] };
}

function jobLine(job: unknown): string {
  if (!isPlainObject(job)) return '';
  return ['id', 'state', 'command'].map((key) => String(job[key])).join(' ');
}

function jobsText({ jobs, output, next, ...job }: Record<string, unknown>): string {
  if (Array.isArray(jobs))
    return (
      jobs
        .filter(isPlainObject)
        .map((each) => `${stateOf(each)}: ${String(each.command)}`)
        .join('\n') || 'no jobs'
    );
  const printed = String(output).trimEnd();
  return `${printed === '' ? '' : `${printed}\n`}[${stateOf(job)}; next ${String(next)}]`;
}

function stateOf({ id, state, exit_code: exitCode }: Record<string, unknown>): string {
  return state === 'running' ? `${String(id)} running` : `${String(id)} ${String(state)}, exit ${String(exitCode)}`;
}
