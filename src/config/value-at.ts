/** Finds the value at a path of keys, through objects and lists; `undefined` if there is none. */

import { isPlainObject } from '../base/schema.ts';

export function valueAt(values: unknown, path: readonly (string | number)[]): unknown {
  let value = values;
  for (let depth = 0; depth < path.length && value !== undefined; depth += 1) {
    const key = path[depth] as string | number;
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}
