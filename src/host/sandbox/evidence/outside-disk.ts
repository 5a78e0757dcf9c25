/** The disk as the person sees it, outside the sandbox. */

import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readableNames } from '../../../base/files/folder.ts';
import { textIfReadable } from '../../../base/files/if-reachable.ts';
import { lifeOf, processIds } from '../../../base/files/process-table.ts';
import { hasRoute } from '../network/routes.ts';
import type { Outside } from './facts.ts';
import { toldBy } from './told-by.ts';

const MAX_BYTES = 64 * 1024;

export const DISK: Outside = {
  exists: existsSync,
  isProgram: (path) => can(path, constants.X_OK) && statSync(path).isFile(),
  isSocket: (path) => can(path, constants.F_OK) && statSync(path).isSocket() && isListening(path),
  isOwn: (path) => can(path, constants.F_OK) && [0, statSync(path).uid].includes(process.getuid?.() ?? 0),
  isRoot: () => process.getuid?.() === 0,
  isSameDisk: (one, other) =>
    can(one, constants.F_OK) && can(other, constants.F_OK) && statSync(one).dev === statSync(other).dev,
  isReadable: (path) => can(path, constants.R_OK),
  isWritable: (path) => can(path, constants.W_OK),
  isFull: (path) => readableNames(path).length > 0,
  isProcess,
  textOf,
  hasRoute,
  isRunning: (name, isOwn) => processIds().some((pid) => nameOf(pid) === name && isProcess(pid, isOwn)),
  real,
  toldBy,
};

/** Uses the kernel's table, whose paths are as they were bound. */
function isListening(path: string): boolean {
  try {
    const rows = readFileSync('/proc/net/unix', 'utf8').split('\n');
    return rows.some((row) => / 00010000 /.test(row) && row.endsWith(`/${basename(path)}`));
  } catch {
    return true; // no such table on this system
  }
}

function isProcess(pid: number, isOwn: boolean): boolean {
  return isOwn ? lifeOf(pid) === 'own' : existsSync(`/proc/${pid}`);
}

function textOf(path: string): string {
  try {
    return statSync(path).size <= MAX_BYTES ? readFileSync(path, 'utf8') : '';
  } catch {
    return ''; // missing
  }
}

function nameOf(pid: number): string {
  return textIfReadable(`/proc/${pid}/comm`).trim(); // empty if it is gone
}

/** Resolves links; missing parts stay as they are. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(real(folder), basename(path));
  }
}

function can(path: string, access: number): boolean {
  try {
    accessSync(path, access);
    return true;
  } catch {
    return false;
  }
}
