import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textWidth } from '../../../../src/base/text/text-width.ts';
import { edit } from '../../../../src/frontends/tty/input/editor.ts';
import { createEditor, type EditorState } from '../../../../src/frontends/tty/input/editor-state.ts';
import { layout } from '../../../../src/frontends/tty/input/layout.ts';
import { createVim } from '../../../../src/frontends/tty/input/vim/vim-state.ts';
import { cpuTime } from '../../../fixtures/cpu-time.ts';
import { editorAt, type } from './typing.ts';

/** The rows as text, and the cursor as `row:column`. */
function shown(state: EditorState, width: number, promptWidth = 0, maxRows?: number): [string[], string] {
  const { rows, cursor } = layout(state, { width, promptWidth, ...(maxRows !== undefined && { maxRows }) });
  return [rows.map((row) => row.map(({ text }) => text).join('')), `${cursor.row}:${cursor.column}`];
}

test('IN-7 IN-12 the input is laid out as rows with a cursor for each width', () => {
  const rows: [string, number, number, string[], string][] = [
    ['|', 10, 2, [''], '0:2'],
    ['ab|c', 10, 2, ['abc'], '0:4'],
    ['中文|', 10, 2, ['中文'], '0:6'],
    ['中|文', 10, 0, ['中文'], '0:2'],
    ['👍🏽|x', 10, 0, ['👍🏽x'], '0:2'],
    ['e\u0301|x', 10, 0, ['e\u0301x'], '0:1'],
    ['one two three|', 8, 0, ['one two ', 'three'], '1:5'],
    ['abcdefgh|', 8, 0, ['abcdefgh', ''], '1:0'],
    ['abcdefg|h', 8, 0, ['abcdefgh'], '0:7'],
    ['abcdefghi|', 8, 0, ['abcdefgh', 'i'], '1:1'],
    ['abcdefgh|i', 8, 0, ['abcdefgh', 'i'], '1:0'],
    ['abcdef|', 8, 4, ['abcd', 'ef'], '1:2'],
    ['a\nb|c', 8, 4, ['a', 'bc'], '1:1'],
    ['a\n|', 8, 0, ['a', ''], '1:0'],
    ['|a\nb', 8, 3, ['a', 'b'], '0:3'],
    ['abcdefgh|\nx', 8, 0, ['abcdefgh', '', 'x'], '1:0'],
    ['中文中文中|', 8, 0, ['中文中文', '中'], '1:2'],
    ['a中文中文|', 8, 0, ['a中文中', '文'], '1:2'],
    ['one     |', 6, 0, ['one   ', '  '], '1:2'],
    ['abc|', 4, 9, ['', 'abc'], '1:3'],
    ['|', 4, 9, ['', ''], '1:0'],
    ['a\tb|', 10, 0, ['a    b'], '0:6'],
  ];
  for (const [marked, width, prompt, expected, cursor] of rows) {
    assert.deepEqual(shown(editorAt(marked), width, prompt), [expected, cursor], `${marked} in ${width}`);
  }
});

test('IN-3 a paste is shown as its label, unbroken if the row has room for it', () => {
  const state = edit(type(createEditor(), 'look at ').state, { type: 'paste', text: 'a\nb\nc' }).state;
  assert.deepEqual(shown(state, 80), [['look at [copy 3 lines]'], '0:22']);
  assert.deepEqual(shown(state, 16), [['look at ', '[copy 3 lines]'], '1:14']);
  assert.deepEqual(shown(state, 8), [['look at ', '[copy 3 ', 'lines]'], '2:6']);
  assert.deepEqual(layout(state, { width: 80, promptWidth: 0 }).rows, [
    [
      { text: 'look at ', style: 'plain' },
      { text: '[copy 3 lines]', style: 'chip' },
    ],
  ]);
});

test('OUT-7 pasted control characters are shown, not obeyed', () => {
  const state = edit(createEditor(), { type: 'paste', text: 'a\x1b[2Jb\x07\x00\x9b\u202e\x7f' }).state;
  const [[row = '']] = shown(state, 80);
  assert.equal(row, 'a␛[2Jb␇␀\ufffd\ufffd␡');
  assert.equal(state.text, 'a\x1b[2Jb\x07\x00\x9b\u202e\x7f');
});

test('IN-8 a visual selection is marked', () => {
  const state: EditorState = { ...editorAt('|one two'), vim: { ...createVim(), mode: 'normal' } };
  assert.deepEqual(layout(type(state, 'wvl').state, { width: 80, promptWidth: 0 }).rows, [
    [
      { text: 'one ', style: 'plain' },
      { text: 'tw', style: 'selected' },
      { text: 'o', style: 'plain' },
    ],
  ]);
});

test('IN-7 of a long text, the rows around the cursor are shown', () => {
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`);
  const state = { ...editorAt(lines.join('\n')), cursor: 0 };
  assert.deepEqual(shown(state, 20, 2, 3), [['line 0', 'line 1', 'line 2'], '0:2']);
  const end = { ...state, cursor: state.text.length };
  assert.deepEqual(shown(end, 20, 2, 3), [['line 27', 'line 28', 'line 29'], '2:7']);
  assert.equal(layout(end, { width: 20, promptWidth: 2, maxRows: 3 }).above, 27);
});

test('IN-12 no row is wider than the screen, and the cursor is always on it', () => {
  const pieces = ['a', ' ', '中', '👍🏽', 'e\u0301', '\n', '\t', 'long-word-here', '🇩🇪', '\x1b'];
  let seed = 9;
  function random(limit: number): number {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return (seed >> 8) % limit;
  }
  for (let round = 0; round < 1500; round += 1) {
    const text = Array.from({ length: random(20) }, () => pieces[random(pieces.length)]).join('');
    const state = edit(
      { ...createEditor(), text, cursor: text.length },
      { type: random(2) === 0 ? 'move-left' : 'move-word-left' },
    ).state;
    const width = 2 + random(14);
    const promptWidth = random(width + 4);
    const { rows, cursor } = layout(state, { width, promptWidth });
    rows.forEach((row, index) => {
      const columns = textWidth(row.map((segment) => segment.text).join('')) + (index === 0 ? promptWidth : 0);
      const room = index === 0 ? Math.max(width, promptWidth) : width;
      assert.ok(columns <= room, `${JSON.stringify(text)} in ${width} after ${promptWidth}`);
    });
    assert.ok(cursor.row < rows.length && cursor.column >= 0 && cursor.column < width, JSON.stringify(text));
  }
});

test('SEC-3 a line of 200,000 characters is laid out quickly', () => {
  const state = edit(createEditor(), { type: 'paste', text: 'x'.repeat(200_000) }).state;
  const start = cpuTime();
  assert.equal(layout(state, { width: 80, promptWidth: 10, maxRows: 10 }).rows.length, 10);
  assert.ok(cpuTime() - start < 1500);
});
