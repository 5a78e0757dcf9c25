import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edit } from '../../../../src/frontends/tty/input/editor.ts';
import { DEFAULT_KEYMAP } from '../../../../src/frontends/tty/input/keymap.ts';
import {
  createReplState,
  type ReplMoment,
  type ReplState,
  takeEdit,
} from '../../../../src/frontends/tty/session/repl-state.ts';
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
