/** The memory that a server and all its processes use, on systems that tell. */

import { readFileSync } from 'node:fs';
import { readableNames } from '../../base/files/folder.ts';

const PAGE = 4096;

/** In megabytes; 0 if unknown. `leader` leads the process group or session that all of them belong to. */
export function memoryOfGroup(leader: number): number {
  let bytes = 0;
  for (const name of readableNames('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = read(`/proc/${name}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(fields[2]) !== leader && Number(fields[3]) !== leader) continue; // neither in its group nor in its session
    bytes += Number(read(`/proc/${name}/statm`).split(' ')[1] ?? 0) * PAGE;
  }
  return bytes / (1024 * 1024);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // ended meanwhile
  }
}
