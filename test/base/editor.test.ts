import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editorOf } from '../../src/base/editor.ts';

test('IN-7 the editor is VISUAL, then EDITOR, then vi; an empty variable counts as unset', () => {
  assert.deepEqual(editorOf({ VISUAL: 'code --wait', EDITOR: 'nano' }), { command: 'code --wait', isChosen: true });
  assert.deepEqual(editorOf({ VISUAL: '', EDITOR: 'nano' }), { command: 'nano', isChosen: true });
  assert.deepEqual(editorOf({ EDITOR: '' }), { command: 'vi', isChosen: false });
});
