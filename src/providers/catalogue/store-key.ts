/** Stores a key in `~/.coder/auth.json`, readable by the user alone, next to existing keys. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '../../base/files/atomic-write.ts';
import { withLock } from '../../base/files/file-lock.ts';
import { storedKeys } from './stored-keys.ts';

/** Without a key, removes the one stored under that name. Returns the file. */
export async function storeKey(
  home: string,
  vendor: string,
  key: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const file = join(home, 'auth.json');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  await withLock(`${file}.lock`, signal, async () => {
    const keys = { ...storedKeys(home), [vendor]: key }; // JSON omits undefined values
    await writeAtomic(file, `${JSON.stringify(keys, undefined, 2)}\n`, { mode: 0o600 });
  });
  return file;
}
