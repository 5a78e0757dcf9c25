/** Opens a job: the same id finds its result, the process that has it, or the place where it stopped. */

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FileLock } from '../../base/files/file-lock.ts';
import { sessionId } from '../../base/ids.ts';
import { unknownKeywords } from '../../base/json-value-schema.ts';
import { explain, parse } from '../../base/schema.ts';
import {
  addWorktree,
  repositoryAt,
  resolveCommit,
  takeWorktree,
  type Worktree,
} from '../../host/worktree/add-worktree.ts';
import { removeWorktree } from '../../host/worktree/remove-worktree.ts';
import { readRecord, worktreesOf } from '../../host/worktree/store.ts';
import { parseBudget } from '../../log/budget.ts';
import { type FleetJob, type FleetResult, fleetJobSchema, isFinal } from '../../protocol/fleet-job.ts';
import type { Entry } from '../../protocol/session.ts';
import { BUDGET_HINT } from '../../protocol/spending.ts';
import {
  type JobFolder,
  type JobState,
  jobFolder,
  jobSession,
  lockJob,
  readResult,
  readState,
  sameJob,
  writeState,
} from '../../session/fleet-jobs.ts';
import { readEntries } from '../../session/log.ts';
import type { AgentOptions } from '../agent-options.ts';
import { type AppSettings, loadAppSettings } from '../load-app-settings.ts';
import { treeNow } from './job-patch.ts';
import { type OpenWorktreeHost, openWorktreeHost } from './worktree-host.ts';

export interface OpenJob {
  job: FleetJob & { id: string };
  app: AppSettings;
  folder: JobFolder;
  /** Complete once `prepared` is. */
  state: JobState;
  /** Everything is noted that the patch is made from: nothing may change before that. Never rejects for what git says. */
  prepared: Promise<void>;
  lock: FileLock;
  /** For the agent that works on it. */
  agent: AgentOptions;
  worktree?: Worktree;
  host: OpenWorktreeHost;
  /** Its session as it was found; empty: it begins. */
  entries: readonly Entry[];
  /** What is missing so far. */
  skipped: string[];
}

export type JobOpening =
  | { kind: 'refused'; why: string }
  | { kind: 'finished'; result: FleetResult }
  | { kind: 'running'; id: string; pid: number | undefined; host: string | undefined }
  | { kind: 'open'; open: OpenJob };

type Checked = { ok: true; job: FleetJob & { id: string } } | { ok: false; why: string };

export async function openJob(options: AgentOptions, input: unknown, signal: AbortSignal): Promise<JobOpening> {
  const checked = checkJob(input, options);
  if (!checked.ok) return refused(checked.why);
  const { job } = checked;
  const agent = agentFor(options, job);
  const app = await loadAppSettings(agent); // what is wrong with mode, model or settings is said before anything is made
  const folder = jobFolder(app.home, job.id);
  const locked = lockJob(folder);
  if (!locked.ok) return { kind: 'running', id: job.id, pid: locked.owner?.pid, host: locked.owner?.host };
  const { lock } = locked;
  const host = openWorktreeHost(app.home, options.env);
  let isKept = false;
  try {
    const before = readState(folder);
    if (before && !sameJob(before.job, job))
      return refused(`id: ${job.id} is the id of another job. Give this one an id of its own.`);
    const result = readResult(folder);
    if (before && result && isFinal(result.stop)) {
      await removeLeft(host, job, folder, signal); // whoever wrote it may have been killed before
      return { kind: 'finished', result };
    }
    const begun = await begin(host, folder, job, before, signal);
    if (!begun.ok) return refused(begun.why);
    const { state, worktree } = begun;
    const session = jobSession(folder);
    isKept = true;
    const open: OpenJob = {
      job,
      app,
      folder,
      state,
      prepared: Promise.resolve(),
      lock,
      host,
      skipped: [],
      entries: session === undefined ? [] : readEntries(folder.sessions, session),
      agent: {
        ...agent,
        cwd: worktree?.cwd ?? job.cwd,
        sessionsFolder: folder.sessions,
        session: session === undefined ? { kind: 'new' } : { kind: 'resume', id: session },
      },
      ...(worktree && { worktree }),
    };
    if (!before && !worktree) open.prepared = prepare(open, signal); // beside all else that is made ready
    open.prepared.catch(() => {}); // whoever works on it hears of it when it waits for it
    return { kind: 'open', open };
  } finally {
    if (!isKept) {
      lock.release();
      await host.close();
    }
  }
}

/** What can be known to be wrong before anything is touched. */
function checkJob(input: unknown, { cwd, env }: Pick<AgentOptions, 'cwd' | 'env'>): Checked {
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
  const unknown = job.output_schema === undefined ? [] : unknownKeywords(job.output_schema);
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
  before: JobState | undefined,
  signal: AbortSignal,
): Promise<Begun> {
  const { cwd } = job;
  const repository = repositoryAt(cwd);
  if (!repository && (job.worktree || job.base !== undefined))
    return { ok: false, why: `${job.worktree ? 'worktree' : 'base'}: ${cwd} is not in a git repository` };
  let base = before?.base;
  if (base === undefined && repository) {
    const found = await resolveCommit(host.gitAt(cwd), cwd, job.base ?? 'HEAD', signal);
    if (!found.ok && (job.worktree || job.base !== undefined)) return { ok: false, why: `base: ${found.error}` };
    if (found.ok) base = found.sha;
  }
  const state: JobState = before ?? { version: 1, job, ...(base !== undefined && { base }) };
  if (!job.worktree) return { ok: true, state };
  if (!before) await writeState(folder, state);
  const worktree = await worktreeFor(host, folder, cwd, base, signal);
  return typeof worktree === 'string' ? { ok: false, why: `worktree: ${worktree}` } : { ok: true, state, worktree };
}

/** In the folder itself, what was there before is not the job's. */
async function prepare(open: OpenJob, signal: AbortSignal): Promise<void> {
  const { job, folder, state, host, skipped } = open;
  const top = repositoryAt(job.cwd)?.top;
  if (top !== undefined) {
    const tree = await treeNow(host, top, folder, job.base === undefined ? state.base : undefined, signal);
    if (tree.ok) open.state = { ...state, tree: tree.id };
    else skipped.push(`patch: ${tree.error}`);
  }
  await writeState(folder, open.state);
}

/** That of the run before, or a new one. */
async function worktreeFor(
  host: OpenWorktreeHost,
  { key: name }: JobFolder,
  cwd: string,
  commit: string | undefined,
  signal: AbortSignal,
): Promise<Worktree | string> {
  const taken = await takeWorktree(host, { cwd, name });
  if (taken === 'in-use') return `${name} is in use`;
  if (taken !== 'none') return taken;
  await removeLeft(host, { cwd }, { key: name }, signal);
  const added = await addWorktree(host, { cwd, name, ...(commit !== undefined && { commit }) }, signal);
  return added.ok ? added.worktree : added.error;
}

async function removeLeft(
  host: OpenWorktreeHost,
  { cwd }: Pick<FleetJob, 'cwd'>,
  { key }: Pick<JobFolder, 'key'>,
  signal: AbortSignal,
): Promise<void> {
  const repository = repositoryAt(cwd);
  const record = repository && readRecord(`${worktreesOf(host.home, repository.common)}/${key}`);
  if (record) await removeWorktree(host, record, 'perhaps-others', signal);
}

function refused(why: string): JobOpening {
  return { kind: 'refused', why };
}
