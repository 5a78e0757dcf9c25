/** Opens a job: the same id finds its result, the process that has it, or the place where it stopped. */

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
  /** Complete once it is prepared. */
  state: JobState;
  /**
   * Notes everything that the patch is made from: nothing may change before that. Begins when it is first asked for, best while the model
   * is waited for. Never rejects for what git says.
   */
  prepared(): Promise<void>;
  lock: FileLock;
  /** For the agent that works on it. */
  agent: AgentOptions;
  worktree?: Worktree;
  /** Where nothing was changed before it began: makes the patch. */
  look?: FolderLook;
  host: OpenWorktreeHost;
  /** Its session as it was found; empty: it begins. */
  entries: readonly Entry[];
  /** Its session as it is worked on. */
  log?: Pick<Session, 'id' | 'entries'>;
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
  const checked = await checkJob(input, options);
  if (!checked.ok) return refused(checked.why);
  const { job } = checked;
  const agent = agentFor(options, job);
  const home = coderHome(options.env);
  const folder = jobFolder(home, job.id);
  const host = openWorktreeHost(home, options.env);
  const isPlain = !job.worktree && job.base === undefined; // git is asked later: nothing that it could say is in the way
  const looking = isPlain || hasState(folder) ? undefined : firstLook(host, job, signal); // while the rest is loaded
  looking?.catch(() => {}); // whoever waits for it hears of it
  let lock: FileLock | undefined;
  let isKept = false;
  try {
    const app = await loadAppSettings(agent); // what is wrong with mode, model or settings is said before anything is made
    const locked = lockJob(folder);
    if (!locked.ok) return { kind: 'running', id: job.id, pid: locked.owner?.pid, host: locked.owner?.host };
    lock = locked.lock;
    const before = readState(folder);
    if (before && !sameJob(before.job, job))
      return refused(`id: ${job.id} is the id of another job. Give this one an id of its own.`);
    const result = before && (await resultIn(folder));
    if (result && isFinal(result.stop)) {
      if (job.worktree) await (await import('./job-worktree.ts')).removeLeft(host, placeOf(job, folder), signal); // whoever wrote it may have been killed before
      return { kind: 'finished', result };
    }
    const from = before ?? (isPlain ? {} : await (looking ?? firstLook(host, job, signal)));
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

/** What can be known to be wrong before anything is touched. */
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

/** What there is to work on, looked at before anything is made. */
interface FirstLook {
  top?: string;
  base?: { ok: true; sha: string } | { ok: false; error: string };
}

async function firstLook(host: OpenWorktreeHost, { cwd, base }: FleetJob, signal: AbortSignal): Promise<FirstLook> {
  const top = repositoryAt(cwd)?.top;
  if (top === undefined) return {};
  return { top, base: await resolveCommit(host.gitAt(cwd), cwd, base ?? 'HEAD', signal) };
}

type Begun = { ok: true; state: JobState; worktree?: Worktree } | { ok: false; why: string };

async function begin(
  host: OpenWorktreeHost,
  folder: JobFolder,
  job: FleetJob & { id: string },
  from: JobState | FirstLook,
  signal: AbortSignal,
): Promise<Begun> {
  const isNew = !('version' in from);
  if (isNew && from.top === undefined && (job.worktree || job.base !== undefined))
    return { ok: false, why: `${job.worktree ? 'worktree' : 'base'}: ${job.cwd} is not in a git repository` };
  if (isNew && from.base?.ok === false && (job.worktree || job.base !== undefined))
    return { ok: false, why: `base: ${from.base.error}` };
  const state: JobState = isNew ? { version: 1, job, ...(from.base?.ok && { base: from.base.sha }) } : from;
  if (!job.worktree) return { ok: true, state };
  const writing = isNew ? writeState(folder, state) : undefined; // nothing works in it before that is done
  writing?.catch(() => {}); // waited for below
  const { worktreeFor } = await import('./job-worktree.ts');
  const worktree = await worktreeFor(host, placeOf(job, folder), state.base, signal);
  await writing;
  if (typeof worktree === 'string') return { ok: false, why: `worktree: ${worktree}` };
  const { base } = worktree.record;
  if (base === state.base) return { ok: true, state, worktree };
  const actual = { ...state, base }; // whoever made it was killed before that was written down
  await writeState(folder, actual);
  return { ok: true, state: actual, worktree };
}

/** In the folder itself, what was there before is not the job's. */
async function prepare(open: OpenJob, signal: AbortSignal): Promise<void> {
  const { job, folder, host, skipped } = open;
  signal.throwIfAborted();
  if (job.base === undefined) {
    const { top, base } = await firstLook(host, job, signal);
    if (base?.ok) open.state = { ...open.state, base: base.sha };
    if (base?.ok && top !== undefined && (await isAsCommitted(open, top, base.sha, signal))) return;
    const tree = top === undefined ? undefined : await treeNow(host, top, folder, signal);
    if (tree?.ok) open.state = { ...open.state, tree: tree.id };
    else if (tree) skipped.push(`patch: ${tree.error}`);
    signal.throwIfAborted(); // a state without its tree would leave the job without a patch when it goes on
  }
  await writeState(folder, open.state);
}

/** Then the state is written too: it is on its way to the disk while git looks. */
async function isAsCommitted(open: OpenJob, top: string, commit: string, signal: AbortSignal): Promise<boolean> {
  const { folder, host } = open;
  const look = lookAtFolder(host, top, folder, commit, signal);
  const state = { ...open.state, tree: commit };
  await writeState(folder, state, look.isUnchanged);
  if (!(await look.isUnchanged)) return false;
  Object.assign(open, { look, state });
  return true;
}

/** Most have none: what reads it is loaded where there is one. */
async function resultIn(folder: JobFolder): Promise<FleetResult | undefined> {
  if (!existsSync(join(folder.path, 'result.json'))) return undefined;
  return (await import('../../session/fleet-results.ts')).readResult(folder);
}

function hasState({ path }: JobFolder): boolean {
  return existsSync(join(path, 'job.json'));
}

function placeOf({ cwd }: FleetJob, { key }: JobFolder): { cwd: string; name: string } {
  return { cwd, name: key };
}

function refused(why: string): JobOpening {
  return { kind: 'refused', why };
}
