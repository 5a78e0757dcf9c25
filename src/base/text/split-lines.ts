/** Splits a stream of bytes into lines of text, only at line feeds, not at the other line ends of Unicode. */

const NEWLINE = 10;

/** Yields lines without their ends, `\r\n` included; the last line need not have one. */
export async function* splitLines(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  let pending: Uint8Array[] = [];
  for await (const chunk of stream) {
    const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      yield textOf([...pending, bytes.subarray(start, end)]);
      pending = [];
      start = end + 1;
    }
    if (start < bytes.length) pending.push(bytes.subarray(start));
  }
  if (pending.length > 0) yield textOf(pending);
}

function textOf(pieces: readonly Uint8Array[]): string {
  return Buffer.concat(pieces).toString('utf8').replace(/\r$/, '');
}
