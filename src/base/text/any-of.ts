/** One expression for several: a text is tried once instead of once for each. */

export function anyOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}
