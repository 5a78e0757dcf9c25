import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitLines } from '../../../src/base/text/split-lines.ts';

test('OUT-2 lines end only at a line feed, however the stream is cut', async () => {
  const text = '"a\u2028b\u2029c\u0085"\r\n\n二\r三\nlast';
  const expected = ['"a\u2028b\u2029c\u0085"', '', '二\r三', 'last'];
  for (const size of [1, 2, 3, 7, 1000]) {
    const bytes = Buffer.from(text);
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    assert.deepEqual(await linesOf(pieces), expected, `in pieces of ${size}`);
  }
  assert.deepEqual(await linesOf(['a\nb', '\n']), ['a', 'b']);
});

async function linesOf(pieces: readonly (Uint8Array | string)[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of splitLines(toStream(pieces))) lines.push(line);
  return lines;
}

async function* toStream<T>(pieces: readonly T[]): AsyncGenerator<T> {
  yield* pieces;
}
