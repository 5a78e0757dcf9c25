/** Merges one layer of settings over another. */

import { isPlainObject } from '../base/schema.ts';
import { COMMANDS, SERVERS } from '../protocol/permission.ts';

type Layer = Readonly<Record<string, unknown>>;

/** Rows of tables are merged field by field. A list in such a row replaces the one below; all other lists add up. */
export function mergeSettings(below: Layer, above: Layer): Record<string, unknown> {
  return merge(below, above, []) as Record<string, unknown>;
}

/** The form in which layers are merged: `"bash": "ask"` is short for `{"*": "ask"}`, and `null` counts as absent. */
export function normalise(layer: Layer): Record<string, unknown> {
  const result = withoutNull(layer);
  const { permission } = result;
  if (isPlainObject(permission)) {
    const whole = [COMMANDS, SERVERS].filter((key) => typeof permission[key] === 'string');
    const patterns = Object.fromEntries(whole.map((key) => [key, { '*': permission[key] }]));
    if (whole.length > 0) result.permission = { ...permission, ...patterns };
  }
  return result;
}

function merge(below: unknown, above: unknown, path: readonly string[]): unknown {
  if (Array.isArray(below) && Array.isArray(above) && !isTableRow(path)) return [...new Set([...below, ...above])];
  if (!isPlainObject(below) || !isPlainObject(above)) return above;
  const result: Record<string, unknown> = Object.assign(Object.create(null), below);
  for (const [key, value] of Object.entries(above)) {
    result[key] = key in result ? merge(result[key], value, [...path, key]) : value;
  }
  return result;
}

function isTableRow([first]: readonly string[]): boolean {
  return first === 'presets' || first === 'agents' || first === 'modes';
}

function withoutNull(value: Layer): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null);
  for (const [key, entry] of Object.entries(value)) {
    if (isPlainObject(entry)) result[key] = withoutNull(entry);
    else if (entry !== null && entry !== undefined) result[key] = entry;
  }
  return result;
}
