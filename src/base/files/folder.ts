/** A folder that may not exist, or may be another user's. */

import { accessSync, constants, type Dirent, readdirSync } from 'node:fs';
import { codeOf, isMissing } from '../errors.ts';

/** None if there is no such folder; the system's error if there is one that cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** None either where it cannot be read: it is another user's, no folder, or gone meanwhile. */
export function readableNames(folder: string): string[] {
  return orNone(() => readdirSync(folder));
}

/** The same, with what each of them is. */
export function readableEntries(folder: string): Dirent[] {
  return orNone(() => readdirSync(folder, { withFileTypes: true }));
}

function orNone<T>(read: () => T[]): T[] {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return [];
  }
}

/** There is such a folder, but its owner lets nobody else in. */
export function isClosedFolder(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return false;
  } catch (error) {
    return codeOf(error) === 'EACCES';
  }
}
