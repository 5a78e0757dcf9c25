/** The disk as it is for the person, outside. */

import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readableNames } from '../../base/files/folder.ts';
import type { Outside } from './evidence-facts.ts';
import { toldBy } from './told-by.ts';

export const DISK: Outside = {
  exists: existsSync,
  isProgram: (path) => can(path, constants.X_OK) && statSync(path).isFile(),
  isSocket: (path) => can(path, constants.F_OK) && statSync(path).isSocket(),
  isReadable: (path) => can(path, constants.R_OK),
  isWritable: (path) => can(path, constants.W_OK),
  isProcess,
  isRunning: (name) => readableNames('/proc').some((pid) => /^\d/.test(pid) && nameOf(pid) === name),
  real,
  toldBy,
};

function isProcess(pid: number, isOwn: boolean): boolean {
  if (!isOwn) return existsSync(`/proc/${pid}`);
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // gone, or another person's
  }
}

function nameOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return ''; // gone meanwhile
  }
}

/** A part that is not there stays as it is. */
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
