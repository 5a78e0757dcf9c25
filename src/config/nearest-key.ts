/** Finds the known key that was probably meant. */

import { isPlainObject } from '../base/schema.ts';
import { nearest } from '../base/text/nearest.ts';

/** `path` ends in the unknown key; the JSON Schema lists the known ones. Returns the whole dotted path, or `undefined` if none is near. */
export function nearestKey(path: readonly (string | number)[], schema: unknown): string | undefined {
  const wrong = String(path.at(-1));
  const parent = path.slice(0, -1);
  const known = Object.keys(propertiesAt(schema, parent)).filter((key) => !key.startsWith('$'));
  const near = nearest(wrong, known);
  return near && [...parent, near].join('.');
}

function propertiesAt(schema: unknown, path: readonly (string | number)[]): Record<string, unknown> {
  let node = schema;
  for (const part of path) {
    if (!isPlainObject(node)) return {};
    const { properties, additionalProperties, items } = node;
    node = isPlainObject(properties) && part in properties ? properties[part] : (items ?? additionalProperties);
  }
  return isPlainObject(node) && isPlainObject(node.properties) ? node.properties : {};
}
