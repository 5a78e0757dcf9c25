/** Keeps the path to a command's folder through the home layer open, even if an earlier command removed a folder's permissions. */

import { chmodSync, closeSync, constants, fstatSync, openSync } from 'node:fs';
import { codeOf } from '../../../base/errors.ts';
import { isInside } from '../../../base/files/paths.ts';

/** Opens a path without reading it, so that unreadable folders work too. Missing in Node's constants. */
const O_PATH = 0o10000000;
const NAMED = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const MAY_PASS = 0o100;

export interface WayIn {
  /** The holder of the layer: permissions are changed as commands see them, not in the real home. */
  pid: number;
  home: string;
  /** Real folders, which are not part of the layer. */
  writable: readonly string[];
  cwd: string;
}

/** Goes step by step and never through a link, because commands may still be working there. */
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
    if (codeOf(error) === undefined) throw error; // not reachable: the start of the command reports why
  } finally {
    if (at !== undefined) closeSync(at);
  }
}
