/** Looks at paths that may be missing, lead through a file, form a loop of links or be closed to this account: then there is nothing. */

import { lstatSync, readFileSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { codeOf } from '../errors.ts';

const UNREACHABLE = new Set([
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'ELOOP',
  'EISDIR',
  'EINVAL', // not a link
  'ENAMETOOLONG',
  'ESRCH', // a process that has ended
  'ERR_INVALID_ARG_VALUE', // a name with a zero byte
]);

export function isUnreachable(error: unknown): boolean {
  return UNREACHABLE.has(codeOf(error) ?? '');
}

/** `undefined` if the path cannot be reached; anything else, such as a failing disk, is thrown. */
export function ifReachable<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (isUnreachable(error)) return undefined;
    throw error;
  }
}

export function statIfReachable(path: string): Stats | undefined {
  return ifReachable(() => statSync(path, { throwIfNoEntry: false }));
}

/** Of the link itself, if the path names one. */
export function lstatIfReachable(path: string): Stats | undefined {
  return ifReachable(() => lstatSync(path, { throwIfNoEntry: false }));
}

export function realPathIfReachable(path: string): string | undefined {
  return ifReachable(() => realpathSync(path));
}

export function linkIfReachable(path: string): string | undefined {
  return ifReachable(() => readlinkSync(path));
}

/** For the system's own tables, such as `/proc`: empty whatever keeps them from being read. */
export function textIfReadable(file: string, encoding: 'utf8' | 'latin1' = 'utf8'): string {
  try {
    return readFileSync(file, encoding);
  } catch {
    return '';
  }
}
