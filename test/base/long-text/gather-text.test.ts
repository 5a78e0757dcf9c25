import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTextGatherer } from '../../../src/base/long-text/gather-text.ts';

const LONG = 400_000;

/** A piece for each number, until the text is long enough to be kept as bytes. */
function pieces(piece: (index: number) => string): string[] {
  const all: string[] = [];
  for (let length = 0; length < LONG; length += all.at(-1)?.length ?? 1) all.push(piece(all.length));
  return all;
}

test('I7 a gathered text equals its pieces joined, whatever they contain and wherever they are cut', () => {
  const gatherer = createTextGatherer();
  const rows = {
    short: ['a', 'b'],
    ascii: pieces((index) => `line ${index}\n`),
    latin: pieces((index) => `é${index}`),
    wide: pieces((index) => `你好${index}🙂`),
    halves: pieces((index) => (index % 2 === 0 ? `x\ud83d` : `\ude42y`)),
    lone: [...pieces(String), '\ud83d', ...pieces((index) => `${index}é`)],
    'lone at its end': [...pieces(String), '\ud83d'],
    'lone at its beginning': ['\ude42', ...pieces(String)],
  };
  for (const [name, row] of Object.entries(rows)) {
    assert.ok(gatherer.isEmpty, name);
    for (const piece of row) gatherer.add(piece);
    assert.ok(!gatherer.isEmpty, name);
    assert.ok(gatherer.take() === row.join(''), name);
  }
});
