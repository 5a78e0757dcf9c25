/** Verdicts and their order. */

export type Verdict = 'allow' | 'ask' | 'deny';

const RANK: Record<Verdict, number> = { allow: 0, ask: 1, deny: 2 };

export function stricter(a: Verdict, b: Verdict): Verdict {
  return RANK[a] >= RANK[b] ? a : b;
}

export function isLooser(verdict: Verdict, than: Verdict): boolean {
  return RANK[verdict] < RANK[than];
}
