import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyBytes, mouseBytes, parseKey, pasteBytes } from '../../../src/base/text/key-bytes.ts';

const KEYS: readonly (readonly [string, string])[] = [
  ['enter', '\r'],
  ['Return', '\r'],
  ['tab', '\t'],
  ['shift+tab', '\x1b[Z'],
  ['esc', '\x1b'],
  ['backspace', '\x7f'],
  ['space', ' '],
  ['up', '\x1b[A'],
  ['Ctrl+Right', '\x1b[1;5C'],
  ['alt+b', '\x1bb'],
  ['M-x', '\x1bx'],
  ['home', '\x1b[H'],
  ['PgUp', '\x1b[5~'],
  ['shift+delete', '\x1b[3;2~'],
  ['f1', '\x1bOP'],
  ['f12', '\x1b[24~'],
  ['ctrl+c', '\x03'],
  ['C-c', '\x03'],
  ['^D', '\x04'],
  ['ctrl+[', '\x1b'],
  ['ctrl+space', '\0'],
  ['ctrl+?', '\x7f'],
  ['a', 'a'],
  ['A', 'A'],
  ['-', '-'],
  ['+', '+'],
  ['汉', '汉'],
];

for (const [name, bytes] of KEYS) {
  test(`PTY-5 the key ${name} is ${JSON.stringify(bytes)}`, () => {
    const key = parseKey(name);
    assert.equal(key && keyBytes(key, false), bytes);
  });
}

test('PTY-5 an unknown key name gives no bytes', () => {
  for (const name of ['', 'hyper+q', 'enterr', 'ctrl+', 'f13', 'ab']) {
    const key = parseKey(name);
    assert.equal(key && keyBytes(key, false), undefined, name);
  }
});

test('PTY-3 application mode changes only the arrows', () => {
  assert.equal(keyBytes({ name: 'up' }, true), '\x1bOA');
  assert.equal(keyBytes({ name: 'up', ctrl: true }, true), '\x1b[1;5A');
  assert.equal(keyBytes({ name: 'delete' }, true), '\x1b[3~');
});

test('PTY-3 pastes and mouse events are encoded as the program asked for', () => {
  assert.equal(pasteBytes('a\r\nb\nc', false), 'a\rb\rc');
  assert.equal(pasteBytes('a\x1b[201~b', true), '\x1b[200~a[201~b\x1b[201~');
  assert.equal(mouseBytes({ action: 'wheel-down', button: 0, column: 3, row: 4 }, 'sgr'), '\x1b[<65;3;4M');
  assert.equal(mouseBytes({ action: 'press', button: 0, column: 300, row: 4 }, 'plain'), '');
});
