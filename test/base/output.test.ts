import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { createOutput } from '../../src/base/output.ts';

const SLICE = 1 << 16;

/** A stream that takes one slice at a time, or breaks at the first. */
function slowStream(onTaken: (text: string) => void, error?: Error): NodeJS.WriteStream {
  const stream = new Writable({
    highWaterMark: 1,
    decodeStrings: false,
    write(text: string, _, done) {
      onTaken(text);
      setImmediate(done, error);
    },
  });
  return stream as unknown as NodeJS.WriteStream;
}

test('I7 text that cannot be written yet is not generated yet, and the writer is told to wait', async () => {
  let taken = '';
  let made = 0;
  let ahead = 0;
  const stream = slowStream((text) => {
    taken += text;
    ahead = Math.max(ahead, made - taken.length / SLICE);
  });
  const output = createOutput(() => stream, assert.fail);
  assert.equal(output.room(), undefined);
  output.write(
    (function* () {
      for (; made < 10; made += 1) yield 'x'.repeat(SLICE);
    })(),
  );
  output.write('the end');
  assert.equal(output.room(), undefined, 'a little may wait');
  output.write('y'.repeat(SLICE));
  await output.room();
  assert.equal(made, 10);
  assert.equal(output.room(), undefined);
  await output.flush();
  assert.ok(ahead <= 1, `${ahead} slices ahead`);
  assert.ok(taken === `${'x'.repeat(10 * SLICE)}the end${'y'.repeat(SLICE)}`);
});

test('H3 a stream that breaks ends every wait for it', async () => {
  const lost: string[] = [];
  const stream = slowStream(() => {}, new Error('EPIPE'));
  const output = createOutput(
    () => stream,
    ({ message }) => lost.push(message),
  );
  output.write('a'.repeat(2 * SLICE));
  output.write('b'.repeat(2 * SLICE));
  const room = output.room();
  assert.ok(room);
  await Promise.all([room, output.flush()]);
  output.write('more');
  assert.equal(output.room(), undefined);
  assert.deepEqual(lost, ['EPIPE']);
});
