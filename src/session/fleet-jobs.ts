/** The jobs that were given to coder: a folder each in the person's own state, with what was asked, its session and its result. */

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
  /** As it was first asked, with its folder made absolute. */
  job: FleetJob & { id: string };
  /** The commit it began with. */
  base?: string;
  /** The tree of all files as it began, where it has no worktree of its own. */
  tree?: string;
}

export interface JobFolder {
  path: string;
  /** A file name, a branch and the name of a worktree. */
  key: string;
  sessions: string;
  lock: string;
}

/** What is being written, and the index that a patch is made with. */
const UNFINISHED = /^(?:\.coder-[0-9a-f]{18}\.tmp|\.gitignore\.\w+\.tmp|index)$/;
const PLAIN = /^[a-z0-9][a-z0-9_-]{0,39}$/;
/** An owner on another machine that has not been heard of for so long is gone; it is heard of every few seconds. */
const LEASE_MS = 120_000;

export function jobFolder(home: string, id: string): JobFolder {
  const key = jobKey(id);
  const path = join(home, 'jobs', key);
  return { path, key, sessions: join(path, 'sessions'), lock: join(path, 'job.lock') };
}

/** Readable where it can be; never the same for two ids, also where case does not count. */
function jobKey(id: string): string {
  if (PLAIN.test(id)) return id;
  const readable = id
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .slice(0, 40);
  const plain = readable.replace(/^-+|-+$/g, '');
  return `${plain === '' ? 'job' : plain}--${hash('sha256', id).slice(0, 12)}`;
}

/** Whoever has it is gone as soon as its process is. */
export function lockJob(folder: JobFolder): { ok: true; lock: FileLock } | { ok: false; owner: LockOwner | undefined } {
  mkdirSync(folder.path, { recursive: true, mode: 0o700 });
  const locked = tryLock(folder.lock, LEASE_MS);
  if (locked.ok) removeUnfinished(folder);
  return locked;
}

/** Left by a process that was killed: there is nobody else now that could be at it. */
function removeUnfinished({ path }: JobFolder): void {
  for (const name of namesIn(path)) if (UNFINISHED.test(name)) rmSync(join(path, name), { force: true });
}

export function readState({ path }: JobFolder): JobState | undefined {
  const value = readJson(join(path, 'job.json'));
  return isPlainObject(value) && value.version === 1 ? (value as unknown as JobState) : undefined;
}

/** `onlyIf`: what it says may yet turn out to be wrong; then nothing is written. Somebody waits for that, and the result syncs the folder. */
export async function writeState({ path }: JobFolder, state: JobState, onlyIf?: Promise<boolean>): Promise<void> {
  const how = onlyIf ? { durable: 'content' as const, onlyIf } : { durable: true };
  await writeAtomic(join(path, 'job.json'), `${JSON.stringify(state)}\n`, { mode: 0o600, ...how });
}

export async function writeResult({ path }: JobFolder, result: FleetResult): Promise<void> {
  await writeAtomic(join(path, 'result.json'), `${JSON.stringify(result)}\n`, { mode: 0o600, durable: true });
}

/** The session it has, if it ever said something. */
export function jobSession({ sessions }: JobFolder): string | undefined {
  const logs = namesIn(sessions).filter((name) => name.endsWith('.jsonl'));
  return logs.sort().at(-1)?.slice(0, -'.jsonl'.length);
}

/** What makes it another job; limits may differ. */
export function sameJob(one: FleetJob, other: FleetJob): boolean {
  const essence = ({ budget: _budget, timeout_s: _timeout, ...rest }: FleetJob) =>
    JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
  return essence(one) === essence(other);
}

/** `null`: it is not there; `undefined`: it is no JSON. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readIfThere(file) ?? 'null');
  } catch {
    return undefined; // not JSON: as if it were not there
  }
}
