import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offsetOf, parseJsonc, plainValue, positionOf } from '../../src/config/jsonc.ts';

function read(text: string): unknown {
  const parsed = parseJsonc(text);
  assert.ok(parsed.ok, `${text} should parse`);
  return parsed.root && JSON.parse(JSON.stringify(plainValue(parsed.root)));
}

function fault(text: string): string {
  const parsed = parseJsonc(text);
  assert.ok(!parsed.ok, `${text} should not parse`);
  const { line, column } = positionOf(text, parsed.offset);
  return `${line}:${column} ${parsed.problem.text}`;
}

test('reads comments, trailing commas, a byte order mark and every kind of value', () => {
  const text = `\uFEFF// settings
  {
    "a": 1, /* one */
    "b": [true, false, null, -1.5e3, "x // not a comment \\u00e9",],
    "c": {"d": {},}, // last
  }
  // the end`;
  assert.deepEqual(read(text), { a: 1, b: [true, false, null, -1500, 'x // not a comment é'], c: { d: {} } });
});

test('white space and comments alone have no value, which is not an error', () => {
  for (const text of ['', '  \n', '// a\n/* b */', '\uFEFF']) assert.equal(read(text), undefined);
});

test('accepts everything that JSON accepts, with the same value', () => {
  const values = [{ a: [{ b: '"\\\n\u2028' }], '': 0 }, [], 'text', 0, -0.5, 1e21, null, { 'a.b': { c: [[[]]] } }];
  for (const value of values) {
    for (const indent of [0, 2, '\t']) assert.deepEqual(read(JSON.stringify(value, null, indent)), value);
  }
});

test('reports where the text is wrong, and what was expected', () => {
  const cases: [string, string][] = [
    ['{"a": 1,\n "a": 2}', '2:2 the key "a" appears twice'],
    ['{"a" 1}', '1:6 expected : after the key "a", found "1"'],
    ['{"a": yes}', '1:7 expected a value, found yes; text goes in double quotes'],
    ["{'a': 1}", `1:2 expected a key in double quotes or }, found "'"`],
    ['{"a": 1', '1:8 expected , or }, found the end of the file'],
    ['[1 2]', '1:4 expected , or ], found "2"'],
    ['{"a": "x\n"}', '1:7 this string is never closed: " is missing'],
    ['{"a": "\\q"}', '1:7 not a valid string: a control character or a wrong \\ escape'],
    ['{} x', '1:4 expected the end of the file, found "x"'],
    ['{ /* a', '1:3 this comment is never closed'],
    ['[01]', '1:3 expected , or ], found "1"'],
    ['[,]', '1:2 expected a value, found ","'],
  ];
  for (const [text, expected] of cases) assert.equal(fault(text), expected);
});

test('F6 nesting is limited', () => {
  assert.match(fault('['.repeat(100_000)), /nested more than 64 levels deep/);
});

test('a key named __proto__ is a key like any other', () => {
  const parsed = parseJsonc('{"__proto__": {"polluted": true}}');
  assert.ok(parsed.ok && parsed.root);
  const value = plainValue(parsed.root) as Record<string, unknown>;
  assert.deepEqual(Object.keys(value), ['__proto__']);
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});

test('knows the position of each key', () => {
  const text = '{\n  "a": {\n    "b": [10,\n      20]\n  }\n}';
  const parsed = parseJsonc(text);
  assert.ok(parsed.ok && parsed.root);
  const { root } = parsed;
  const place = (path: (string | number)[]) => Object.values(positionOf(text, offsetOf(root, path))).join(':');
  assert.equal(place([]), '1:1');
  assert.equal(place(['a']), '2:3');
  assert.equal(place(['a', 'b']), '3:5');
  assert.equal(place(['a', 'b', 1]), '4:7');
  assert.equal(place(['a', 'missing']), '2:3', 'the nearest part that exists');
});
