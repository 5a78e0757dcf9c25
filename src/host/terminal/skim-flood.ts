/** Drops lines from a flood of plain output: only the last ones can still be seen, so the others need not be drawn at all. */

const ESCAPE = 0x1b;
const NEWLINE = 0x0a;
const WORTH_IT = 16 * 1024;

/** Pieces of `bytes` that leave the same screen and scrollback as all of it. Lines are dropped if more than `lines` plain lines end it. */
export function skimFlood(bytes: Buffer, lines: number): readonly Buffer[] {
  if (bytes.length < WORTH_IT) return [bytes];
  // The first line may complete a sequence begun earlier, and the line of the last escape the sequence it begins: keep both.
  const begun = bytes.lastIndexOf(ESCAPE);
  const from = bytes.indexOf('\r\n', Math.max(0, begun));
  if (from < 0) return [bytes];
  let until = bytes.length;
  for (let count = 0; count <= lines; count += 1) {
    until = bytes.lastIndexOf(NEWLINE, until - 1);
    if (until <= from + 2) return [bytes];
  }
  return [bytes.subarray(0, from + 2), bytes.subarray(until + 1)];
}
