/** How much memory a server takes with all its processes, where the system says so. */

import { readableNames } from '../../base/files/folder.ts';
import { textIfReadable } from '../../base/files/if-reachable.ts';

const PAGE = 4096;

/** In megabytes; 0 where it cannot be told. The leader of a group of its own started them all. */
export function memoryOfGroup(leader: number): number {
  let bytes = 0;
  for (const name of readableNames('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = textIfReadable(`/proc/${name}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(fields[2]) !== leader && Number(fields[3]) !== leader) continue; // its group, or its session
    bytes += Number(textIfReadable(`/proc/${name}/statm`).split(' ')[1] ?? 0) * PAGE;
  }
  return bytes / (1024 * 1024);
}
