/** The memory that a server and all its processes use, on systems that tell. */

import { textIfReadable } from '../../base/files/if-reachable.ts';
import { processIds, statOf } from '../../base/files/process-table.ts';

const PAGE = 4096;

/** In megabytes; 0 if unknown. `leader` leads the process group or session that all of them belong to. */
export function memoryOfGroup(leader: number): number {
  let bytes = 0;
  for (const pid of processIds()) {
    const stat = statOf(pid);
    if (stat?.group !== leader && stat?.session !== leader) continue;
    bytes += Number(textIfReadable(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE;
  }
  return bytes / (1024 * 1024);
}
