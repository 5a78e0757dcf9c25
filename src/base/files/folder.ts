/** The entries of a folder that may not exist. */

import { readdirSync } from 'node:fs';
import { isMissing } from '../errors.ts';

/** None if there is no such folder; the system's error if there is one that cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
