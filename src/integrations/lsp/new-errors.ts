/** Errors introduced by a change: compared without positions, because a new line above moves them all. */

import type { CodeProblem } from '../../protocol/lsp.ts';

export function newErrors(before: readonly CodeProblem[], after: readonly CodeProblem[]): CodeProblem[] {
  const left = new Map<string, number>();
  for (const problem of before) left.set(keyOf(problem), (left.get(keyOf(problem)) ?? 0) + 1);
  return after.filter((problem) => {
    if (problem.severity !== 'error') return false;
    const known = left.get(keyOf(problem)) ?? 0;
    left.set(keyOf(problem), known - 1);
    return known <= 0;
  });
}

function keyOf({ severity, code = '', message }: CodeProblem): string {
  return `${severity}\0${code}\0${message}`;
}
