import assert from 'node:assert/strict';
import { test } from 'node:test';
import { floorBoundary, graphemes, nextBoundary, previousBoundary } from '../../../src/base/text/graphemes.ts';
import { cpuTime } from '../../fixtures/cpu-time.ts';

const SAMPLES: [text: string, expected: string[]][] = [
  ['', []],
  ['abc', ['a', 'b', 'c']],
  ['中文abc', ['中', '文', 'a', 'b', 'c']],
  ['e\u0301x', ['e\u0301', 'x']],
  ['👍🏽!', ['👍🏽', '!']],
  ['👨‍👩‍👧‍👦', ['👨‍👩‍👧‍👦']],
  ['🇩🇪🇫🇷x', ['🇩🇪', '🇫🇷', 'x']],
  ['⚠️a', ['⚠️', 'a']],
  ['한국', ['한', '국']],
  ['\u1112\u1161\u11ab', ['\u1112\u1161\u11ab']],
  ['が\u3099', ['が\u3099']],
  ['a\r\nb', ['a', '\r\n', 'b']],
];

test('IN-7 text splits into what a person calls characters', () => {
  for (const [text, expected] of SAMPLES) assert.deepEqual(graphemes(text), expected, text);
});

test('IN-7 stepping forwards and backwards visits each grapheme once', () => {
  for (const [text, expected] of SAMPLES) {
    const offsets = [0];
    for (const part of expected) offsets.push((offsets.at(-1) ?? 0) + part.length);
    for (let index = 0; index + 1 < offsets.length; index += 1) {
      assert.equal(nextBoundary(text, offsets[index] ?? 0), offsets[index + 1], text);
      assert.equal(previousBoundary(text, offsets[index + 1] ?? 0), offsets[index], text);
    }
    for (let offset = 0; offset <= text.length; offset += 1) {
      assert.equal(
        floorBoundary(text, offset),
        offsets.findLast((start) => start <= offset),
        `${text} at ${offset}`,
      );
    }
  }
});

test('IN-7 stepping past either end stays inside', () => {
  assert.equal(nextBoundary('中', 5), 1);
  assert.equal(previousBoundary('中', 0), 0);
  assert.equal(previousBoundary('👍🏽', 9), 0);
});

test('IN-7 flags pair up correctly far from the start of a line', () => {
  const text = `${'x'.repeat(2000)}${'🇩🇪'.repeat(20)}`;
  assert.equal(nextBoundary(text, 2000 + 4 * 7), 2000 + 4 * 8);
  assert.equal(previousBoundary(text, text.length), text.length - 4);
});

test('F3 stepping over a megabyte of combining marks ends quickly', () => {
  const text = `a${'\u0301'.repeat(1_000_000)}b`;
  const start = cpuTime();
  assert.ok(nextBoundary(text, 500_000) > 500_000);
  assert.ok(previousBoundary(text, 500_000) < 500_000);
  assert.ok(cpuTime() - start < 500);
});
