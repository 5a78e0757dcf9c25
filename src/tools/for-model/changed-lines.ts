/** Lines of the new text that a unified diff changes, such as `226-234, 301`. */

const MOST = 12;

export function changedLines(diff: string): string {
  const ranges: { from: number; to: number }[] = [];
  let line = 0;
  for (const row of diff.split('\n')) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(row);
    if (hunk) line = Number(hunk[1]);
    else if (line === 0 || row.startsWith('\\'))
      continue; // before the first hunk, or a note of the diff
    else if (row.startsWith('+')) add(line++);
    else if (row.startsWith('-')) add(line, true);
    else line += 1;
  }
  const shown = ranges.slice(0, MOST).map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`));
  return [...shown, ...(ranges.length > MOST ? ['…'] : [])].join(', ');

  /** A removed line only marks its position. */
  function add(at: number, isGone = false): void {
    const last = ranges.at(-1);
    if (last && at <= last.to + 1) last.to = Math.max(last.to, isGone ? last.to : at);
    else ranges.push({ from: at, to: at });
  }
}
