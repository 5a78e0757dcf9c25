/** Finds the system's programs: in folders that only root can write, never on PATH. */

import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin'];

export function systemProgram(name: string, folders: readonly string[] = FOLDERS): string | undefined {
  for (const folder of folders) {
    try {
      const real = realpathSync(join(folder, name));
      const stats = statSync(real);
      if (stats.isFile() && stats.uid === 0 && (stats.mode & 0o022) === 0 && (stats.mode & 0o111) !== 0) return real;
    } catch {
      // not in this folder
    }
  }
  return undefined;
}
