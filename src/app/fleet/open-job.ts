/** Opens a job: its id leads to its result, to the process that runs it, or to the place where it stopped. */

import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FileLock } from '../../base/files/file-lock.ts';
import { coderHome } from '../../base/files/home-folder.ts';
import { sessionId } from '../../base/ids.ts';
import { explain, parse } from '../../base/schema.ts';
import type { Worktree } from '../../host/worktree/add-worktree.ts';
import { parseBudget } from '../../log/budget.ts';
import { type FleetJob, fleetJobSchema, isFinal } from '../../protocol/fleet-job.ts';
import type { FleetResult } from '../../protocol/fleet-result.ts';
import { BUDGET_HINT } from '../../protocol/spending.ts';
import {
  type JobFolder,
  type JobState,
  jobFolder,
  lockJob,
  readState,
  sameJob,
  writeState,
} from '../../session/fleet-jobs.ts';
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
  | { kind: 'refused'; why: string }
  | { kind: 'finished'; result: FleetResult }
  | { kind: 'running'; id: string; pid: number | undefined; host: string | undefined }
  | { kind: 'open'; open: OpenJob };

type Checked = { ok: true; job: FleetJob & { id: string } } | { ok: false; why: string };

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
    if (before && !sameJob(before.job, job))
      return refused(`id: ${job.id} is the id of another job. Give this one an id of its own.`);
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
  if (!parsed.ok) return { ok: false, why: explain(parsed.issues) };
  const { id = `run-${sessionId()}`, ...job } = parsed.value;
  const folder = resolve(cwd, job.cwd);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    return { ok: false, why: `cwd: no such folder: ${folder}` };
  if (job.budget !== undefined && !parseBudget(job.budget))
    return { ok: false, why: `budget: cannot be read: ${job.budget}. ${BUDGET_HINT}` };
  const unset = job.env_names?.find((name) => env[name] === undefined);
  if (unset !== undefined) return { ok: false, why: `env_names: ${unset} is not set` };
  const { output_schema: schema } = job;
  const unknown = schema === undefined ? [] : (await import('../../base/json-value-schema.ts')).unknownKeywords(schema);
  if (unknown.length > 0)
    return { ok: false, why: `output_schema: what coder cannot check: ${unknown.slice(0, 5).join(', ')}` };
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

type Begun = { ok: true; state: JobState; worktree?: Worktree } | { ok: false; why: string };

async function begin(
  host: OpenWorktreeHost,
  folder: JobFolder,
  job: FleetJob & { id: string },
  from: JobState | RepositoryState,
  signal: AbortSignal,
): Promise<Begun> {
  const isNew = !('version' in from);
  if (isNew && from.top === undefined && (job.worktree || job.base !== undefined))
    return { ok: false, why: `${job.worktree ? 'worktree' : 'base'}: ${job.cwd} is not in a git repository` };
  if (isNew && from.base?.ok === false && (job.worktree || job.base !== undefined))
    return { ok: false, why: `base: ${from.base.error}` };
  const state: JobState = isNew ? { version: 1, job, ...(from.base?.ok && { base: from.base.sha }) } : from;
  if (!job.worktree) return { ok: true, state };
  const writing = isNew ? writeState(folder, state) : undefined; // nothing works in it before this is written
  writing?.catch(() => {}); // awaited below
  const { worktreeFor } = await import('./job-worktree.ts');
  const worktree = await worktreeFor(host, namedWorktree(job, folder), state.base, signal);
  await writing;
  if (typeof worktree === 'string') return { ok: false, why: `worktree: ${worktree}` };
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

function refused(why: string): JobOpening {
  return { kind: 'refused', why };
}
