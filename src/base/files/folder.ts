/** Lists folders that may not exist, or may belong to another user. */

import { accessSync, constants, type Dirent, readdirSync, statSync } from 'node:fs';
import { codeOf, isMissing } from '../errors.ts';

/** Empty if the folder does not exist; throws the system's error if it exists but cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : []; // an error would take longer
  } catch (error) {
    if (isMissing(error)) return []; // gone meanwhile
    throw error;
  }
}

/** Also empty if the folder cannot be read: another user's, not a folder, or gone meanwhile. */
export function readableNames(folder: string): string[] {
  return orNone(() => readdirSync(folder));
}

/** Like `readableNames`, with the type of each entry. */
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

/** True if the folder exists but this user may not enter it. */
export function isClosedFolder(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return false;
  } catch (error) {
    return codeOf(error) === 'EACCES';
  }
}
