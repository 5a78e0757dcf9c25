/** Files that no tool may see, whatever was approved: the environment, memory and command line of processes, and coder's own keys. */

import { type Stats } from 'node:fs';
import { statIfReachable } from '../../base/files/if-reachable.ts';

const OF_A_PROCESS = /^\/proc\/(?:\d+|self|thread-self)\/(?:task\/\d+\/)?(?:environ|mem|cmdline|auxv)$/;

/** `path` is free of links. `files` are also compared by inode, since a hard link has another name. `known` are stats already at hand. */
export function isWithheld(path: string, files: readonly string[], known?: Stats): boolean {
  if (path.startsWith('/proc/') && OF_A_PROCESS.test(path)) return true;
  if (files.length === 0) return false;
  if (files.includes(path)) return true;
  const stats = known ?? statIfReachable(path);
  if (!stats?.isFile() || stats.nlink < 2) return false;
  return files.some((file) => {
    const own = statIfReachable(file);
    return own !== undefined && own.ino === stats.ino && own.dev === stats.dev;
  });
}
