/** A lock file that records its owner: taken atomically, taken over when the owner is gone, never held by two at once. */

import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { sleep } from '../abort.ts';
import { elapsedMs } from '../elapsed.ts';
import { codeOf, naming } from '../errors.ts';
import { type NamedText, named, namedError } from '../named-text.ts';
import { randomText } from '../random.ts';
import { isPlainObject } from '../schema.ts';
import { lifeOf, statOf } from './process-table.ts';
import { readRegular } from './regular-file.ts';

export interface FileLock {
  /** Releases the lock; calling it twice is harmless. */
  release(): void;
}

export interface LockOwner {
  pid: number;
  /** Start time of the process, so that a later process with the same pid is not mistaken for it. */
  started: string;
  host: string;
  /** The pid namespace: a pid has no meaning outside it. */
  namespace: string;
  boot: string;
  nonce: string;
  at: number;
}

export type LockAttempt = { ok: true; lock: FileLock } | { ok: false; owner: LockOwner | undefined };

const WAIT_MS = 10_000;
const UNREADABLE_MS = 10_000;

/**
 * Takes the lock, or reports at once who holds it. The folder must exist. `leaseMs`: an owner on another machine or
 * in another container, whose end cannot be observed, counts as gone once it has not touched the file for this long.
 */
export function tryLock(path: string, leaseMs?: number): LockAttempt {
  const mine = thisProcess();
  if (create(path, mine)) return { ok: true, lock: lockOf(path, mine) };
  const owner = readOwner(path);
  if (owner === 'missing') return tryCreate(path, mine);
  const abandoned =
    owner === 'unreadable'
      ? isOld(path)
      : isGone(owner, mine) || (leaseMs !== undefined && hasLapsed(path, owner, mine, leaseMs));
  return abandoned ? takeOver(path, owner, mine) : { ok: false, owner: owner === 'unreadable' ? undefined : owner };
}

/** Runs `work` under the lock, waiting up to ten seconds to get it. */
export async function withLock<T>(path: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const deadline = elapsedMs() + WAIT_MS;
  for (let wait = 2; ; wait = Math.min(wait * 1.5, 40)) {
    const attempt = tryLock(path);
    if (attempt.ok) {
      try {
        return await work();
      } finally {
        attempt.lock.release();
      }
    }
    if (signal.aborted || elapsedMs() > deadline) throw namedError('locked', lockedText(path, attempt.owner));
    await sleep(wait * (0.5 + Math.random()), signal);
  }
}

export function lockedText(path: string, owner: LockOwner | undefined): NamedText {
  const host = owner && owner.host !== hostname() ? owner.host : '';
  const who = owner ? `process ${owner.pid}${host === '' ? '' : ` on ${host}`}` : 'another process';
  const text = `in use by ${who}. End it first; if it is gone, delete ${path}`;
  return named('lockHeld', text, owner ? String(owner.pid) : '', host, path);
}

/**
 * Several processes may find the same dead owner. The one that takes over first locks a file named after that owner,
 * then reads the lock again and replaces it atomically, so a lock that another process has taken since is never touched.
 */
function takeOver(path: string, gone: LockOwner | 'unreadable', mine: LockOwner): LockAttempt {
  const right = tryLock(`${path}.${nonceOf(gone)}`);
  if (!right.ok) return { ok: false, owner: right.owner };
  try {
    const now = readOwner(path);
    if (now === 'missing') return tryCreate(path, mine);
    if (nonceOf(now) !== nonceOf(gone)) return { ok: false, owner: now === 'unreadable' ? undefined : now };
    renameSync(writeTemporary(path, mine), path);
    return { ok: true, lock: lockOf(path, mine) };
  } finally {
    right.lock.release();
  }
}

function nonceOf(owner: LockOwner | 'unreadable'): string {
  return owner === 'unreadable' ? owner : owner.nonce;
}

function tryCreate(path: string, mine: LockOwner): LockAttempt {
  return create(path, mine) ? { ok: true, lock: lockOf(path, mine) } : { ok: false, owner: undefined };
}

function lockOf(path: string, mine: LockOwner): FileLock {
  return {
    release() {
      const owner = readOwner(path);
      if (typeof owner === 'object' && owner.nonce === mine.nonce) rmSync(path, { force: true });
    },
  };
}

/** Creates the lock by linking, so that the file appears with its content and no process ever sees an empty lock. */
function create(path: string, mine: LockOwner): boolean {
  const temporary = writeTemporary(path, mine);
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (codeOf(error) !== 'EPERM' && codeOf(error) !== 'ENOTSUP' && codeOf(error) !== 'ENOSYS') throw error;
    return createWithoutLinks(path, mine);
  } finally {
    unlinkSync(temporary);
  }
}

function createWithoutLinks(path: string, mine: LockOwner): boolean {
  try {
    writeFileSync(path, JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function writeTemporary(path: string, mine: LockOwner): string {
  const temporary = `${path}.${mine.nonce}.tmp`;
  try {
    writeFileSync(temporary, JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    rmSync(temporary, { force: true }); // a full disk leaves an empty file
    throw naming(path, error);
  }
  return temporary;
}

const MOST_BYTES = 64 * 1024;

function readOwner(path: string): LockOwner | 'missing' | 'unreadable' {
  try {
    const read = readRegular(path, MOST_BYTES);
    if (typeof read === 'string') return read === 'missing' ? 'missing' : 'unreadable';
    const owner: unknown = JSON.parse(read.bytes.toString('utf8'));
    return isOwner(owner) ? owner : 'unreadable';
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'missing' : 'unreadable';
  }
}

export function isOwner(value: unknown): value is LockOwner {
  if (!isPlainObject(value) || typeof value.pid !== 'number' || typeof value.at !== 'number') return false;
  const { nonce, started, host, namespace, boot } = value;
  const areTexts = [started, host, namespace, boot].every((text) => typeof text === 'string');
  return areTexts && typeof nonce === 'string' && /^[0-9a-z]{16}$/.test(nonce);
}

/** True only if the owner is certainly gone; an owner in another container or on another machine is assumed to be alive. */
export function isGone(owner: LockOwner, mine = thisProcess()): boolean {
  if (owner.host !== mine.host) return false;
  if (owner.boot !== mine.boot) return true;
  if (owner.namespace !== mine.namespace) return false;
  const started = startOf(owner.pid);
  if (started !== undefined) return started !== owner.started;
  const life = lifeOf(owner.pid);
  return life === 'own' ? owner.started !== '' : life === 'gone'; // its own is listed wherever there is a table of processes
}

function hasLapsed(path: string, owner: LockOwner, mine: LockOwner, leaseMs: number): boolean {
  if (owner.host === mine.host && owner.namespace === mine.namespace) return false; // the owner can be observed, and it is alive
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > leaseMs;
}

/** An unreadable lock may be one being written, but not for long. A time in the future means that the clock was set back. */
function isOld(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) > UNREADABLE_MS;
}

/** This process, described so that others can tell whether it is still alive. */
export function thisProcess(): LockOwner {
  return {
    pid: process.pid,
    started: startOf(process.pid) ?? '',
    host: hostname(),
    namespace: readOr(() => readlinkSync('/proc/self/ns/pid')),
    boot: readOr(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    nonce: randomText(16),
    at: Date.now(),
  };
}

/** Start time in clock ticks since boot; `undefined` for a process that is dead or a zombie. */
function startOf(pid: number): string | undefined {
  const stat = statOf(pid);
  return stat?.hasEnded ? undefined : stat?.start;
}

function readOr(read: () => string): string {
  try {
    return read();
  } catch {
    return ''; // no /proc on this system
  }
}
