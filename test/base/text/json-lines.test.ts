import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLine, scanLines, sealLine } from '../../../src/base/text/json-lines.ts';

const values = [
  { n: 1, text: 'é\u2028"\\' },
  { n: 2, nested: { sum: 'x' } },
  { n: 3, lone: '\ud800' },
];
const log = Buffer.from(values.map((value) => sealLine(JSON.stringify(value))).join(''));

test('a sealed line is still valid JSON, and opens to its value', () => {
  for (const value of values) {
    const line = sealLine(JSON.stringify(value));
    assert.equal(line.indexOf('\n'), line.length - 1);
    assert.deepEqual(Object.keys(JSON.parse(line) as object).at(-1), 'sum');
    assert.deepEqual(openLine(line.slice(0, -1)), value);
  }
});

test('H4 any changed byte is noticed', () => {
  const line = Buffer.from(sealLine(JSON.stringify(values[0])).slice(0, -1));
  for (let at = 0; at < line.length; at += 1) {
    const changed = Buffer.from(line);
    changed[at] = (changed[at] as number) ^ 1;
    assert.equal(openLine(changed.toString('utf8')), undefined, `byte ${at}`);
  }
});

test('H1 after a cut at any byte, the whole lines before it stay and the rest is torn', () => {
  const ends = [0, ...[...log.keys()].filter((at) => log[at] === 10).map((at) => at + 1)];
  for (let cut = 0; cut <= log.length; cut += 1) {
    const scanned = scanLines(log.subarray(0, cut));
    const whole = ends.filter((end) => end > 0 && end - 1 <= cut).length; // a line lacking only its newline is whole
    assert.deepEqual(scanned.values, values.slice(0, whole), `cut at ${cut}`);
    assert.equal(scanned.unended, ends.includes(cut + 1) && cut > 0, `cut at ${cut}`);
    assert.equal(scanned.end, scanned.unended ? cut : Math.max(...ends.filter((end) => end <= cut)));
  }
});

test('H4 a bad line in the middle does not hide the others', () => {
  const text = `${sealLine('{"n":1}')}garbage\n\n{"n":5}\n${sealLine('{"n":2}')}\u0000\u0000\u0000`;
  const scanned = scanLines(Buffer.from(text));
  assert.deepEqual(scanned.values, [{ n: 1 }, { n: 2 }]);
  assert.equal(scanned.damaged, 2);
  assert.equal(scanned.end, Buffer.byteLength(text) - 3);
});
