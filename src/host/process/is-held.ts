/** Whether a child waits for, or reads, what is no file: a pipe or a device that lies in a tree under the name of a file. */

import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { readableNames } from '../../base/files/folder.ts';

/** Where the kernel says that a thread waits to open a pipe. */
const OPENS_PIPE = /^(?:wait_for_partner|fifo_open)/;

/** Only where the system shows it (Linux); elsewhere it is never known. */
export function isHeld(pid: number): boolean {
  return opensPipe(pid) || readsNoFile(pid);
}

function opensPipe(pid: number): boolean {
  return readableNames(`/proc/${pid}/task`).some((thread) => {
    try {
      return OPENS_PIPE.test(readFileSync(`/proc/${pid}/task/${thread}/wchan`, 'utf8'));
    } catch {
      return false; // gone meanwhile, or not shown to us
    }
  });
}

function readsNoFile(pid: number): boolean {
  return readableNames(`/proc/${pid}/fd`).some((handle) => {
    if (Number(handle) <= 2) return false;
    const path = `/proc/${pid}/fd/${handle}`;
    try {
      const place = readlinkSync(path);
      if (!place.startsWith('/') || place === '/dev/null') return false; // its own pipes and sockets have no place
      const stats = statSync(path);
      return stats.isFIFO() || stats.isCharacterDevice() || stats.isBlockDevice();
    } catch {
      return false; // closed meanwhile
    }
  });
}
