/** Writes settings back into their file and leaves everything else as the user wrote it, comments included. */

import { mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { writeAtomic } from '../base/files/atomic-write.ts';
import { withLock } from '../base/files/file-lock.ts';
import { readIfThere } from '../base/files/read-if-there.ts';
import { parse } from '../base/schema.ts';
import { type Fault, faultLines } from '../protocol/fault.ts';
import { fault, faultError } from '../words/fault.ts';
import { editJsonc, removeJsonc } from './edit-jsonc.ts';
import { explainIssue } from './explain-issue.ts';
import { settingsSchema } from './settings.ts';
import { checkSettings, mistakesError } from './settings-file.ts';
import { valueAt } from './value-at.ts';

interface SaveOptions {
  file: string;
  /** Dotted keys (`model`, `runtime.max_steps`) and their new values. */
  values: readonly (readonly [key: string, value: unknown])[];
  signal: AbortSignal;
}

/**
 * Saves all values or none. Throws `CoderError('config')` if a value is wrong, or if the file has mistakes and the values correct none of
 * them, and leaves the file unchanged.
 */
export async function saveSettings({ file, values, signal }: SaveOptions): Promise<void> {
  await changeFile(file, signal, (before = '') => {
    const { mistakes } = checkSettings(before, file); // throws if it is not JSON, with the position of the mistake
    const after = values.reduce((text, [key, value]) => editJsonc(text, key.split('.'), value), before);
    const { values: saved, mistakes: left } = checkSettings(after, file);
    const isCorrected =
      left.length < mistakes.length && left.every(({ key }) => mistakes.some((old) => old.key === key));
    if (left.length > 0 && !isCorrected) throw mistakesError(mistakes.length > 0 ? mistakes : left);
    const lost = values.find(
      ([key, value]) => JSON.stringify(valueAt(saved, key.split('.'))) !== JSON.stringify(value),
    );
    if (lost) throw faultError('config', fault('settingNotSaved', file, lost[0]));
    return after;
  });
}

/** What is wrong with a value that is not in any file yet; `undefined` if it can be saved. */
export function settingProblem(key: string, value: unknown): Fault | undefined {
  const checked = parse(settingsSchema, settingsWith(key, value));
  return checked.ok ? undefined : faultLines(checked.issues.map((issue) => explainIssue(issue)));
}

/** Settings in which only this key is set. */
export function settingsWith(key: string, value: unknown): unknown {
  return key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}

export interface EditOptions {
  file: string;
  path: readonly string[];
  /** The new value; `undefined` removes the key. */
  value: unknown;
  signal: AbortSignal;
}

/** Sets one key by its path, also in files that are not coder's own. */
export async function editSettings({ file, path, value, signal }: EditOptions): Promise<void> {
  await changeFile(file, signal, (before = '') =>
    value === undefined ? removeJsonc(before, path) : editJsonc(before, path, value),
  );
}

async function changeFile(
  file: string,
  signal: AbortSignal,
  change: (before: string | undefined) => string,
): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const target = targetOf(file);
  await withLock(`${target}.lock`, signal, async () => {
    const before = readIfThere(target);
    const after = change(before);
    await writeAtomic(target, after, before === undefined ? { mode: 0o600, durable: true } : { durable: true });
  });
}

/** Follows links, as people often keep their settings elsewhere: the link stays and its target is written. */
function targetOf(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return file;
    throw error;
  }
}
