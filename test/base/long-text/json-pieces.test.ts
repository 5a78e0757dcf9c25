import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inSlices } from '../../../src/base/long-text/in-slices.ts';
import { jsonPieces } from '../../../src/base/long-text/json-pieces.ts';
import { maskDeep } from '../../../src/base/secrets/mask-deep.ts';
import { openLine, sealedPieces, sealLine } from '../../../src/base/text/json-lines.ts';

const long = '"\\\n\u0007é😀\ud800 \u2028汉字'.repeat(60_000);

test('SEC-3 the pieces of a long value join to its JSON and to its sealed line', () => {
  for (const value of [
    { a: 1, b: [null, 'x'] },
    { text: long, more: [{ text: `${long}!` }, 'short'], long },
    { text: '😀'.repeat(300_000) },
  ]) {
    const json = JSON.stringify(value);
    assert.equal([...jsonPieces(value)].join(''), json);
    assert.equal([...sealedPieces(value)].join(''), sealLine(json));
    assert.deepEqual(openLine([...sealedPieces(value)].join('').trimEnd()), JSON.parse(json));
  }
});

test('SEC-3 slices are never cut within a character, and short pieces are joined', () => {
  const texts = [['a', 'b'], ['😀'.repeat(300_000)], ['c'], Array.from({ length: 1000 }, () => 'd'.repeat(700))];
  const slices = [...inSlices(texts)];
  assert.equal(slices.join(''), texts.flat().join(''));
  assert.ok(slices.length < 45);
  for (const slice of slices) assert.ok(Buffer.from(slice).toString() === slice && slice.length < 40_000);
});

test('SEC-3 SEC-6 a secret in a long value is hidden like in a short one', () => {
  const mask = (text: string) => text.replaceAll('hunter22', '[x]');
  const value = { type: 'hunter22', text: `hunter22 ${'a'.repeat(1_200_000)}`, list: ['hunter22', 3] };
  const masked = maskDeep(value, mask);
  assert.equal(masked.text.slice(0, 4), '[x] ');
  assert.deepEqual([masked.type, masked.list], ['hunter22', ['[x]', 3]]);
});
