/** Looks at files that may not exist yet, such as coder's own. */

import { readFileSync } from 'node:fs';
import { isMissing } from '../errors.ts';

/** `undefined` if nothing is there; anything else, such as a file that is closed to this account, is thrown. */
export function ifThere<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function readIfThere(file: string): string | undefined {
  return ifThere(() => readFileSync(file, 'utf8'));
}
