/** Sorts the keys of a JSON value at every depth, because their order means nothing. */

export function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]: [string, unknown]) => [key, sortedKeys(inner)]),
  );
}
