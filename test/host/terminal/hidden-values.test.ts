import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHiddenValues } from '../../../src/host/terminal/hidden-values.ts';

const cleanAll = (values: ReturnType<typeof createHiddenValues>, pieces: readonly string[]) =>
  Buffer.concat([...pieces.map((piece) => values.clean(Buffer.from(piece))), values.flush()]).toString();

test('PTY-10 a hidden value is masked wherever the output is split', () => {
  const text = 'the word is s3cret-word, again: s3cret-words3cret-word s3cret-wor';
  for (let at = 0; at <= text.length; at += 1) {
    for (let size = 0; size < 4; size += 1) {
      const values = createHiddenValues();
      values.type('s3cret-word\r');
      const pieces = [text.slice(0, at), text.slice(at, at + size), text.slice(at + size)];
      assert.equal(cleanAll(values, pieces), text.replaceAll('s3cret-word', '***********'));
    }
  }
});

test('PTY-10 corrections while typing are applied; short values and unfinished lines mask nothing', () => {
  const values = createHiddenValues();
  values.type('wrong\x15rigt\x7fht-one\r');
  values.type('abc\r');
  values.type('unfinished');
  assert.equal(cleanAll(values, ['right-one wrong abc unfinished']), '********* wrong abc unfinished');
});
