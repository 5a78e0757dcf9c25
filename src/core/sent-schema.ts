/** A tool's schema as sent to the model, without keywords that only our check needs: every byte goes out with every request. */

import { isPlainObject, type JsonSchema } from '../base/schema.ts';

/** Keywords checked here and not sent; a call that violates one gets a one-line error. */
const CHECKED_HERE: ReadonlySet<string> = new Set(['minimum', 'maximum', 'pattern']);

export function sentSchema(schema: JsonSchema): JsonSchema {
  const sent: Record<string, unknown> = {};
  for (const key of Object.keys(schema)) {
    const value = schema[key];
    if (CHECKED_HERE.has(key) || (key === 'additionalProperties' && value === false)) continue;
    sent[key] = key === 'properties' && isPlainObject(value) ? sentProperties(value) : sentValue(value);
  }
  return sent;
}

/** Handles properties by name, because an argument may have the name of a schema keyword. */
function sentProperties(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const listed = Object.keys(properties).filter((name) => {
    const value = properties[name];
    return !(isPlainObject(value) && value['unlisted'] === true);
  });
  return Object.fromEntries(listed.map((name) => [name, sentValue(properties[name])]));
}

function sentValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sentValue);
  return isPlainObject(value) ? sentSchema(value) : value;
}
