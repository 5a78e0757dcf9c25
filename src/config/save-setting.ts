/** Writes one setting back into its file and leaves everything else as the user wrote it, comments included. */

import { mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { withLock } from '../base/files/file-lock.ts';
import { readIfThere } from '../base/files/read-if-there.ts';
import { isPlainObject } from '../base/schema.ts';
import { fault, faultError } from '../words/fault.ts';
import { editJsonc } from './edit-jsonc.ts';
import { parseSettings } from './settings-file.ts';

export interface SaveOptions {
  file: string;
  /** Dotted: `model`, `runtime.max_steps`. */
  key: string;
  value: unknown;
  signal: AbortSignal;
}

/** `CoderError('config')` where the file is broken or the value is wrong: then it stays as it is. */
export async function saveSetting({ file, key, value, signal }: SaveOptions): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const target = targetOf(file);
  await withLock(`${target}.lock`, signal, async () => {
    const before = readIfThere(target);
    if (before !== undefined) parseSettings(before, file);
    const after = editJsonc(before ?? '', key.split('.'), value);
    const { values } = parseSettings(after, file);
    const saved = key
      .split('.')
      .reduce<unknown>((part, name) => (isPlainObject(part) ? part[name] : undefined), values);
    if (JSON.stringify(saved) !== JSON.stringify(value))
      throw faultError('config', fault('settingNotSaved', file, key));
    const { writeAtomic } = await import('../base/files/atomic-write.ts');
    await writeAtomic(target, after, before === undefined ? { mode: 0o600, durable: true } : { durable: true });
  });
}

/** People keep their settings elsewhere and link to them: the link stays, what it leads to is written. */
function targetOf(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return file;
    throw error;
  }
}
