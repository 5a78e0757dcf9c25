/** Opens a job: its id leads to its result, to the process that runs it, or to the place where it stopped. */

import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FileLock } from '../../base/files/file-lock.ts';
import { coderHome } from '../../base/files/home-folder.ts';
import { sessionId } from '../../base/ids.ts';
import { explain, parse } from '../../base/schema.ts';
import { repositoryAt, resolveCommit } from '../../host/git/repository.ts';
import type { Worktree } from '../../host/worktree/add-worktree.ts';
import { parseBudget } from '../../log/budget.ts';
import { type FleetJob, fleetJobSchema, isFinal } from '../../protocol/fleet-job.ts';
import type { FleetResult } from '../../protocol/fleet-result.ts';
import type { Entry, Session } from '../../protocol/session.ts';
import { BUDGET_HINT } from '../../protocol/spending.ts';
import {
  type JobFolder,
  type JobState,
  jobFolder,
  jobSession,
  lockJob,
  readState,
  sameJob,
  writeState,
} from '../../session/fleet-jobs.ts';
import { readEntries } from '../../session/log.ts';
import type { AgentOptions } from '../agent-options.ts';
import { type AppSettings, loadAppSettings } from '../load-app-settings.ts';
import { type FolderLook, lookAtFolder, treeNow } from './job-patch.ts';
import { type OpenWorktreeHost, openWorktreeHost } from './worktree-host.ts';

export interface OpenJob {
  job: FleetJob & { id: string };
  app: AppSettings;
  folder: JobFolder;
  /** Complete once `prepared` has resolved. */
  state: JobState;
  /**
   * Records everything that the patch is made from; no file may change before that. Starts with the first call, best while the model is
   * being waited for. Does not reject for errors that git reports.
   */
  prepared(): Promise<void>;
  lock: FileLock;
  /** Options for the agent that works on the job. */
  agent: AgentOptions;
  worktree?: Worktree;
  /** Makes the patch; absent if files had been changed before the job began. */
  look?: FolderLook;
  host: OpenWorktreeHost;
  /** The job's session as it was found; empty if the job is new. */
  entries: readonly Entry[];
  /** The job's session while it is being worked on. */
  log?: Pick<Session, 'id' | 'entries'>;
  /** What is missing from the result so far, and why. */
  skipped: string[];
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
    const session = jobSession(folder);
    isKept = true;
    const open: OpenJob = {
      job,
      app,
      folder,
      state,
      prepared: () => Promise.resolve(),
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
    if (!before && !worktree) {
      let preparing: Promise<void> | undefined;
      open.prepared = () => (preparing ??= prepare(open, signal));
    }
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

/** The state of the repository, found before anything is created. */
interface RepositoryState {
  top?: string;
  base?: { ok: true; sha: string } | { ok: false; error: string };
}

async function repositoryState(
  host: OpenWorktreeHost,
  { cwd, base }: FleetJob,
  signal: AbortSignal,
): Promise<RepositoryState> {
  const top = repositoryAt(cwd)?.top;
  if (top === undefined) return {};
  return { top, base: await resolveCommit(host.gitAt(cwd), cwd, base ?? 'HEAD', signal) };
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

/** Records the state before a job in the folder itself, because earlier changes are not the job's. */
async function prepare(open: OpenJob, signal: AbortSignal): Promise<void> {
  const { job, folder, host, skipped } = open;
  signal.throwIfAborted();
  if (job.base === undefined) {
    const { top, base } = await repositoryState(host, job, signal);
    if (base?.ok) open.state = { ...open.state, base: base.sha };
    if (base?.ok && top !== undefined && (await isAsCommitted(open, top, base.sha, signal))) return;
    const tree = top === undefined ? undefined : await treeNow(host, top, folder, signal);
    if (tree?.ok) open.state = { ...open.state, tree: tree.id };
    else if (tree) skipped.push(`patch: ${tree.error}`);
    signal.throwIfAborted(); // resuming from a state without its tree would leave the job without a patch
  }
  await writeState(folder, open.state);
}

/** True if the files are as committed. Then the state is written as well, on its way to disk while git looks. */
async function isAsCommitted(open: OpenJob, top: string, commit: string, signal: AbortSignal): Promise<boolean> {
  const { folder, host } = open;
  const look = lookAtFolder(host, top, folder, commit, signal);
  const state = { ...open.state, tree: commit };
  await writeState(folder, state, look.isUnchanged);
  if (!(await look.isUnchanged)) return false;
  Object.assign(open, { look, state });
  return true;
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
