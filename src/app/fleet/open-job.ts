/** Opens a job: its id leads to its result, to the process that runs it, or to the place where it stopped. */

import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FileLock } from '../../base/files/file-lock.ts';
import { coderHome } from '../../base/files/home-folder.ts';
import { sessionId } from '../../base/ids.ts';
import { parse } from '../../base/schema.ts';
import type { Worktree } from '../../host/worktree/add-worktree.ts';
import { parseBudget } from '../../log/budget.ts';
import type { Fault } from '../../protocol/fault.ts';
import { type FleetJob, fleetJobSchema, isFinal } from '../../protocol/fleet-job.ts';
import type { FleetResult } from '../../protocol/fleet-result.ts';
import {
  type JobFolder,
  type JobState,
  jobFolder,
  lockJob,
  readState,
  sameJob,
  writeState,
} from '../../session/fleet-jobs.ts';
import { faultWith } from '../../words/fault.ts';
import { issuesFault } from '../../words/issue-fault.ts';
import { jobFault } from '../../words/job-fault.ts';
import type { AgentOptions } from '../agent-options.ts';
import { type AppSettings, loadAppSettings } from '../load-app-settings.ts';
import { type JobAgent, jobAgent } from './job-agent.ts';
import { createPreparation, type Preparation, preparedBefore } from './prepare-job.ts';
import { type RepositoryState, repositoryState } from './repository-state.ts';
import { type OpenWorktreeHost, openWorktreeHost } from './worktree-host.ts';

export interface OpenJob {
  job: FleetJob & { id: string };
  app: AppSettings;
  folder: JobFolder;
  lock: FileLock;
  host: OpenWorktreeHost;
  worktree?: Worktree;
  preparation: Preparation;
  agent: JobAgent;
}

export type JobOpening =
  | { kind: 'refused'; why: Fault }
  | { kind: 'finished'; result: FleetResult }
  | { kind: 'running'; id: string; pid: number | undefined; host: string | undefined }
  | { kind: 'open'; open: OpenJob };

type Checked = { ok: true; job: FleetJob & { id: string } } | { ok: false; why: Fault };

export async function openJob(options: AgentOptions, input: unknown, signal: AbortSignal): Promise<JobOpening> {
  const checked = await checkJob(input, options);
  if (!checked.ok) return refused(checked.why);
  const { job } = checked;
  const agent = agentFor(options, job);
  const home = coderHome(options.env);
  const folder = jobFolder(home, job.id);
  const host = openWorktreeHost(home, options.env);
  const isPlain = !job.worktree && job.base === undefined; // git is asked later, as nothing it reports could stop the job
  const looking = isPlain || hasState(folder) ? undefined : repositoryState(host, job, signal); // while the rest loads
  looking?.catch(() => {}); // the caller that awaits it gets the error
  let lock: FileLock | undefined;
  let isKept = false;
  try {
    const app = await loadAppSettings(agent); // a bad mode, model or setting is reported before anything is created
    const locked = lockJob(folder);
    if (!locked.ok) return { kind: 'running', id: job.id, pid: locked.owner?.pid, host: locked.owner?.host };
    lock = locked.lock;
    const before = readState(folder);
    if (before && !sameJob(before.job, job)) return refused(jobFault('jobOther', job.id));
    const result = before && (await resultIn(folder));
    if (result && isFinal(result.stop)) {
      // The run that wrote the result may have been killed before it removed its worktree.
      if (job.worktree) await (await import('./job-worktree.ts')).removeLeft(host, namedWorktree(job, folder), signal);
      return { kind: 'finished', result };
    }
    const from = before ?? (isPlain ? {} : await (looking ?? repositoryState(host, job, signal)));
    const begun = await begin(host, folder, job, from, signal);
    if (!begun.ok) return refused(begun.why);
    const { state, worktree } = begun;
    const isFirst = !before && !worktree;
    const preparation = isFirst ? createPreparation(state, { job, folder, host }, signal) : preparedBefore(state);
    const working = jobAgent({ ...agent, cwd: worktree?.cwd ?? job.cwd }, folder, preparation);
    const place = { folder, lock, host, ...(worktree && { worktree }) };
    const open: OpenJob = { job, app, ...place, preparation, agent: working };
    isKept = true;
    return { kind: 'open', open };
  } finally {
    if (!isKept) {
      lock?.release();
      await host.close();
    }
  }
}

/** Checks for errors that are known before anything is touched. */
async function checkJob(input: unknown, { cwd, env }: Pick<AgentOptions, 'cwd' | 'env'>): Promise<Checked> {
  const parsed = parse(fleetJobSchema, input);
  if (!parsed.ok) return { ok: false, why: issuesFault(parsed.issues) };
  const { id = `run-${sessionId()}`, ...job } = parsed.value;
  const folder = resolve(cwd, job.cwd);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    return { ok: false, why: jobFault('jobNoFolder', folder) };
  if (job.budget !== undefined && !parseBudget(job.budget))
    return { ok: false, why: jobFault('jobBudget', job.budget) };
  const unset = job.env_names?.find((name) => env[name] === undefined);
  if (unset !== undefined) return { ok: false, why: jobFault('jobVariable', unset) };
  const { output_schema: schema } = job;
  const unknown = schema === undefined ? [] : (await import('../../base/json-value-schema.ts')).unknownKeywords(schema);
  if (unknown.length > 0) return { ok: false, why: jobFault('jobSchema', unknown.slice(0, 5).join(', ')) };
  return { ok: true, job: { ...job, id, cwd: folder } };
}

function agentFor(options: AgentOptions, job: FleetJob): AgentOptions {
  const { mode, model, budget, env_names: names } = job;
  return {
    ...options,
    cwd: job.cwd,
    attended: false,
    flags: {
      ...options.flags,
      ...(mode !== undefined && { mode }),
      ...(model !== undefined && { model }),
      ...(budget !== undefined && { budget }),
      ...(names !== undefined && names.length > 0 && { safety: { keep_env: names } }),
    },
  };
}

type Begun = { ok: true; state: JobState; worktree?: Worktree } | { ok: false; why: Fault };

async function begin(
  host: OpenWorktreeHost,
  folder: JobFolder,
  job: FleetJob & { id: string },
  from: JobState | RepositoryState,
  signal: AbortSignal,
): Promise<Begun> {
  const isNew = !('version' in from);
  if (isNew && from.top === undefined && (job.worktree || job.base !== undefined))
    return { ok: false, why: jobFault('jobNoRepository', job.worktree ? 'worktree' : 'base', job.cwd) };
  if (isNew && from.base?.ok === false && (job.worktree || job.base !== undefined))
    return { ok: false, why: faultWith('placed', 'base', from.base.error) };
  const state: JobState = isNew ? { version: 1, job, ...(from.base?.ok && { base: from.base.sha }) } : from;
  if (!job.worktree) return { ok: true, state };
  const writing = isNew ? writeState(folder, state) : undefined; // nothing works in it before this is written
  writing?.catch(() => {}); // awaited below
  const { worktreeFor } = await import('./job-worktree.ts');
  const worktree = await worktreeFor(host, namedWorktree(job, folder), state.base, signal);
  await writing;
  if ('says' in worktree) return { ok: false, why: faultWith('placed', 'worktree', worktree) };
  const { base } = worktree.record;
  if (base === state.base) return { ok: true, state, worktree };
  const actual = { ...state, base }; // the run that created it was killed before writing this down
  await writeState(folder, actual);
  return { ok: true, state: actual, worktree };
}

/** Loads the reader only if there is a result; most jobs have none. */
async function resultIn(folder: JobFolder): Promise<FleetResult | undefined> {
  if (!existsSync(join(folder.path, 'result.json'))) return undefined;
  return (await import('../../session/fleet-results.ts')).readResult(folder);
}

function hasState({ path }: JobFolder): boolean {
  return existsSync(join(path, 'job.json'));
}

function namedWorktree({ cwd }: FleetJob, { key }: JobFolder): { cwd: string; name: string } {
  return { cwd, name: key };
}

function refused(why: Fault): JobOpening {
  return { kind: 'refused', why };
}
