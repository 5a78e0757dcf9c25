import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Decoder,
  eventDecoder,
  type Frame,
  headerFraming,
  lineFraming,
  wholeFraming,
} from '../../../src/base/rpc/framing.ts';

const messages = ['{"a":1}', '{"text":"汉字 🚀 \\n"}', '{}', JSON.stringify({ long: 'x'.repeat(5000) })];

for (const [name, framing] of Object.entries({ lines: lineFraming(), headers: headerFraming() })) {
  test(`messages come out of ${name} as they went in, however the bytes are cut`, () => {
    const bytes = Buffer.from(messages.map((message) => framing.encode(message)).join(''));
    for (const size of [1, 2, 3, 7, 64, 1000, bytes.length]) {
      assert.deepEqual(
        pushed(framing.decoder(), bytes, size),
        messages.map((text) => ({ kind: 'message', text })),
      );
    }
  });

  test(`a message over the limit is skipped in ${name}, and the next one is read`, () => {
    const small = name === 'lines' ? lineFraming(100) : headerFraming(100);
    const bytes = Buffer.from(small.encode(`"${'x'.repeat(1000)}"`) + small.encode('{}'));
    for (const size of [1, 50, 5000]) {
      assert.deepEqual(pushed(small.decoder(), bytes, size), [{ kind: 'too-long' }, { kind: 'message', text: '{}' }]);
    }
  });
}

test('events are read however the stream is cut, one over the limit is skipped, other fields are ignored', () => {
  const long = `data: ${'x'.repeat(200)}\n\n`;
  const bytes = Buffer.from(`: hello\n\nevent: message\nid: 1\ndata: {"a":\ndata: "汉"}\n\n${long}data:{}\r\n\r\n`);
  for (const size of [1, 2, 7, 1000]) {
    assert.deepEqual(pushed(eventDecoder(100), bytes, size), [
      { kind: 'message', text: '{"a":\n"汉"}' },
      { kind: 'too-long' },
      { kind: 'message', text: '{}' },
    ]);
  }
});

test('blank lines and carriage returns are not messages', () => {
  assert.deepEqual(pushed(lineFraming().decoder(), Buffer.from('\r\n{}\r\n\n'), 3), [{ kind: 'message', text: '{}' }]);
});

test('a header without a length is noise, and reading continues after it', () => {
  const bytes = Buffer.from(`Hello there\r\n\r\n${headerFraming().encode('{}')}`);
  assert.deepEqual(pushed(headerFraming().decoder(), bytes, 4), [{ kind: 'noise' }, { kind: 'message', text: '{}' }]);
});

test('a header may have other fields, and any case', () => {
  const bytes = Buffer.from('Content-Type: a; charset=utf-8\r\ncontent-length:2\r\n\r\n{}');
  assert.deepEqual(pushed(headerFraming().decoder(), bytes, 5), [{ kind: 'message', text: '{}' }]);
});

test('endless text in place of a header is bounded', () => {
  const frames = pushed(headerFraming().decoder(), Buffer.alloc(100_000, 'x'), 1000);
  assert.ok(frames.length > 5 && frames.every(({ kind }) => kind === 'noise'));
});

test('whole framing passes messages of a delimiting transport through unchanged', () => {
  assert.equal(wholeFraming().encode('{}'), '{}');
  assert.deepEqual(wholeFraming().decoder().push(Buffer.from('{}')), [{ kind: 'message', text: '{}' }]);
});

function pushed(decoder: Decoder, bytes: Buffer, size: number): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at < bytes.length; at += size) frames.push(...decoder.push(bytes.subarray(at, at + size)));
  return frames;
}
