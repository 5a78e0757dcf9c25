/** Reads `~/.coder/auth.json`: keys by vendor or origin. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CoderError, codeOf, isMissing } from '../../base/errors.ts';
import { isPlainObject } from '../../base/schema.ts';

const AUTH_FORM = 'It should hold {"openai": "key"}, with mode 0600.';

/** `home` is coder's own folder; empty if the file does not exist. */
export function storedKeys(home: string): Record<string, string> {
  const file = join(home, 'auth.json');
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (isMissing(error)) return {};
    const what = error instanceof SyntaxError ? 'is not JSON' : `cannot be read (${codeOf(error)})`; // never its text
    throw new CoderError('auth-file', `${file} ${what}. ${AUTH_FORM}`, { cause: error });
  }
  if (!isPlainObject(value)) throw new CoderError('auth-file', `${file} is not an object. ${AUTH_FORM}`);
  const isKey = (pair: [string, unknown]): pair is [string, string] => typeof pair[1] === 'string';
  const wrong = Object.entries(value).find((pair) => !isKey(pair));
  if (wrong) throw new CoderError('auth-file', `${file}: the key of "${wrong[0]}" is not a string. ${AUTH_FORM}`);
  return Object.fromEntries(Object.entries(value).filter(isKey));
}
