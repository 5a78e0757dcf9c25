/** The memory that a server and all its processes use, on systems that tell. */

import { readableNames } from '../../base/files/folder.ts';
import { textIfReadable } from '../../base/files/if-reachable.ts';

const PAGE = 4096;

/** In megabytes; 0 if unknown. `leader` leads the process group or session that all of them belong to. */
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
