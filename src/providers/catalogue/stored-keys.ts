/** Reads `~/.coder/auth.json`: keys by vendor or origin. */

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, isMissing } from '../../base/errors.ts';
import { isPlainObject } from '../../base/schema.ts';
import { fault, faultError } from '../../words/fault.ts';

/** `home` is coder's own folder; empty if the file does not exist. */
export function storedKeys(home: string): Record<string, string> {
  const file = join(home, 'auth.json');
  let value: unknown;
  try {
    if (!statSync(file, { throwIfNoEntry: false })) return {}; // an error would take longer
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (isMissing(error)) return {};
    const isText = error instanceof SyntaxError;
    const what = isText ? fault('keysNoJson', file) : fault('keysUnreadable', file, String(codeOf(error))); // never its text
    throw faultError('auth-file', what, { cause: error });
  }
  if (!isPlainObject(value)) throw faultError('auth-file', fault('keysNoObject', file));
  const isKey = (pair: [string, unknown]): pair is [string, string] => typeof pair[1] === 'string';
  const wrong = Object.entries(value).find((pair) => !isKey(pair));
  if (wrong) throw faultError('auth-file', fault('keyNoString', file, wrong[0]));
  return Object.fromEntries(Object.entries(value).filter(isKey));
}
