import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEditor } from '../../../../src/frontends/tty/input/editor-state.ts';
import { characterKey, key, keyName } from '../../../../src/frontends/tty/input/key-event.ts';
import {
  DEFAULT_KEYMAP,
  isChordPrefix,
  keyErrorText,
  lookUp,
  parseKeymap,
} from '../../../../src/frontends/tty/input/keymap.ts';
import { press } from '../../../../src/frontends/tty/input/press.ts';
import { en } from '../../../../src/words/en.ts';
import { zhCn } from '../../../../src/words/zh-cn.ts';

test('IN-7 each key has exactly one name', () => {
  assert.equal(keyName(key('a', { ctrl: true })), 'ctrl+a');
  assert.equal(keyName(characterKey('A')), 'shift+a');
  assert.equal(keyName(characterKey('?', { shift: true })), '?');
  assert.equal(
    keyName(key('enter', { shift: true, ctrl: true, alt: true, super: true })),
    'ctrl+alt+shift+super+enter',
  );
});

test('IN-7 keys can be bound, unbound and written in several ways', () => {
  const { keymap, errors } = parseKeymap({
    'ctrl+t': 'toggle-mode',
    'Control-O': 'open-editor',
    'C-x C-s': 'submit',
    'M-S-f': 'move-text-end',
    'ctrl+g': null,
    'alt+-': 'undo',
    'ctrl++': 'redo',
    esc: 'interrupt',
    menu: { 'ctrl+y': 'menu-accept' },
    search: { 'ctrl+o': 'search-accept' },
  });
  assert.deepEqual(errors, []);
  assert.equal(lookUp(keymap, 'edit', 'ctrl+t'), 'toggle-mode');
  assert.equal(lookUp(keymap, 'edit', 'ctrl+o'), 'open-editor');
  assert.equal(lookUp(keymap, 'edit', 'ctrl+x ctrl+s'), 'submit');
  assert.equal(lookUp(keymap, 'edit', 'alt+shift+f'), 'move-text-end');
  assert.equal(lookUp(keymap, 'edit', 'ctrl+g'), undefined);
  assert.equal(lookUp(keymap, 'edit', 'alt+-'), 'undo');
  assert.equal(lookUp(keymap, 'edit', 'ctrl++'), 'redo');
  assert.equal(lookUp(keymap, 'edit', 'escape'), 'interrupt');
  assert.equal(lookUp(keymap, 'menu', 'ctrl+y'), 'menu-accept');
  assert.equal(lookUp(keymap, 'search', 'ctrl+o'), 'search-accept');
  assert.equal(lookUp(keymap, 'edit', 'ctrl+k'), 'kill-line-end');
  assert.equal(lookUp(DEFAULT_KEYMAP, 'edit', 'ctrl+g'), 'open-editor');
});

test('IN-7 invalid key settings are reported, and the rest still counts', () => {
  const { keymap, errors } = parseKeymap({
    'ctl+a': 'undo',
    'ctrl+b': 'fly',
    menu: 'up',
    'ctrl+v': 'yank',
    'a b c': 'undo',
    edit: { 'ctrl+q': 'menu-up' },
    nokey: 'undo',
  });
  assert.equal(errors.length, 6);
  const said = errors.map((error) => keyErrorText(error, en.screen));
  for (const error of errors) assert.match(keyErrorText(error, zhCn.screen), /[\u4e00-\u9fff]/);
  assert.match(said[0] ?? '', /^keys: "ctl\+a" is not a key\. Write it like ctrl\+a/);
  assert.match(said[1] ?? '', /^keys: "ctrl\+b" cannot do "fly"\. Known: move-left, /);
  assert.match(said[2] ?? '', /^keys: "menu" must hold keys/);
  assert.equal(lookUp(keymap, 'edit', 'ctrl+v'), 'yank');
  assert.equal(lookUp(keymap, 'edit', 'ctrl+b'), 'move-left');
});

test('IN-7 a bound key takes effect, also as the second of two', () => {
  const { keymap } = parseKeymap({ 'ctrl+x k': 'kill-line-start', f5: 'clear-screen' });
  const typed = press(createEditor(), characterKey('a'), keymap).state;
  assert.equal(isChordPrefix(keymap, 'ctrl+x'), true);
  const half = press(typed, key('x', { ctrl: true }), keymap).state;
  assert.equal(half.text, 'a');
  assert.equal(press(half, characterKey('k'), keymap).state.text, '');
  assert.deepEqual(press(typed, key('f5'), keymap).effects, [{ type: 'clear-screen' }]);
});

test('IN-7 property names of the prototype are not keys', () => {
  assert.equal(lookUp(DEFAULT_KEYMAP, 'edit', 'constructor'), undefined);
  assert.equal(parseKeymap(JSON.parse('{"__proto__": "undo"}')).errors.length, 1);
});
