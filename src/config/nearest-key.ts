/** The known key that somebody may have meant. */

import { isPlainObject } from '../base/schema.ts';

/** `path` ends in the unknown key; the JSON Schema says what is known there. Whole dotted path, or nothing near. */
export function nearestKey(path: readonly (string | number)[], schema: unknown): string | undefined {
  const wrong = String(path.at(-1));
  const parent = path.slice(0, -1);
  const known = Object.keys(propertiesAt(schema, parent)).filter((key) => !key.startsWith('$'));
  const limit = Math.max(1, Math.floor(wrong.length / 3));
  const near = known
    .map((key) => ({ key, distance: editDistance(wrong.toLowerCase(), key) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)[0];
  return near && [...parent, near.key].join('.');
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

/** Insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(at(rows, i - 1, j) + 1, (row[j - 1] ?? 0) + 1, at(rows, i - 1, j - 1) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, at(rows, i - 2, j - 2) + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return at(rows, a.length, b.length);
}

function at(rows: readonly (readonly number[])[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0;
}
