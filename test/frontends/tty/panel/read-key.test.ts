/** Which key goes where while a program is shown. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { key } from '../../../../src/frontends/tty/input/key-event.ts';
import { createKeyDecoder } from '../../../../src/frontends/tty/input/keys.ts';
import { type PanelAction, type PanelFocus, readPanelKey } from '../../../../src/frontends/tty/panel/read-key.ts';
import { emptyScreen } from './screen.ts';

const area = { row: 1, column: 1, rows: 20, columns: 78 };
const inTerminal: PanelFocus = { focus: 'terminal', isLineEmpty: true, screen: emptyScreen(), area };
const inInput: PanelFocus = { ...inTerminal, focus: 'input' };

/** The effect of keys, in short form. */
function meaning(bytes: string, state: PanelFocus): string[] {
  const decoder = createKeyDecoder(() => 0);
  return [...decoder.feed(bytes), ...decoder.flush()].map((event) => short(readPanelKey(event, state)));
}

function short(action: PanelAction): string {
  switch (action.type) {
    case 'send':
      return `send ${JSON.stringify(action.data)}`;
    case 'scroll':
      return `scroll ${action.rows}`;
    case 'switch':
      return `switch ${action.step}`;
    case 'edit':
      return `edit ${action.key.name}`;
    case 'insert':
      return `insert ${action.text}`;
    default:
      return action.type;
  }
}

const TERMINAL_KEYS: readonly (readonly [string, string])[] = [
  ['a', 'send "a"'],
  ['汉', 'send "汉"'],
  ['\r', 'send "\\r"'],
  ['\x7f', 'send "\x7f"'],
  ['\t', 'send "\\t"'],
  ['\x1b', 'send "\\u001b"'],
  ['\x03', 'send "\\u0003"'],
  ['\x04', 'send "\\u0004"'],
  ['\x1a', 'send "\\u001a"'],
  ['\x1bb', 'send "\\u001bb"'],
  ['\x1b[1;2A', 'focus'],
  ['\x1d', 'focus'],
  ['\x1b[A', 'focus'],
  ['\x1b[B', 'focus'],
  ['\x1b[1;5A', 'send "\\u001b[A"'],
  ['\x1b[1;5B', 'send "\\u001b[B"'],
  ['\x1b[C', 'send "\\u001b[C"'],
  ['\x1b[1;5D', 'send "\\u001b[1;5D"'],
  ['\x1b[H', 'chat'],
  ['\x1b[1;5H', 'send "\\u001b[H"'],
  ['\x1b[F', 'send "\\u001b[F"'],
  ['\x1b[5~', 'scroll 19'],
  ['\x1b[6~', 'scroll -19'],
  ['\x1b[5;5~', 'switch -1'],
  ['\x1b[3~', 'send "\\u001b[3~"'],
  ['\x1bOP', 'send "\\u001bOP"'],
  ['\x1b[15~', 'send "\\u001b[15~"'],
  ['\x1b[Z', 'send "\\u001b[Z"'],
  ['\x1b[99;5u', 'send "\\u0003"'],
  ['\x1b[13;2u', 'send "\\r"'],
  ['\x1b[?62;1c', 'none'],
  ['\x1b[<64;10;10M', 'scroll 3'],
  ['\x1b[<65;10;10M', 'scroll -3'],
  ['\x1b[<0;10;10M', 'none'],
];

for (const [bytes, expected] of TERMINAL_KEYS) {
  test(`PTY-3 PTY-4 with Terminal focus, ${JSON.stringify(bytes)} means ${expected}`, () => {
    assert.deepEqual(meaning(bytes, inTerminal), [expected]);
  });
}

test('PTY-3 a program that reads single keys gets the arrows; Shift and Ctrl+] still switch the focus', () => {
  const inEditor = { ...inTerminal, screen: { ...emptyScreen(), readsKeys: true } };
  assert.deepEqual(meaning('\x1b[A', inEditor), ['send "\\u001b[A"']);
  assert.deepEqual(meaning('\x1b[1;2A', inEditor), ['focus']);
  assert.deepEqual(meaning('\x1d', inEditor), ['focus']);
  assert.deepEqual(meaning('\x1b[B', { ...inEditor, focus: 'input' }), ['focus']);
  assert.deepEqual(meaning('\x1d', inInput), ['focus']);
  const awaited = { ...inTerminal, screen: { ...emptyScreen(), awaited: true } };
  assert.deepEqual(meaning('\x1d', awaited), ['hand-over']);
  assert.deepEqual(meaning('\x1b[1;2A', awaited), ['focus']);
});

test('PTY-3 in Chat Input keys edit the line, and the keys of the panel still work', () => {
  assert.deepEqual(meaning('a', inInput), ['edit a']);
  assert.deepEqual(meaning('\r', inInput), ['edit enter']);
  assert.deepEqual(meaning('\x1b[A', inInput), ['focus']);
  assert.deepEqual(meaning('\x1b[H', inInput), ['chat']);
  assert.deepEqual(meaning('\x1b[1;5A', inInput), ['send "\\u001b[A"']);
  assert.deepEqual(meaning('\x03', inInput), ['send "\\u0003"']);
  assert.deepEqual(meaning('\x03', { ...inInput, isLineEmpty: false }), ['edit c']);
  assert.deepEqual(meaning('\x1b[200~two\nlines\x1b[201~', inInput), ['insert two\nlines']);
});

test('PTY-3 a paste is bracketed if the program asked for it, and cannot end its own brackets', () => {
  const paste = '\x1b[200~a\nb\x1b[201~';
  assert.deepEqual(meaning(paste, inTerminal), ['send "a\\rb"']);
  const asked = { ...inTerminal, screen: { ...emptyScreen(), bracketedPaste: true } };
  assert.deepEqual(meaning(paste, asked), ['send "\\u001b[200~a\\rb\\u001b[201~"']);
  const evil = readPanelKey({ type: 'paste', text: 'x\x1b[201~rm', source: 'bracketed' }, asked);
  assert.deepEqual(evil, { type: 'send', data: '\x1b[200~x[201~rm\x1b[201~' });
});

test('PTY-3 arrows follow the cursor mode, and page keys go to a full-screen program', () => {
  const application = { ...inTerminal, screen: { ...emptyScreen(), applicationCursor: true, alternate: true } };
  assert.deepEqual(meaning('\x1b[1;5A', application), ['send "\\u001bOA"']);
  assert.deepEqual(meaning('\x1b[C', application), ['send "\\u001bOC"']);
  assert.deepEqual(meaning('\x1b[5~', application), ['send "\\u001b[5~"']);
  assert.equal(short(readPanelKey(key('pageup', { shift: true }), application)), 'scroll 19');
});

test('PTY-4 the mouse goes to the program only if it asked for it, and only within its screen', () => {
  const click = { ...inTerminal, screen: { ...emptyScreen(), mouse: 'click' as const, mouseEncoding: 'sgr' as const } };
  assert.deepEqual(meaning('\x1b[<0;10;5M', click), ['send "\\u001b[<0;9;4M"']);
  assert.deepEqual(meaning('\x1b[<0;10;5m', click), ['send "\\u001b[<0;9;4m"']);
  assert.deepEqual(meaning('\x1b[<64;10;5M', click), ['send "\\u001b[<64;9;4M"']);
  assert.deepEqual(meaning('\x1b[<32;10;5M', click), ['none']);
  assert.deepEqual(meaning('\x1b[<0;1;1M', click), ['none']);
  const plain = { ...click, screen: { ...click.screen, mouseEncoding: 'plain' as const } };
  assert.deepEqual(meaning('\x1b[<0;10;5M', plain), ['send "\\u001b[M )$"']);
});
