/** The path that a `file:` URI names. */

import { fileURLToPath } from 'node:url';

/** `undefined` if it does not name a file of this machine. */
export function pathOfUri(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || !uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined; // contains a host, or `%2F`
  }
}
