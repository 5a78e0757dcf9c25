import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visible, visibleLine, visibleText } from '../../../src/base/text/visible.ts';

test('POL-7 D5 every character of a command is visible', () => {
  assert.equal(visible('ls -la'), 'ls -la');
  assert.equal(visible('rm -rf build #\r\x1b[2Kls\b\0\x9b'), 'rm -rf build #\\r\\e[2Kls\\b\\0\\x9b');
  assert.equal(visible('a\u202eb\u200b\u{e0041}\u3164\u2800'), 'a\\u{202e}b\\u{200b}\\u{e0041}\\u{3164}\\u{2800}');
  assert.equal(visible('echo 中文 é "x"\tend'), 'echo 中文 é "x"\\tend');
  assert.equal(visible('a\nb'), 'a\nb');
  assert.equal(visible('a\u00a0b\u2003c'), 'a\\xa0b\\u{2003}c');
});

test('POL-7 C7 the text of a diff keeps tabs and letters with marks; other invisible characters are shown as escapes', () => {
  assert.equal(visibleText('+\tx = 1 #\r__import__("os")\r# fine'), '+\tx = 1 #\\r__import__("os")\\r# fine');
  assert.equal(visibleText('हिन्दी e\u0301 \u0301'), 'हिन्दी e\u0301 \\u{301}');
  assert.equal(visibleText('a\u202eb\x1b]8;;x\x07\u200b'), 'a\\u{202e}b\\e]8;;x\\a\\u{200b}');
  assert.equal(visibleText('👨\u200d👩\u200d👧 ❤\ufe0f 👍🏽'), '👨\u200d👩\u200d👧 ❤\ufe0f 👍🏽');
  assert.equal(visibleText('👨\u200da \u200d👧 b\ufe0f'), '👨\\u{200d}a \\u{200d}👧 b\ufe0f');
  assert.equal(visibleText('e' + '\u0301'.repeat(40)), `e${'\u0301'.repeat(4)}${'\\u{301}'.repeat(36)}`);
});

test('POL-7 C7 a name shows its line feeds and control characters', () => {
  assert.equal(visibleLine('a  b\nc\x1b[2K\t'), 'a  b\\nc\\e[2K\\t');
});
