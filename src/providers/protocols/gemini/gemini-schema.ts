/** The part of JSON Schema that Gemini accepts for a function's parameters. */

import { isPlainObject, type JsonSchema } from '../../../base/schema.ts';

const KEPT = new Set([
  '$ref',
  'additionalProperties',
  'anyOf',
  'description',
  'enum',
  'format',
  'items',
  'maxItems',
  'maximum',
  'minItems',
  'minimum',
  'prefixItems',
  'properties',
  'required',
  'title',
  'type',
]);
const FORMATS = new Set(['date', 'date-time', 'double', 'duration', 'enum', 'float', 'int32', 'int64', 'time']);
/** Keywords whose values are schemas by name: a parameter may have the name of a keyword. */
const NAMED = new Set(['properties', '$defs']);

/** Omits what Gemini does not understand; coder checks the call anyway. */
export function toGeminiSchema(schema: JsonSchema): JsonSchema {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'const') Object.assign(result, toEnum(value));
    else if (key === 'oneOf') result['anyOf'] = toAny(value);
    else if (NAMED.has(key) && isPlainObject(value))
      result[key] = Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, toAny(entry)]));
    else if (key === 'format' && !FORMATS.has(String(value))) continue;
    else if (KEPT.has(key)) result[key] = key === 'enum' || key === 'required' ? value : toAny(value);
  }
  return result;
}

function toAny(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toAny);
  return isPlainObject(value) ? toGeminiSchema(value) : value;
}

/** A single allowed value becomes a list of one; strings and numbers only. */
function toEnum(value: unknown): Record<string, unknown> {
  if (typeof value === 'string') return { type: 'string', enum: [value] };
  if (typeof value === 'number') return { type: 'number', enum: [value] };
  return typeof value === 'boolean' ? { type: 'boolean' } : {};
}
