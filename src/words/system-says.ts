/** What an error of the file system means for a person: what happened, to what, and what to do. */

import { dirname } from 'node:path';
import { codeOf } from '../base/errors.ts';
import type { BasicFaultWords } from './en/faults/faults.ts';

type SystemName = 'noPermission' | 'readOnlyDisk' | 'diskFull' | 'noFolderThere' | 'folderInTheWay' | 'nothingThere';

const NAMES = new Map<string | undefined, SystemName & keyof BasicFaultWords>([
  ['EACCES', 'noPermission'],
  ['EPERM', 'noPermission'],
  ['EROFS', 'readOnlyDisk'],
  ['ENOSPC', 'diskFull'],
  ['EDQUOT', 'diskFull'],
  ['ENOTDIR', 'noFolderThere'],
  ['EEXIST', 'noFolderThere'],
  ['EISDIR', 'folderInTheWay'],
  ['ENOENT', 'nothingThere'],
]);

/** Starting a program and connecting to a host are reported by those who do it. */
const CALLS =
  /^(?:f?(?:chmod|stat|sync|truncate)|open|mkdir|write|lstat|rename|unlink|rm|rmdir|scandir|opendir|mkdtemp|copyfile|symlink|link|readlink|realpath|access|read)$/;

/** The sentence for an error of the system; `undefined` for any other error. */
export function systemSays(error: unknown): readonly [SystemName, path: string, what: string] | undefined {
  const code = codeOf(error);
  const name = NAMES.get(code);
  if (name === undefined || !(error instanceof Error) || !('syscall' in error)) return undefined;
  const call = String(error.syscall);
  if (!CALLS.test(call)) return undefined;
  if (code === 'EEXIST' && call !== 'mkdir') return undefined;
  const path = 'path' in error ? String(error.path) : /'([^']+)'$/.exec(error.message)?.[1];
  return path === undefined ? undefined : [name, meant(path), `${code}, ${call}`];
}

/** Locks and temporary files mean nothing to a person: what counts is the file that the lock is for, or the folder. */
function meant(path: string): string {
  const locked = path.replace(/\.lock(?:\.[^./]+\.tmp)?$/, '');
  return locked.endsWith('.tmp') ? dirname(locked) : locked;
}
