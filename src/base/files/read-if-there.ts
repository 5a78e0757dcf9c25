/** The text of a file of our own that may not exist yet. */

import { readFileSync } from 'node:fs';
import { codeOf } from '../errors.ts';

export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
