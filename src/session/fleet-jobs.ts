/** The jobs given to coder: a folder each in the person's state, with the request, the session and the result. */

import { hash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '../base/files/atomic-write.ts';
import { type FileLock, type LockOwner, tryLock } from '../base/files/file-lock.ts';
import { namesIn } from '../base/files/folder.ts';
import { readIfThere } from '../base/files/read-if-there.ts';
import { isPlainObject } from '../base/schema.ts';
import type { FleetJob } from '../protocol/fleet-job.ts';
import type { FleetResult } from '../protocol/fleet-result.ts';

export interface JobState {
  version: 1;
  /** The job as first requested, with its folder made absolute. */
  job: FleetJob & { id: string };
  /** The commit the job started from. */
  base?: string;
  /** The tree of all files at the start, if the job has no worktree. */
  tree?: string;
}

export interface JobFolder {
  path: string;
  /** Used as a file name, a branch and a worktree's name. */
  key: string;
  sessions: string;
  lock: string;
}

/** Temporary files, and the index used to create a patch. */
const UNFINISHED = /^(?:\.coder-[0-9a-f]{18}\.tmp|\.gitignore\.\w+\.tmp|index)$/;
const PLAIN = /^[a-z0-9][a-z0-9_-]{0,39}$/;
/** An owner on another machine that has not touched the lock for this long counts as gone; a live one does so every few seconds. */
const LEASE_MS = 120_000;

export function jobFolder(home: string, id: string): JobFolder {
  const key = jobKey(id);
  const path = join(home, 'jobs', key);
  return { path, key, sessions: join(path, 'sessions'), lock: join(path, 'job.lock') };
}

/** Readable if possible, and different for any two ids even if case is ignored. */
function jobKey(id: string): string {
  if (PLAIN.test(id)) return id;
  const readable = id
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .slice(0, 40);
  const plain = readable.replace(/^-+|-+$/g, '');
  return `${plain === '' ? 'job' : plain}--${hash('sha256', id).slice(0, 12)}`;
}

/** Takes the job's lock, which is free again as soon as its owner's process is gone. */
export function lockJob(folder: JobFolder): { ok: true; lock: FileLock } | { ok: false; owner: LockOwner | undefined } {
  mkdirSync(folder.path, { recursive: true, mode: 0o700 });
  const locked = tryLock(folder.lock, LEASE_MS);
  if (locked.ok) removeUnfinished(folder);
  return locked;
}

/** Removes what a killed process left behind; no other process can be writing here now. */
function removeUnfinished({ path }: JobFolder): void {
  for (const name of namesIn(path)) if (UNFINISHED.test(name)) rmSync(join(path, name), { force: true });
}

export function readState({ path }: JobFolder): JobState | undefined {
  const value = readJson(join(path, 'job.json'));
  return isPlainObject(value) && value.version === 1 ? (value as unknown as JobState) : undefined;
}

/**
 * `onlyIf`: whether the state turned out right; if not, nothing is written. The state is synced
 * without its folder then, because the caller waits and the result syncs the folder later.
 */
export async function writeState({ path }: JobFolder, state: JobState, onlyIf?: Promise<boolean>): Promise<void> {
  const how = onlyIf ? { durable: 'content' as const, onlyIf } : { durable: true };
  await writeAtomic(join(path, 'job.json'), `${JSON.stringify(state)}\n`, { mode: 0o600, ...how });
}

export async function writeResult({ path }: JobFolder, result: FleetResult): Promise<void> {
  await writeAtomic(join(path, 'result.json'), `${JSON.stringify(result)}\n`, { mode: 0o600, durable: true });
}

/** The job's session, if anything was ever said in it. */
export function jobSession({ sessions }: JobFolder): string | undefined {
  const logs = namesIn(sessions).filter((name) => name.endsWith('.jsonl'));
  return logs.sort().at(-1)?.slice(0, -'.jsonl'.length);
}

/** True if both are the same job; budget and timeout may differ. */
export function sameJob(one: FleetJob, other: FleetJob): boolean {
  const essence = ({ budget: _budget, timeout_s: _timeout, ...rest }: FleetJob) =>
    JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
  return essence(one) === essence(other);
}

/** `null` if the file does not exist; `undefined` if it is not JSON. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readIfThere(file) ?? 'null');
  } catch {
    return undefined; // not JSON, so treated as unusable
  }
}
