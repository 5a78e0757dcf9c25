import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Asked,
  type BoxEffect,
  type BoxState,
  openQuestion,
  pasteText,
  pressKey,
  removeAsked,
} from '../../../../src/frontends/tty/dialogs/box-state.ts';
import type { Dialog } from '../../../../src/frontends/tty/dialogs/dialog.ts';
import { characterKey, type Key, key } from '../../../../src/frontends/tty/input/key-event.ts';
import { DEFAULT_KEYMAP } from '../../../../src/frontends/tty/input/keymap.ts';

const OPENED = 1000;
const READ = OPENED + 300;

const plain: Dialog = {
  lines: [],
  hint: [],
  takesPaste: true,
  submit: (text) => ({ type: 'done', value: text, lines: [] }),
  escape: () => ({ type: 'cancel' }),
};
const letters: Dialog = {
  ...plain,
  keys: {
    y: { type: 'now', result: () => ({ type: 'done', value: 'yes', lines: [] }) },
    n: { type: 'unless more', word: 'no', ms: 500 },
  },
};
const selecting: Dialog = {
  ...plain,
  key: ({ name }) => (name === 'down' ? { type: 'show', dialog: plain } : undefined),
};

function asked(id: string, isQuestions = false): Asked {
  return { id, isQuestions, open: () => plain, answer: () => {}, done: () => {} };
}

function opened(dialog: Dialog, question = asked('a')): BoxState {
  return openQuestion({ waiting: [question] }, question, dialog, OPENED).state;
}

function pressed(before: BoxState, keys: readonly Key[], now = READ): { state: BoxState; effects: BoxEffect[] } {
  let state = before;
  const effects: BoxEffect[] = [];
  for (const one of keys) {
    if (!state.open) break;
    const step = pressKey(state, state.open, one, { keymap: DEFAULT_KEYMAP, now });
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}

const told = (effects: readonly BoxEffect[]): string[] =>
  effects.map((effect) => (effect.type === 'done' ? `done ${effect.value}` : effect.type));
const typed = (text: string): Key[] => Array.from(text, (character) => characterKey(character));
const ENTER = key('enter');
const CTRL_C = characterKey('c', { ctrl: true });

/** Each row: the question, the keys, what they lead to, and the line afterwards (`undefined` if the question is closed). */
const ROWS: [string, BoxState, Key[], string[], string | undefined][] = [
  ['a line is sent with Enter', opened(plain), [...typed('ab'), ENTER], ['done ab'], undefined],
  ['Enter on an empty line is an answer too', opened(plain), [ENTER], ['done '], undefined],
  ['a letter that answers at once', opened(letters), typed('y'), ['done yes'], undefined],
  ['the same letter in upper case', opened(letters), typed('Y'), ['done yes'], undefined],
  ['the same letter later in a line is text', opened(letters), typed('oy'), [], 'oy'],
  ['a letter that may begin a word waits', opened(letters), typed('n'), ['wait'], 'n'],
  ['a held key types nothing', opened(letters), [{ ...characterKey('y'), repeat: true }], [], ''],
  ['Esc is up to the question', opened(plain), [key('escape')], ['cancel'], ''],
  ['a key that the question takes itself', opened(selecting), [...typed('a'), key('down')], [], 'a'],
  ['Ctrl+C interrupts', opened(plain), [CTRL_C], ['interrupt'], ''],
  ['Ctrl+C at questions of the model leaves', opened(plain, asked('q', true)), [CTRL_C], ['exit'], ''],
  ['Ctrl+D on an empty line leaves', opened(plain), [characterKey('d', { ctrl: true })], ['exit'], ''],
  ['Ctrl+Z suspends', opened(plain), [characterKey('z', { ctrl: true })], ['suspend'], ''],
];

for (const [name, before, keys, effects, line] of ROWS) {
  test(`APR-1 a key at a question: ${name}`, () => {
    const after = pressed(before, keys);
    assert.deepEqual([told(after.effects), after.state.open?.editor.text], [effects, line]);
  });
}

test('D8 a key pressed too soon types nothing, and at a question with letters the time starts again', () => {
  const early = pressed(opened(plain), typed('y'), READ - 1);
  assert.deepEqual([early.effects, early.state.open?.editor.text], [[], '']);
  assert.deepEqual(told(pressed(early.state, [...typed('y'), ENTER]).effects), ['done y']);

  const again = pressed(opened(letters), typed('y'), READ - 1);
  assert.deepEqual(told(pressed(again.state, typed('y'), READ).effects), []);
  assert.deepEqual(told(pressed(again.state, typed('y'), READ + 299).effects), ['done yes']);
});

test('D8 keys typed ahead count only at a question that allows it; Esc and Ctrl+C always do', () => {
  assert.deepEqual(told(pressed(opened({ ...plain, takesAhead: true }), [ENTER], OPENED).effects), ['done ']);
  assert.deepEqual(told(pressed(opened(plain), [key('escape')], OPENED).effects), ['cancel']);
  assert.deepEqual(told(pressed(opened(plain), [CTRL_C], OPENED).effects), ['interrupt']);
});

test('APR-1 a paste is text, never an answer: after a single letter it is a reason', () => {
  const paste = (before: BoxState, text: string, now = READ): string | undefined =>
    pasteText(before, { type: 'paste', text, source: 'bracketed' }, now).open?.editor.text;
  assert.equal(paste(opened(letters), 'y'), 'y');
  assert.equal(paste(pressed(opened(letters), typed('n')).state, 'use pnpm'), 'n use pnpm');
  assert.equal(paste(pressed(opened(plain), typed('n')).state, 'ever'), 'never');
  assert.equal(paste(opened(letters), 'y', READ - 1), '');
  assert.equal(paste(opened({ ...plain, takesPaste: false }), 'y'), '');
});

test('APR-6 a question that was answered elsewhere is removed, whether it is open or waits', () => {
  const state = { ...opened(plain), waiting: [asked('a'), asked('b')] };
  const left = (id: string) => {
    const { waiting, open } = removeAsked(state, id);
    return [waiting.map((one) => one.id), open?.asked.id];
  };
  assert.deepEqual(left('a'), [['b'], undefined]);
  assert.deepEqual(left('b'), [['a'], 'a']);
  assert.deepEqual(left('c'), [['a', 'b'], 'a']);
});

test('APR-1 the next part of a dialogue begins with an empty line, or with the text it suggests', () => {
  const next = (dialog: Dialog) => opened({ ...plain, submit: () => ({ type: 'next', dialog }) });
  assert.equal(pressed(next(plain), [...typed('ab'), ENTER]).state.open?.editor.text, '');
  const suggested = pressed(next({ ...plain, prefill: 'git *' }), [...typed('ab'), ENTER]);
  assert.deepEqual([told(suggested.effects), suggested.state.open?.editor.text], [['show'], 'git *']);
});
