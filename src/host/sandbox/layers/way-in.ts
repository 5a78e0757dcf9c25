/** The way to a command's folder through the home layer: a command that took the rights of a folder on it away must not shut the next ones out. */

import { chmodSync, closeSync, constants, fstatSync, openSync } from 'node:fs';
import { codeOf } from '../../../base/errors.ts';
import { isInside } from '../../../base/files/paths.ts';

/** Only names a place: also one that may not be read. Absent in Node. */
const O_PATH = 0o10000000;
const NAMED = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const MAY_PASS = 0o100;

export interface WayIn {
  /** The holder of the layer: it is changed as commands see it, the real home is not. */
  pid: number;
  home: string;
  /** Real folders, which are not the layer's. */
  writable: readonly string[];
  cwd: string;
}

/** Step by step and never through a link, as commands may still be at work there. */
export function keepWayOpen({ pid, home, writable, cwd }: WayIn): void {
  if (!isInside(home, cwd)) return;
  let path = '';
  let at: number | undefined;
  try {
    at = openSync(`/proc/${pid}/root`, O_PATH | constants.O_DIRECTORY);
    for (const name of cwd.split('/').filter(Boolean)) {
      path = `${path}/${name}`;
      if (writable.includes(path)) return;
      const next = openSync(`/proc/self/fd/${at}/${name}`, NAMED);
      closeSync(at);
      at = next;
      const { mode } = fstatSync(at);
      if (isInside(home, path) && (mode & MAY_PASS) === 0) chmodSync(`/proc/self/fd/${at}`, (mode & 0o7777) | MAY_PASS);
    }
  } catch (error) {
    if (codeOf(error) === undefined) throw error; // the system lets nobody there: what is wrong is said by the command's start
  } finally {
    if (at !== undefined) closeSync(at);
  }
}
