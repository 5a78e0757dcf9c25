import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitWidth, graphemeWidth, textWidth, wrapLine, wrapRanges } from '../../../src/base/text/text-width.ts';

test('IN-7 a text takes as many columns as a terminal shows', () => {
  const rows: [string, number][] = [
    ['', 0],
    ['hello', 5],
    ['中文', 4],
    ['a中b', 4],
    ['，。', 4],
    ['ＡＢ', 4],
    ['ｶﾞ', 2],
    ['カ\u3099', 2],
    ['e\u0301', 1],
    ['\u0301', 0],
    ['한국어', 6],
    ['\u1112\u1161\u11ab', 2],
    ['👍', 2],
    ['👍🏽', 2],
    ['👨‍👩‍👧‍👦', 2],
    ['🇩🇪', 2],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 2],
    ['⚠', 1],
    ['⚠️', 2],
    ['1️⃣', 2],
    ['©', 1],
    ['©️', 2],
    ['é', 1],
    ['Привет', 6],
    ['नमस्ते', 4],
    ['a\u200bb', 2],
    ['\u00ad', 0],
    ['a\x1bb', 2],
    ['─│┌', 3],
    ['…', 1],
    ['𠀀', 2],
    ['a\ufe0f', 1],
  ];
  for (const [text, width] of rows) assert.equal(textWidth(text), width, JSON.stringify(text));
});

test('IN-7 the width of a text is the sum over its graphemes', () => {
  const pieces = ['a', ' ', '中', '。', '👍🏽', 'e\u0301', '🇩🇪', '⚠️', 'ｶﾞ'];
  for (const left of pieces) {
    for (const right of pieces) {
      assert.equal(textWidth(left + right), graphemeWidth(left) + graphemeWidth(right), left + right);
    }
  }
});

test('IN-7 lines wrap between words, around CJK and inside long words', () => {
  const rows: [string, number, string[]][] = [
    ['', 10, ['']],
    ['short', 10, ['short']],
    ['one two three', 8, ['one two', 'three']],
    ['one two three', 7, ['one two', 'three']],
    ['one  two', 4, ['one', 'two']],
    ['one two sevenaa', 7, ['one two', 'sevenaa']],
    ['one       two', 5, ['one', 'two']],
    ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['ab abcdefghij', 4, ['ab', 'abcd', 'efgh', 'ij']],
    ['中文中文中', 4, ['中文', '中文', '中']],
    ['中文中文中', 5, ['中文', '中文', '中']],
    ['用 TypeScript 写', 8, ['用', 'TypeScri', 'pt 写']],
    ['我们好。他们', 6, ['我们', '好。他', '们']],
    ['说（好）吧', 4, ['说', '（好', '）吧']],
    ['a👍🏽b👍🏽', 3, ['a👍🏽', 'b👍🏽']],
    ['e\u0301e\u0301e\u0301', 2, ['e\u0301e\u0301', 'e\u0301']],
    ['中', 1, ['中']],
    ['中文', 0, ['中', '文']],
  ];
  for (const [text, width, expected] of rows) assert.deepEqual(wrapLine(text, width), expected, `${text} in ${width}`);
});

test('IN-7 wrapped ranges join without a gap and fit, whatever precedes them', () => {
  const alphabet = ['a', 'b', ' ', ' ', '中', '。', '（', '👍🏽', 'e\u0301', '🇩🇪', 'word'];
  let seed = 7;
  for (let round = 0; round < 2000; round += 1) {
    let text = '';
    for (let index = 0; index < 24; index += 1) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      if (index < seed % 24) text += alphabet[(seed >> 8) % alphabet.length];
    }
    const width = 2 + (seed % 12);
    const first = (seed >> 4) % (width + 1);
    const ranges = wrapRanges(text, width, { firstWidth: first });
    assert.equal(ranges.map(({ start, end }) => text.slice(start, end)).join(''), text);
    ranges.forEach(({ start, end }, index) => {
      assert.ok(textWidth(text.slice(start, end)) <= (index === 0 ? first : width), `${text} in ${first}/${width}`);
      assert.ok(index === 0 || end > start || text === '', `empty row in ${text}`);
    });
  }
});

test('IN-7 a first row without room is left empty', () => {
  assert.deepEqual(wrapRanges('中', 10, { firstWidth: 1 }), [
    { start: 0, end: 0 },
    { start: 0, end: 1 },
  ]);
});

test('a text is cut to a width between graphemes', () => {
  assert.equal(fitWidth('hello', 3), 'hel');
  assert.equal(fitWidth('中文中', 5), '中文');
  assert.equal(fitWidth('a👍🏽b', 2), 'a');
  assert.equal(fitWidth('中文', 4), '中文');
});
