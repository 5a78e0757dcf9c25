/** Combines several regular expressions into one, so that a text is tested once instead of once for each. */

export function anyOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}
