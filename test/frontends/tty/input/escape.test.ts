import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEditor } from '../../../../src/frontends/tty/input/editor-state.ts';
import { type Around, whatEscEnds, whatInterruptEnds } from '../../../../src/frontends/tty/input/escape.ts';
import { createVim } from '../../../../src/frontends/tty/input/vim/vim-state.ts';

const rest = { hasMenu: false, hasQuestion: false, isWorking: false, isShell: false, hasJobs: false };
const empty = createEditor();
const draft = { ...empty, text: 'draft' };
const search = { query: 'q', failed: false, before: { text: '', cursor: 0 } };
const insert = { ...createVim(), mode: 'insert' as const };
const normal = { ...createVim(), mode: 'normal' as const };

const ESC: [string, Partial<Around>, ReturnType<typeof whatEscEnds>][] = [
  ['at rest', {}, 'nothing'],
  ['a line being typed', { editor: draft }, 'line'],
  [
    'a menu on the input line before everything else',
    { editor: draft, hasMenu: true, isWorking: true, hasJobs: true },
    'menu',
  ],
  ['a question, even if a menu is hidden below it', { hasMenu: true, hasQuestion: true, isWorking: true }, 'question'],
  ['a search before the turn', { editor: { ...draft, search }, isWorking: true }, 'search'],
  ['a search on the answer line before the question', { editor: { ...empty, search }, hasQuestion: true }, 'search'],
  ['a question before its turn', { hasQuestion: true, isWorking: true }, 'question'],
  ['vim INSERT before the turn', { editor: { ...draft, vim: insert }, isWorking: true }, 'insert'],
  ['the turn, if nothing is typed in vim', { editor: { ...empty, vim: insert }, isWorking: true }, 'turn'],
  ['the turn before a line in vim NORMAL', { editor: { ...draft, vim: normal }, isWorking: true }, 'turn'],
  ['the turn, and the line stays', { editor: draft, isWorking: true }, 'turn'],
  ['the turn before the jobs', { isWorking: true, hasJobs: true }, 'turn'],
  ['the line before the jobs', { editor: draft, hasJobs: true }, 'line'],
  ['the jobs that outlived the turn', { hasJobs: true }, 'jobs'],
  ['the jobs before an empty INSERT', { editor: { ...empty, vim: insert }, hasJobs: true }, 'jobs'],
  ['the line before the shell', { editor: draft, isShell: true }, 'line'],
  ['the shell before the jobs', { isShell: true, hasJobs: true }, 'shell'],
  ['the turn before the shell', { isShell: true, isWorking: true }, 'turn'],
  ['an empty INSERT', { editor: { ...empty, vim: insert } }, 'insert'],
];

for (const [name, around, expected] of ESC) {
  test(`ESC-1 Esc ends: ${name}`, () => {
    assert.equal(whatEscEnds({ ...rest, editor: empty, ...around }), expected);
  });
}

const INTERRUPT: [string, Partial<Around>, boolean, ReturnType<typeof whatInterruptEnds>][] = [
  ['at rest', {}, false, 'program'],
  ['a draft first', { editor: draft, isWorking: true }, false, 'line'],
  ['the running turn', { isWorking: true }, false, 'turn'],
  [
    'the turn that asks, whatever the typed answer',
    { editor: draft, isWorking: true, hasQuestion: true },
    false,
    'turn',
  ],
  ['everything, if pressed twice in a moment', { editor: draft, isWorking: true, hasQuestion: true }, true, 'program'],
];

for (const [name, around, isTwice, expected] of INTERRUPT) {
  test(`ESC-3 Ctrl+C ends: ${name}`, () => {
    assert.equal(whatInterruptEnds({ ...rest, editor: empty, ...around }, isTwice), expected);
  });
}
