import assert from 'node:assert/strict';
import { test } from 'node:test';
import { floorBoundary } from '../../../../src/base/text/graphemes.ts';
import { showChips } from '../../../../src/frontends/tty/input/chips.ts';
import { EDIT_COMMANDS, type EditAction } from '../../../../src/frontends/tty/input/edit-action.ts';
import { edit } from '../../../../src/frontends/tty/input/editor.ts';
import { createEditor, type EditorState } from '../../../../src/frontends/tty/input/editor-state.ts';
import { editorAt, marked, type } from './typing.ts';

function paste(state: EditorState, text: string): EditorState {
  return edit(state, { type: 'paste', text }).state;
}

function shown(state: EditorState): string {
  return showChips(marked(state), state.pastes);
}

const ROWS: [before: string, keys: string, after: string][] = [
  ['|', 'abc', 'abc|'],
  ['a|c', 'b', 'ab|c'],
  ['abc|', '<left>x', 'abx|c'],
  ['|abc', '<right><right>x', 'abx|c'],
  ['ab|c', '<home>', '|abc'],
  ['a|bc', '<end>', 'abc|'],
  ['one\ntw|o', '<ctrl+a>', 'one\n|two'],
  ['one\n|two', '<ctrl+e>', 'one\ntwo|'],
  ['one\ntw|o', '<ctrl+home>', '|one\ntwo'],
  ['o|ne\ntwo', '<ctrl+end>', 'one\ntwo|'],
  ['a👍🏽b|', '<left><left>', 'a|👍🏽b'],
  ['a👍🏽|b', '<backspace>', 'a|b'],
  ['|👍🏽b', '<delete>', '|b'],
  ['e\u0301|', '<backspace>', '|'],
  ['🇩🇪🇫🇷|', '<backspace>', '🇩🇪|'],
  ['中文|', '<left>x', '中x|文'],
  ['👨‍👩‍👧‍👦|', '<left>', '|👨‍👩‍👧‍👦'],
  ['|', '<backspace>', '|'],
  ['ab|', '<delete>', 'ab|'],
  ['a\n|b', '<backspace>', 'a|b'],
  ['a|\nb', '<delete>', 'a|b'],
  // Words.
  ['one two|', '<ctrl+left>', 'one |two'],
  ['one two|', '<alt+b><alt+b>', '|one two'],
  ['|one two', '<ctrl+right>', 'one| two'],
  ['one| two', '<alt+f>', 'one two|'],
  ['src/foo-bar.ts|', '<ctrl+left>', 'src/foo-bar.|ts'],
  ['src/foo-bar.ts|', '<alt+backspace>', 'src/foo-bar.|'],
  ['see src/foo-bar.ts|', '<ctrl+w>', 'see |'],
  ['one two  |', '<ctrl+w>', 'one |'],
  ['|one two', '<alt+d>', '| two'],
  ['你好世界|', '<ctrl+left>', '你好|世界'],
  ['|你好世界', '<ctrl+right>', '你好|世界'],
  ['用TypeScript|', '<ctrl+left>', '用|TypeScript'],
  ['héllo wörld|', '<ctrl+left>', 'héllo |wörld'],
  ['Привет мир|', '<ctrl+left>', 'Привет |мир'],
  // Kill and yank.
  ['one |two', '<ctrl+k>', 'one |'],
  ['one |two\nthree', '<ctrl+k>', 'one |\nthree'],
  ['one|\ntwo', '<ctrl+k>', 'one|two'],
  ['one |two', '<ctrl+u>', '|two'],
  ['a\none |two', '<ctrl+u>', 'a\n|two'],
  ['one |two', '<ctrl+k><ctrl+y><ctrl+y>', 'one twotwo|'],
  ['one two|', '<ctrl+w><ctrl+w><ctrl+y>', 'one two|'],
  ['|one two', '<alt+d><alt+d><ctrl+y>', 'one two|'],
  ['one two|', '<ctrl+w><left><ctrl+w><ctrl+y>', 'one| '],
  ['one two|', '<ctrl+w><left><ctrl+w><ctrl+y><alt+y>', 'two| '],
  ['ab|', '<alt+y>', 'ab|'],
  ['ab|', '<ctrl+y>', 'ab|'],
  // Undo.
  ['|', 'abc<ctrl+_>', '|'],
  ['|', 'one two<ctrl+_>', 'one |'],
  ['|', 'one two<ctrl+_><ctrl+_>', '|'],
  ['|', '你好，世界<ctrl+_>', '你好，|'],
  ['|', 'a.b<ctrl+_>', 'a.|'],
  ['|', 'one two<ctrl+_><ctrl+_><alt+_>', 'one |'],
  ['|', 'one two<ctrl+_><ctrl+_><alt+_><alt+_>', 'one two|'],
  ['|', 'ab<left>c<ctrl+_>', 'a|b'],
  ['one two|', '<ctrl+w><ctrl+_>', 'one two|'],
  ['abc|', '<escape><ctrl+_>', 'abc|'],
  ['|', '<ctrl+_>', '|'],
  // Lines.
  ['|', 'a<ctrl+j>b', 'a\nb|'],
  ['|', 'a<shift+enter>b<alt+enter>c', 'a\nb\nc|'],
  ['|', 'a\\<enter>b', 'a\nb|'],
  ['a\\|b', '<enter>', '|'],
  ['a\\\\|', '<enter>', '|'],
  ['one\ntwo|', '<up>', 'one|\ntwo'],
  ['one|\ntwo', '<down>', 'one\ntwo|'],
  ['long line|\nab\nlonger line', '<down><down>', 'long line\nab\nlonger li|ne'],
  ['long line|\nab\nlonger line', '<down><left><down>', 'long line\nab\nl|onger line'],
  ['中文字|\nabcdefg', '<down>', '中文字\nabcdef|g'],
  ['abc|\n中文字', '<down>', 'abc\n中|文字'],
  ['abc|d', '<ctrl+t>', 'abdc|'],
  ['abcd|', '<ctrl+t>', 'abdc|'],
  ['|abcd', '<ctrl+t>', '|abcd'],
  // Clearing and leaving.
  ['abc|', '<escape>', '|'],
  ['a|bc', '<ctrl+d>', 'a|c'],
  ['ab|', '<shift+left>', 'a|b'],
  ['ab|', '<ctrl+x>q', 'ab|'],
  ['ab|', '<f5>', 'ab|'],
];

test('IN-7 keys move, delete, kill, yank and undo on the input line', () => {
  for (const [before, keys, after] of ROWS) {
    assert.equal(marked(type(editorAt(before), keys).state), after, `${before} ${keys}`);
  }
});

test('IN-2 Enter sends the typed text and empties the line; blank input is not sent', () => {
  const sent = type(createEditor(), 'hello<enter>');
  assert.deepEqual(sent.effects, [{ type: 'submit', text: 'hello', shown: 'hello' }]);
  assert.equal(marked(sent.state), '|');
  assert.deepEqual(type(createEditor(), '<enter>').effects, [{ type: 'submit-blank' }]);
  const blank = type(createEditor(), '  <enter>');
  assert.deepEqual(blank.effects, [{ type: 'submit-blank' }]);
  assert.deepEqual(blank.state.history, []);
});

test('IN-4 IN-7 some keys ask for something outside the line', () => {
  const rows: [string, string, string[]][] = [
    ['|', '<tab>', ['toggle-mode']],
    ['a|', '<tab>', ['complete']],
    ['a|', '<shift+tab>', ['toggle-mode']],
    ['|', '<escape>', ['cancel']],
    ['a|', '<escape>', []],
    ['|', '<ctrl+d>', ['exit']],
    ['a|', '<ctrl+c>', ['interrupt']],
    ['a|', '<ctrl+z>', ['suspend']],
    ['a|', '<ctrl+l>', ['clear-screen']],
    ['a|', '<ctrl+g>', ['open-editor']],
    ['a|', '<ctrl+x><ctrl+e>', ['open-editor']],
  ];
  for (const [before, keys, expected] of rows) {
    const { state, effects } = type(editorAt(before), keys);
    assert.deepEqual(
      effects.map((effect) => effect.type),
      expected,
      keys,
    );
    if (keys === '<ctrl+l>') assert.equal(marked(state), before);
  }
});

test('IN-3 a paste of several lines is shown as one label, stepped over and removed as a whole, and sent in full', () => {
  let state = paste(type(createEditor(), 'see ').state, 'one\ntwo\nthree');
  assert.equal(shown(state), 'see [copy 3 lines]|');
  state = type(state, ' and ').state;
  state = paste(state, 'x\r\ny'.replace('\r', ''));
  assert.equal(shown(state), 'see [copy 3 lines] and [copy 2 lines]|');
  assert.equal(shown(type(state, '<left>').state), 'see [copy 3 lines] and |[copy 2 lines]');
  assert.equal(shown(type(state, '<backspace>').state), 'see [copy 3 lines] and |');
  assert.equal(shown(type(state, '<ctrl+w>').state), 'see [copy 3 lines] and |');
  assert.equal(shown(type(state, '<backspace><ctrl+_>').state), 'see [copy 3 lines] and [copy 2 lines]|');
  assert.equal(shown(type(state, '<ctrl+u><ctrl+y>').state), 'see [copy 3 lines] and [copy 2 lines]|');
  assert.deepEqual(type(state, '<enter>').effects, [
    { type: 'submit', text: 'see one\ntwo\nthree and x\ny', shown: 'see [copy 3 lines] and [copy 2 lines]' },
  ]);
});

test('IN-3 a paste of one line is plain text without its final line break', () => {
  assert.equal(shown(paste(createEditor(), 'ls -la\n')), 'ls -la|');
  assert.equal(shown(paste(editorAt('a|b'), 'x')), 'ax|b');
  assert.equal(shown(paste(createEditor(), '')), '|');
  assert.equal(shown(paste(createEditor(), 'a\nb\n')), '[copy 2 lines]|');
});

test('IN-12 a paste that arrives in several reads is one label', () => {
  let state = paste(createEditor(), 'one\ntwo');
  state = edit(state, { type: 'paste', text: '\nthree', continues: true }).state;
  state = edit(state, { type: 'paste', text: ' more', continues: true }).state;
  assert.equal(shown(state), '[copy 3 lines]|');
  assert.deepEqual(type(state, '<enter>').effects, [
    { type: 'submit', text: 'one\ntwo\nthree more', shown: '[copy 3 lines]' },
  ]);
});

test('IN-3 text that looks like a label, or contains its character, is not taken for a paste', () => {
  const forged = String.fromCodePoint(0x10f000);
  const state = paste(paste(createEditor(), 'secret\nlines'), `a${forged}b`);
  assert.equal(shown(state), '[copy 2 lines]ab|');
  assert.equal(edit(state, { type: 'insert', text: forged }).state.text, state.text);
});

test('IN-3 the pasted path of an image is offered as an attachment', () => {
  const rows: [string, string | undefined][] = [
    ['/tmp/shot.png', '/tmp/shot.png'],
    ["'/tmp/my shot.PNG'", '/tmp/my shot.PNG'],
    ['/tmp/my\\ shot.jpg', '/tmp/my shot.jpg'],
    ['file:///tmp/a%20b.webp', '/tmp/a b.webp'],
    ['see this.png', undefined],
    ['/tmp/notes.txt', undefined],
    ['file://elsewhere/a.png', undefined],
  ];
  for (const [pasted, path] of rows) {
    const { effects } = edit(createEditor(), { type: 'paste', text: pasted });
    const expected = path === undefined ? [] : [{ type: 'image-pasted', path, start: 0, end: pasted.length }];
    assert.deepEqual(effects, expected, pasted);
  }
});

test('IN-5 the history stops at the oldest entry, has an empty line after the newest, and loses edits made in it', () => {
  const state = type(createEditor(), 'one<enter>two<enter>two<enter>').state;
  assert.deepEqual(state.history, ['one', 'two']);
  const rows: [string, string][] = [
    ['<up>', 'two|'],
    ['<up><up>', 'one|'],
    ['<up><up><up>', 'one|'],
    ['<up><up><down>', 'two|'],
    ['<up><up><down><down>', '|'],
    ['<up><up><down><down><down>', '|'],
    ['draft<up><down>', '|'],
    ['draft<down>', 'draft|'],
    ['<up>x<up><down>', 'two|'],
    ['<up>x<down>', '|'],
    ['draft<up><ctrl+_>', 'draft|'],
  ];
  for (const [keys, expected] of rows) assert.equal(marked(type(state, keys).state), expected, keys);
  assert.equal(marked(type(createEditor(), '<up><down>').state), '|');
});

test('IN-5 a history entry keeps its pastes, and one of several lines is stepped through line by line', () => {
  let state = type(paste(type(createEditor(), 'fix ').state, 'a\nb\nc'), '<enter>').state;
  assert.equal(shown(type(state, '<up>').state), 'fix [copy 3 lines]|');
  assert.deepEqual(type(state, '<up><enter>').effects, [
    { type: 'submit', text: 'fix a\nb\nc', shown: 'fix [copy 3 lines]' },
  ]);
  state = type(state, 'one<ctrl+j>two<enter>').state;
  assert.equal(marked(type(state, '<up><up>').state), 'one|\ntwo');
  assert.equal(shown(type(state, '<up><up><up>').state), 'fix [copy 3 lines]|');
});

test('IN-5 Ctrl+R searches the history', () => {
  const state = type(createEditor(), 'git status<enter>npm test<enter>git Log<enter>').state;
  const rows: [string, string][] = [
    ['<ctrl+r>git', '|git Log'],
    ['<ctrl+r>git<ctrl+r>', '|git status'],
    ['<ctrl+r>git<ctrl+r><ctrl+r>', '|git status'],
    ['<ctrl+r>git<ctrl+r><ctrl+s>', '|git Log'],
    ['<ctrl+r>stat', 'git |status'],
    ['<ctrl+r>L', 'git |Log'],
    ['<ctrl+r>zzz', '|'],
    ['<ctrl+r>npmx<backspace>', '|npm test'],
    ['draft<ctrl+r>npm<escape>', 'draft|'],
    ['draft<ctrl+r>npm<ctrl+g>', 'draft|'],
    ['<ctrl+r>npm<tab>x', 'x|npm test'],
    ['<ctrl+r>npm<end>x', 'npm testx|'],
    ['<ctrl+r>npm<tab><up>', 'git status|'],
    ['draft<ctrl+r>n<backspace>', 'draft|'],
  ];
  for (const [keys, expected] of rows) assert.equal(marked(type(state, keys).state), expected, keys);
  assert.equal(type(state, '<ctrl+r>zzz').state.search?.failed, true);
  assert.deepEqual(type(state, '<ctrl+r>stat<enter>').effects, [
    { type: 'submit', text: 'git status', shown: 'git status' },
  ]);
});

test('IN-7 the external editor gets the pastes in full and returns plain text', () => {
  const state = paste(type(createEditor(), 'a ').state, 'x\ny');
  const { effects } = type(state, '<ctrl+g>');
  assert.deepEqual(effects, [{ type: 'open-editor', text: 'a x\ny' }]);
  const back = edit(state, { type: 'set-text', text: 'b\r\nc' }).state;
  assert.equal(marked(back), 'b\nc|');
  assert.equal(shown(type(back, '<ctrl+_>').state), 'a [copy 2 lines]|');
});

test('IN-11 a returned message is put before the line, whose pastes stay', () => {
  const state = paste(type(createEditor(), 'a ').state, 'x\ny');
  const back = edit(state, { type: 'prepend', text: 'queued' }).state;
  assert.equal(shown(back), 'queued\na [copy 2 lines]|');
  assert.equal(marked(edit(createEditor(), { type: 'prepend', text: 'queued' }).state), 'queued|');
});

test('SEC-3 few undo steps are kept of a very long text', () => {
  let state = paste(createEditor(), 'x'.repeat(500_000));
  for (let step = 0; step < 50; step += 1) state = paste(state, 'y');
  assert.ok(state.undo.length <= 10);
});

test('IN-9 a completion replaces a range and can be undone', () => {
  const done = edit(editorAt('see @sr| now'), { type: 'replace', start: 4, end: 7, text: '@src/a.ts' });
  assert.equal(marked(done.state), 'see @src/a.ts| now');
  assert.equal(marked(type(done.state, '<ctrl+_>').state), 'see @sr| now');
});

test('IN-7 after any action the cursor is between characters, and undo leads back to the start', () => {
  const texts = ['a', ' ', '中', '👍🏽', 'e\u0301', '🇩🇪', '\n', '\\', 'word', '\u200d', '\u0301'];
  const commands = EDIT_COMMANDS.filter((name) => !['submit', 'search-submit'].includes(name));
  let seed = 3;
  function random(limit: number): number {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return (seed >> 8) % limit;
  }
  function randomAction(state: EditorState): EditAction {
    const pick = random(10);
    if (pick < 4) return { type: 'insert', text: texts[random(texts.length)] ?? '' };
    if (pick === 4) return { type: 'paste', text: random(2) === 0 ? 'p\nq' : 'pq', continues: random(3) === 0 };
    if (pick === 5) {
      const start = floorBoundary(state.text, random(state.text.length + 1));
      return { type: 'replace', start, end: Math.max(start, state.cursor), text: 'r' };
    }
    return { type: commands[random(commands.length)] ?? 'undo' };
  }
  for (let round = 0; round < 300; round += 1) {
    let state: EditorState = { ...createEditor(), history: ['old', 'older\nlines'] };
    for (let step = 0; step < 60; step += 1) {
      const action = randomAction(state);
      const before = state;
      state = edit(state, action).state;
      assert.ok(state.cursor >= 0 && state.cursor <= state.text.length, JSON.stringify(action));
      if (
        before.text !== state.text &&
        state.search === undefined &&
        before.search === undefined &&
        action.type !== 'undo'
      ) {
        assert.ok(state.undo.length > 0 || action.type === 'redo', JSON.stringify(action));
      }
    }
    if (state.search !== undefined) state = edit(state, { type: 'search-cancel' }).state;
    const last = state.text;
    let steps = 0;
    while (state.undo.length > 0) {
      state = edit(state, { type: 'undo' }).state;
      steps += 1;
    }
    for (let step = 0; step < steps; step += 1) state = edit(state, { type: 'redo' }).state;
    assert.equal(state.text, last);
  }
});
