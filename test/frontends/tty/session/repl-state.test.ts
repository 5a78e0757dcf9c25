import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edit } from '../../../../src/frontends/tty/input/editor.ts';
import { DEFAULT_KEYMAP } from '../../../../src/frontends/tty/input/keymap.ts';
import {
  createReplState,
  type ReplMoment,
  type ReplState,
  submitLine,
  takeEdit,
} from '../../../../src/frontends/tty/session/repl-state.ts';
import { readInput } from '../../../../src/protocol/input.ts';
import { parseMentions } from '../../../../src/protocol/mentions.ts';

const MOMENT: ReplMoment = {
  hasMenu: false,
  hasQuestion: false,
  isWorking: false,
  hasQueue: false,
  hasPrograms: false,
  keymap: DEFAULT_KEYMAP,
  now: 0,
};

function stateWith(status: Partial<ReplState['status']> = {}): ReplState {
  return createReplState({
    mode: 'build',
    model: 'scripted',
    cwd: '/home/app',
    context: { tokens: 0, estimated: false },
    ...status,
  });
}

test('CMD-1 in shell mode every line reaches the engine as a command, also one that begins with a full-width ！', () => {
  const state = stateWith({ isShell: true });
  for (const typed of ['ls', '!ls', '！ls', ' ！ ls']) {
    const { effects } = submitLine(state, typed, typed);
    const [sent] = effects.flatMap((effect) => (effect.type === 'submit' ? [effect.text] : []));
    assert.deepEqual(readInput(sent ?? ''), { kind: 'shell', command: 'ls' }, typed);
  }
});

test('IN-6 lines for the terminal itself are not sent; with arguments that they do not take, they are', () => {
  const rows: [string, string[]][] = [
    ['/style', ['echo', 'style']],
    ['/style plain', ['echo', 'style']],
    ['/style a b', ['submit']],
    ['/login', ['echo', 'login']],
    ['/login openai', ['echo', 'login']],
    ['/login a b', ['submit']],
    ['/copy', ['echo', 'copy']],
    ['/copy x', ['submit']],
    ['/vim', ['echo', 'vim-switched']],
    ['/vim on', ['submit']],
    ['/vims', ['submit']],
    ['exit', ['leave']],
    [' /quit ', ['leave']],
    ['/exit now', ['submit']],
    ['!', ['shell-switched']],
    ['！', ['shell-switched']],
    ['?', ['submit']],
    ['hello', ['submit']],
  ];
  for (const [typed, types] of rows) {
    const { effects } = submitLine(stateWith(), typed, typed);
    assert.deepEqual(
      effects.map(({ type }) => type),
      types,
      typed,
    );
  }
});

test('IN-10 the mention of a pasted image names its file, whatever characters the name has', () => {
  for (const path of [
    '/tmp/a.png',
    '/tmp/my shot.png',
    '/tmp/截图（1）.png',
    "/tmp/it's.png",
    '/tmp/a "b".png',
    '/tmp/a\\b.png',
  ]) {
    const typed = { ...stateWith(), editor: edit(stateWith().editor, { type: 'set-text', text: path }).state };
    const pasted = { type: 'image-pasted', path, start: 0, end: path.length } as const;
    const { state } = takeEdit(typed, { state: typed.editor, effects: [pasted] }, MOMENT);
    assert.deepEqual(
      parseMentions(state.editor.text).map((mention) => mention.path),
      [path],
    );
  }
});
