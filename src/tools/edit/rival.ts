/** Checks whether a leniently found block matches another place better: one that lacks some of its lines but has the others exactly. */

/** Lines that a block repeats more often tell little about where the block is. */
const MAX_REPEATS = 2;

/** Another place that has at least half of the block's lines exactly, and more of them than the place at `at`. */
export function findRival(lines: readonly string[], block: readonly string[], at: number): number | undefined {
  const offsets = new Map<string, number[]>();
  for (const [offset, line] of block.entries()) {
    const plain = line.trimEnd();
    const known = offsets.get(plain);
    if (known) known.push(offset);
    else if (plain !== '') offsets.set(plain, [offset]);
  }
  const votes = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    const places = offsets.get(line.trimEnd()) ?? [];
    if (places.length > MAX_REPEATS) continue;
    for (const offset of places) votes.set(index - offset, (votes.get(index - offset) ?? 0) + 1);
  }
  const enough = Math.max((votes.get(at) ?? 0) + 1, Math.ceil(block.length / 2));
  for (const [start, count] of votes) if (start !== at && count >= enough) return Math.max(0, start);
  return undefined;
}
