/** Of a flood of plain lines only the last can still be seen: the others need not be drawn at all. */

const ESCAPE = 0x1b;
const NEWLINE = 0x0a;
const WORTH_IT = 16 * 1024;

/** The same screen and scrollback as all of `bytes` would leave, where more than `lines` plain lines end them. */
export function skimFlood(bytes: Buffer, lines: number): readonly Buffer[] {
  if (bytes.length < WORTH_IT) return [bytes];
  // What was begun before may end in the first line, and what an escape begins, in the line it stands in.
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
