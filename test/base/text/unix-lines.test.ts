import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unixLines, withLineEndsOf } from '../../../src/base/text/unix-lines.ts';

test('a text gets CRLF only if the file has nothing else, and the text has no line ends of its own kind', () => {
  for (const [file, text, written] of [
    ['a\r\nb\r\n', 'c\nd', 'c\r\nd'],
    ['a\r\nb\n', 'c\nd', 'c\nd'],
    ['a\n', 'c\nd', 'c\nd'],
    ['a', 'c\nd', 'c\nd'],
    ['a\r\n', 'c\r\nd\n', 'c\r\nd\n'],
  ] as const)
    assert.equal(withLineEndsOf(file, text), written);
  assert.equal(unixLines('a\r\nb\rc\n'), 'a\nb\rc\n');
});
