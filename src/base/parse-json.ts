/** JSON that may be malformed. */

import { isPlainObject } from './schema.ts';

/** `undefined` if the text is not JSON; the caller decides what that means. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Empty if the text is not a JSON object. */
export function parseObject(text: string): Record<string, unknown> {
  const value = parseJson(text);
  return isPlainObject(value) ? value : {};
}
