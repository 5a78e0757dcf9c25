/** Finds a run of lines in a longer list, in linear time. */

/** First indices of all places, ascending, at most `limit`; places may overlap. */
export function findRuns(lines: readonly string[], run: readonly string[], limit: number): number[] {
  const found: number[] = [];
  if (run.length === 0 || run.length > lines.length) return found;
  const fallback = fallbacksOf(run);
  let matched = 0;
  for (const [index, line] of lines.entries()) {
    while (matched > 0 && run[matched] !== line) matched = fallback[matched - 1] ?? 0;
    if (run[matched] === line) matched++;
    if (matched < run.length) continue;
    found.push(index - run.length + 1);
    if (found.length >= limit) break;
    matched = fallback[matched - 1] ?? 0;
  }
  return found;
}

/** The Knuth–Morris–Pratt table: how much of the run still matches after a mismatch. */
function fallbacksOf(run: readonly string[]): number[] {
  const fallback = [0];
  let matched = 0;
  for (let index = 1; index < run.length; index++) {
    while (matched > 0 && run[index] !== run[matched]) matched = fallback[matched - 1] ?? 0;
    if (run[index] === run[matched]) matched++;
    fallback.push(matched);
  }
  return fallback;
}
