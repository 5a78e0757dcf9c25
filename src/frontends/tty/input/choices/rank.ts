/** Ranks what a menu can offer by how well it matches what was typed. Pure. */

import { createFuzzyMatcher } from '../fuzzy.ts';
import type { MenuItem } from '../menu-state.ts';

export interface Candidate {
  value: string;
  detail?: string;
}

/** Score of a candidate whose name does not match; `undefined` if it does not match at all. */
type Otherwise = (query: string, candidate: Candidate) => number | undefined;

export const MOST_ITEMS = 50;

/** Keeps the given order while nothing is typed. */
export function rank(
  query: string,
  candidates: readonly Candidate[],
  otherwise: Otherwise = () => undefined,
): MenuItem[] {
  const matcher = createFuzzyMatcher(query);
  return candidates
    .flatMap((candidate, position) => {
      const score = matcher.score(candidate.value, candidate.value.toLowerCase()) ?? otherwise(query, candidate);
      return score === undefined ? [] : [{ candidate, position, score: query === '' ? 0 : score }];
    })
    .sort((one, other) => other.score - one.score || one.position - other.position)
    .slice(0, MOST_ITEMS)
    .map(({ candidate: { value, detail } }) => ({
      value,
      label: value,
      ...(detail !== undefined && { detail }),
    }));
}

/** A detail that contains the query counts too, but ranks below all matching names. */
export function detailScore(query: string, { detail }: Candidate): number | undefined {
  return detail?.toLowerCase().includes(query.toLowerCase()) ? -1000 : undefined;
}
