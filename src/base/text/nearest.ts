/** Finds the name a person probably meant. */

/** The candidate fewest edits away, if few enough to be a slip. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const edits =
      candidate.startsWith(word) && word.length > 1 ? 1 : distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits < least) {
      least = edits;
      best = candidate;
    }
  }
  return best;
}

/** The number of edits (insert, delete, replace, swap of neighbours) that turn one word into the other. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 8) return Infinity;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const above = rows[i - 1] as number[];
      let edits = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(edits);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? Infinity;
}
