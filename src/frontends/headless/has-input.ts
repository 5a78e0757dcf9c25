/** Tells whether standard input may have content, without loading the streams that would read it. */

import { fstatSync } from 'node:fs';

/** True for a pipe, a file or a socket. A terminal, the null device and a closed descriptor have no content. */
export function hasInput(): boolean {
  try {
    const found = fstatSync(0);
    return found.isFIFO() || found.isFile() || found.isSocket();
  } catch {
    return false; // closed
  }
}
