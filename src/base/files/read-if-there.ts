/** The text of one of coder's files; `undefined` if the file does not exist yet. */

import { readFileSync } from 'node:fs';
import { isMissing } from '../errors.ts';

export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
