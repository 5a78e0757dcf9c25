/** Stores coder's worktrees: one folder per repository, with the worktrees and, next to each, its record. */

import { hash } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { writeAtomic } from '../../base/files/atomic-write.ts';
import { isGone, isOwner, type LockOwner, thisProcess } from '../../base/files/file-lock.ts';
import { namesIn } from '../../base/files/folder.ts';
import { readIfThere } from '../../base/files/read-if-there.ts';
import { clearTemporaries } from '../../base/files/state-folder.ts';
import { parseJson } from '../../base/parse-json.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { WorktreeRecord } from '../../protocol/worktree.ts';
import { commonFolderOf, gitFolderOf, textOrNothing } from '../git/git-folder.ts';

/** Prefix of a worktree that is being removed. */
const LEAVING = '.leaving-';
const LOCK_WORD = 'coder ';
const MOST_TRIES = 10;
/** The rest of a temporary file's name; excludes files of another worktree whose name begins alike. */
const REST_OF_NAME = /^[0-9a-f]+\.tmp$/;

/** `home` is coder's own folder, `common` the git folder that the repository's working copies share. */
export function worktreesOf(home: string, common: string): string {
  return join(home, 'worktrees', hash('sha256', realpathSync(common)).slice(0, 16));
}

/** Only `writeRecord` uses this prefix, so files that still have it were left by a kill. */
function temporaryPrefix(path: string): string {
  return `.${basename(path)}.json-`;
}

function recordFile(path: string): string {
  return `${path}.json`;
}

export async function writeRecord(record: WorktreeRecord): Promise<void> {
  const text = `${JSON.stringify(record, null, 2)}\n`;
  const options = { mode: 0o600, durable: true, temporaryPrefix: temporaryPrefix(record.path) };
  for (let tries = 1; ; tries++) {
    mkdirSync(dirname(record.path), { recursive: true, mode: 0o700 });
    try {
      return await writeAtomic(recordFile(record.path), text, options);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || tries === MOST_TRIES) throw error; // a coder that deleted its last record removed the empty folder
    }
  }
}

export function readRecord(path: string): WorktreeRecord | undefined {
  const text = readIfThere(recordFile(path));
  const value = text === undefined ? undefined : parseJson(text);
  return isRecord(value) && value.path === path ? value : undefined; // anything else is not ours to remove
}

/** All records, or those of one repository. */
export function listRecords(home: string, common?: string): WorktreeRecord[] {
  const root = join(home, 'worktrees');
  const folders = common === undefined ? namesIn(root).map((name) => join(root, name)) : [worktreesOf(home, common)];
  return folders.flatMap((folder) =>
    namesIn(folder)
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => readRecord(join(folder, name.slice(0, -'.json'.length))) ?? []),
  );
}

/** Deletes the record; the last step of a removal. */
export function forgetRecord({ path }: Pick<WorktreeRecord, 'path'>): void {
  rmSync(recordFile(path), { force: true });
  tidyAround(path);
}

/** Removes what a kill left behind where no record remains. Call only while no one else can create a worktree of that name. */
export function tidyAround(path: string): void {
  const prefix = temporaryPrefix(path);
  for (const name of namesIn(dirname(path)))
    if (name.startsWith(prefix) && REST_OF_NAME.test(name.slice(prefix.length)))
      rmSync(join(dirname(path), name), { force: true });
  clearTemporaries(dirname(path)); // those of other names, if they are old
  for (const folder of [dirname(path), dirname(dirname(path))]) {
    try {
      rmdirSync(folder);
    } catch (error) {
      if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
      return; // it is not empty
    }
  }
}

/** Where a worktree is moved for the last check: no path that anyone knows leads there. */
export function leavingPath(path: string): string {
  return join(dirname(path), `${LEAVING}${basename(path)}`);
}

/** Git's admin folder of a worktree, if `folder` really is one of that repository and not its main working copy. */
export function adminOf(folder: string, common: string): string | undefined {
  if (!lstatSync(join(folder, '.git'), { throwIfNoEntry: false })?.isFile()) return undefined; // in the main one it is a folder
  const admin = gitFolderOf(folder);
  if (admin === undefined || !lstatSync(admin, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const isOfThis = realpathSync(dirname(admin)) === join(realpathSync(common), 'worktrees');
  return isOfThis && realpathSync(commonFolderOf(admin)) === realpathSync(common) ? admin : undefined;
}

/** True if git's record of a worktree points back to this path. */
export function leadsBack(admin: string, path: string): boolean {
  return textOrNothing(join(admin, 'gitdir')).trim() === join(path, '.git');
}

/** Text for git's own lock that identifies the owner. */
export function lockReason(owner: LockOwner = thisProcess()): string {
  return `${LOCK_WORD}${JSON.stringify(owner)}`;
}

/** `free` if there is no lock, or its coder has ended. A lock not made by coder belongs to a person. */
export function lockState(admin: string): { state: 'free' } | { state: 'held'; by: string; pid?: number } {
  const text = readIfThere(join(admin, 'locked'))?.trim();
  if (text === undefined) return { state: 'free' };
  if (!text.startsWith(LOCK_WORD)) return { state: 'held', by: text || 'git worktree lock' };
  const owner = ownerIn(text.slice(LOCK_WORD.length));
  if (!owner) return { state: 'held', by: text };
  return isGone(owner) ? { state: 'free' } : { state: 'held', by: `process ${owner.pid}`, pid: owner.pid };
}

/** Sets git's lock in one step, replacing that of a coder that has ended. */
export async function lockWorktree(admin: string): Promise<void> {
  await writeAtomic(join(admin, 'locked'), `${lockReason()}\n`);
}

/** `undefined` for a text that coder did not write. */
function ownerIn(text: string): LockOwner | undefined {
  const owner = parseJson(text);
  return isOwner(owner) ? owner : undefined;
}

function isRecord(value: unknown): value is WorktreeRecord {
  if (!isPlainObject(value) || value.version !== 1 || typeof value.at !== 'number') return false;
  const { name, path, common, branch, base, ready } = value;
  return (
    [name, path, common, branch, base].every((text) => typeof text === 'string') &&
    typeof ready === 'boolean' &&
    isOwner(value.owner)
  );
}
