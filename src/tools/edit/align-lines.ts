/** Aligns two lists of lines by their longest common subsequence, in bounded time. */

/** Lines `old` were replaced by lines `new`; both are half-open ranges, and one of them may be empty. */
export interface Change {
  old: readonly [start: number, end: number];
  new: readonly [start: number, end: number];
}

const MAX_CELLS = 1_000_000;

export function alignLines(before: readonly string[], after: readonly string[]): Change[] {
  const limit = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < limit && before[prefix] === after[prefix]) prefix++;
  let suffix = 0;
  while (suffix < limit - prefix && before.at(-1 - suffix) === after.at(-1 - suffix)) suffix++;
  const rows = before.length - prefix - suffix;
  const columns = after.length - prefix - suffix;
  if (rows === 0 && columns === 0) return [];
  const whole: Change = { old: [prefix, prefix + rows], new: [prefix, prefix + columns] };
  if (rows === 0 || columns === 0 || rows * columns > MAX_CELLS) return [whole];
  return changesIn(before.slice(prefix, prefix + rows), after.slice(prefix, prefix + columns), prefix);
}

/** Like `alignLines`, but from the end: if a line occurs in `after` twice, the later one is matched. */
export function alignLinesFromEnd(before: readonly string[], after: readonly string[]): Change[] {
  const turn = ([start, end]: Change['old'], length: number) => [length - end, length - start] as const;
  return alignLines(before.toReversed(), after.toReversed())
    .map((change) => ({ old: turn(change.old, before.length), new: turn(change.new, after.length) }))
    .reverse();
}

/** How far a pure insertion or deletion can move up and down past identical lines without changing the result. */
export function slideOf(
  { old: [from, to], new: [start, end] }: Change,
  before: readonly string[],
  after: readonly string[],
): { up: number; down: number } {
  if (from < to && start < end) return { up: 0, down: 0 };
  const [first, last, run] = from === to ? [start, end, after] : [from, to, before];
  let [up, down] = [0, 0];
  while (to + down < before.length && before[to + down] === run[first + down]) down++;
  while (from - up > 0 && before[from - up - 1] === run[last - up - 1]) up++;
  return { up, down };
}

/** For each line of `before`, its index in `after`; -1 if it has none, or if there could be two. */
export function placesIn(before: readonly string[], after: readonly string[]): number[] {
  const last = placesBy(alignLinesFromEnd(before, after), before.length);
  return placesBy(alignLines(before, after), before.length).map((place, line) => (place === last[line] ? place : -1));
}

function placesBy(changes: readonly Change[], length: number): number[] {
  const places: number[] = [];
  let shift = 0;
  let line = 0;
  for (const change of [...changes, undefined]) {
    for (; line < (change?.old[0] ?? length); line++) places.push(line + shift);
    for (; line < (change?.old[1] ?? length); line++) places.push(-1);
    if (change) shift = change.new[1] - change.old[1];
  }
  return places;
}

function changesIn(before: readonly string[], after: readonly string[], offset: number): Change[] {
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const at = row * width + column;
      common[at] =
        before[row] === after[column]
          ? (common[at + width + 1] ?? 0) + 1
          : Math.max(common[at + width] ?? 0, common[at + 1] ?? 0);
    }
  }
  const changes: Change[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    const start = [row, column] as const;
    while (row < before.length || column < after.length) {
      if (row < before.length && column < after.length && before[row] === after[column]) break;
      const at = row * width + column;
      if (column >= after.length || (row < before.length && (common[at + width] ?? 0) >= (common[at + 1] ?? 0))) row++;
      else column++;
    }
    if (row > start[0] || column > start[1]) {
      changes.push({ old: [start[0] + offset, row + offset], new: [start[1] + offset, column + offset] });
    }
    while (row < before.length && column < after.length && before[row] === after[column]) {
      row++;
      column++;
    }
  }
  return changes;
}
