/** What lies in a folder that need not be there. */

import { readdirSync } from 'node:fs';
import { isMissing } from '../errors.ts';

/** None where there is no such folder; the system's error where there is one that cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
