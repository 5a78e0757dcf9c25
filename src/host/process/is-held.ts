/** Tells whether a child is waiting for or reading a pipe or a device that lies in a tree under the name of a file. */

import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { readableNames } from '../../base/files/folder.ts';

/** Kernel functions, as shown in `wchan`, in which a thread waits to open a pipe. */
const OPENS_PIPE = /^(?:wait_for_partner|fifo_open)/;

/** Always false on systems that do not show this (all but Linux). */
export function isHeld(pid: number): boolean {
  return opensPipe(pid) || readsNoFile(pid);
}

function opensPipe(pid: number): boolean {
  return readableNames(`/proc/${pid}/task`).some((thread) => {
    try {
      return OPENS_PIPE.test(readFileSync(`/proc/${pid}/task/${thread}/wchan`, 'utf8'));
    } catch {
      return false; // already gone, or not visible to us
    }
  });
}

function readsNoFile(pid: number): boolean {
  return readableNames(`/proc/${pid}/fd`).some((handle) => {
    if (Number(handle) <= 2) return false;
    const path = `/proc/${pid}/fd/${handle}`;
    try {
      const place = readlinkSync(path);
      if (!place.startsWith('/') || place === '/dev/null') return false; // anonymous pipes and sockets of the child have no path
      const stats = statSync(path);
      return stats.isFIFO() || stats.isCharacterDevice() || stats.isBlockDevice();
    } catch {
      return false; // already closed
    }
  });
}
