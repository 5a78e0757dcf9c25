import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visible } from '../../../src/base/text/visible.ts';

test('POL-7 D5 every character of a command shows', () => {
  assert.equal(visible('ls -la'), 'ls -la');
  assert.equal(visible('rm -rf build #\r\x1b[2Kls\b\0\x9b'), 'rm -rf build #\\r\\e[2Kls\\b\\0\\x9b');
  assert.equal(visible('a\u202eb\u200b\u{e0041}\u3164\u2800'), 'a\\u{202e}b\\u{200b}\\u{e0041}\\u{3164}\\u{2800}');
  assert.equal(visible('echo 中文 é "x"\tend'), 'echo 中文 é "x"\\tend');
  assert.equal(visible('a\nb'), 'a\nb');
  assert.equal(visible('a\u00a0b\u2003c'), 'a\\xa0b\\u{2003}c');
});
