/** Whether there is anything on standard input, without the streams that would read it. */

import { fstatSync } from 'node:fs';

/** Somebody may have put something there: a terminal, the null device and a closed descriptor hold nothing. */
export function hasInput(): boolean {
  try {
    const found = fstatSync(0);
    return found.isFIFO() || found.isFile() || found.isSocket();
  } catch {
    return false; // closed
  }
}
