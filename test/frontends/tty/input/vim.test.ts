import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showChips } from '../../../../src/frontends/tty/input/chips.ts';
import { edit } from '../../../../src/frontends/tty/input/editor.ts';
import { createEditor, type EditorState } from '../../../../src/frontends/tty/input/editor-state.ts';
import { createVim, type VimMode, vimModeName } from '../../../../src/frontends/tty/input/vim/vim-state.ts';
import { editorAt, marked, type } from './typing.ts';

type Row = [before: string, keys: string, after: string];

function normal(text: string): EditorState {
  return { ...editorAt(text), vim: { ...createVim(), mode: 'normal' } };
}

function check(rows: Row[]): void {
  for (const [before, keys, after] of rows) {
    assert.equal(marked(type(normal(before), keys).state), after, `${JSON.stringify(before)} ${keys}`);
  }
}

test('IN-8 motions move on a line', () => {
  check([
    ['ab|c', 'h', 'a|bc'],
    ['|abc', 'h', '|abc'],
    ['abc|d', '2h', 'a|bcd'],
    ['|abc', 'l', 'a|bc'],
    ['ab|c', 'l', 'ab|c'],
    ['|abcd', '2l', 'ab|cd'],
    ['|abc', '99l', 'ab|c'],
    ['|中文字', 'l', '中|文字'],
    ['|👍🏽b', 'l', '👍🏽|b'],
    ['abc|d', '0', '|abcd'],
    ['  ab|c', '^', '  |abc'],
    ['  ab|c', '0', '|  abc'],
    ['|abc', '$', 'ab|c'],
    ['|abc  ', 'g_', 'ab|c  '],
    ['|abcdef', '4|', 'abc|def'],
    ['|one two', 'w', 'one |two'],
    ['|one two three', '2w', 'one two |three'],
    ['|foo.bar', 'w', 'foo|.bar'],
    ['|foo.bar baz', 'W', 'foo.bar |baz'],
    ['one |two', 'w', 'one tw|o'],
    ['one two|', 'b', 'one |two'],
    ['one t|wo', 'b', 'one |two'],
    ['one |two', 'b', '|one two'],
    ['foo.bar ba|z', 'B', 'foo.bar |baz'],
    ['foo.bar |baz', 'B', '|foo.bar baz'],
    ['|one two', 'e', 'on|e two'],
    ['on|e two', 'e', 'one tw|o'],
    ['|foo.bar baz', 'E', 'foo.ba|r baz'],
    ['one tw|o', 'ge', 'on|e two'],
    ['foo.bar ba|z', 'gE', 'foo.ba|r baz'],
    ['|one,two', 'fw', 'one,t|wo'],
    ['|a.b.c', 'f.', 'a|.b.c'],
    ['|a.b.c', '2f.', 'a.b|.c'],
    ['|a.b.c', 'fz', '|a.b.c'],
    ['a.b.|c', 'F.', 'a.b|.c'],
    ['|abc', 'tc', 'a|bc'],
    ['ab|c', 'Ta', 'a|bc'],
    ['|a.b.c', 'f.;', 'a.b|.c'],
    ['|a.b.c', 'f.;,', 'a|.b.c'],
    ['|a.b.c', 't.;', 'a.|b.c'],
    ['|f(a, (b))', '%', 'f(a, (b)|)'],
    ['f(a, (b)|)', '%', 'f|(a, (b))'],
    ['f(a, |[b])', '%', 'f(a, [b|])'],
    ['|你好world 再见', 'w', '你好|world 再见'],
    ['|one two', '<right>', 'o|ne two'],
    ['one two|', '<left>', 'one tw|o'],
    ['|one', ' ', 'o|ne'],
    ['on|e', '<backspace>', 'o|ne'],
    ['on|e', '<home>', '|one'],
    ['|one', '<end>', 'on|e'],
  ]);
});

test('IN-8 motions move between lines', () => {
  check([
    ['o|ne\ntwo', 'j', 'one\nt|wo'],
    ['one\nt|wo', 'k', 'o|ne\ntwo'],
    ['abc|d\nx\nabcd', 'jj', 'abcd\nx\nabc|d'],
    ['|abcd\nx\nabcd', '$jj', 'abcd\nx\nabc|d'],
    ['a\nb\n|c', 'gg', '|a\nb\nc'],
    ['|a\nb\nc', 'G', 'a\nb\n|c'],
    ['|a\nb\nc', '2G', 'a\n|b\nc'],
    ['a\nb\n|c', '2gg', 'a\n|b\nc'],
    ['|a\n  b', '+', 'a\n  |b'],
    ['a\n  |b', '-', '|a\n  b'],
    ['on|e\n\ntwo', 'w', 'one\n|\ntwo'],
    ['one\n|\ntwo', 'w', 'one\n\n|two'],
    ['one\n\n|two', 'b', 'one\n|\ntwo'],
    ['one|\ntwo', 'b', '|one\ntwo'],
    ['on|e\n\ntwo', 'e', 'one\n\ntw|o'],
    ['|a\nb\n\nc\nd', '}', 'a\nb\n|\nc\nd'],
    ['|a\nb\n\nc\nd', '2}', 'a\nb\n\nc\n|d'],
    ['a\nb\n\nc\n|d', '{', 'a\nb\n|\nc\nd'],
    ['a\nb\n\nc\n|d', '2{', '|a\nb\n\nc\nd'],
    ['|a\nbcd', '2$', 'a\nbc|d'],
  ]);
});

test('IN-8 delete and change work with motions', () => {
  check([
    ['|one two', 'dw', '|two'],
    ['one |two', 'dw', 'one| '],
    ['|one two three', 'd2w', '|three'],
    ['|one two three', '2dw', '|three'],
    ['|one two', 'de', '| two'],
    ['one two thr|ee', 'db', 'one two |ee'],
    ['one |two', 'd0', '|two'],
    ['one |two', 'd$', 'one| '],
    ['one |two', 'D', 'one| '],
    ['  one |two', 'd^', '  |two'],
    ['|a.b.c', 'df.', '|b.c'],
    ['|a.b.c', 'dt.', '|.b.c'],
    ['a.b.|c', 'dF.', 'a.b|c'],
    ['a.b.|c', 'dT.', 'a.b.|c'],
    ['|f(a)', 'd%', '|'],
    ['x|(a)y', 'd%', 'x|y'],
    ['one\nt|wo\nthree', 'dd', 'one\n|three'],
    ['one\nt|wo', 'dd', '|one'],
    ['o|ne', 'dd', '|'],
    ['|a\nb\nc\nd', '2dd', '|c\nd'],
    ['|a\nb\nc\nd', 'd2d', '|c\nd'],
    ['|a\nb\nc', 'dj', '|c'],
    ['a\nb\n|c', 'dk', '|a'],
    ['a\n|b\nc', 'dG', '|a'],
    ['a\n|b\nc', 'dgg', '|c'],
    ['on|e\ntwo', 'dw', 'o|n\ntwo'],
    ['|a\nb\n\nc', 'd}', '|\nc'],
    ['|x', 'dj', '|x'],
    ['|abc', 'x', '|bc'],
    ['ab|c', 'x', 'a|b'],
    ['|abcd', '2x', '|cd'],
    ['|abc', '9x', '|'],
    ['a|bc', 'X', '|bc'],
    ['|a', 'X', '|a'],
    ['|👍🏽b', 'x', '|b'],
    ['|abc', 'dl', '|bc'],
    ['ab|c', 'dh', 'a|c'],
    ['|one two', 'cwx<escape>', '|x two'],
    ['|one two', 'cex<escape>', '|x two'],
    ['|one two three', 'c2wx<escape>', '|x three'],
    ['on|e two', 'cwx<escape>', 'on|x two'],
    ['|one two', 'cWx<escape>', '|x two'],
    ['one |two', 'c$x<escape>', 'one |x'],
    ['one |two', 'Cx<escape>', 'one |x'],
    ['o|ne\ntwo', 'ccx<escape>', '|x\ntwo'],
    ['o|ne\ntwo', 'Sx<escape>', '|x\ntwo'],
    ['|abc', 'sxy<escape>', 'x|ybc'],
    ['|abc', '2sx<escape>', '|xc'],
    ['|a\nb\nc', 'cjx<escape>', '|x\nc'],
    ['|one two', 'c<escape>', '|one two'],
    ['|one two', 'dz', '|one two'],
    ['|one two', 'd<escape>w', 'one |two'],
    ['|abc', 'd<right>', '|bc'],
    ['ab|c', 'cex<escape>', 'ab|x'],
    ['|abc', 'chx<escape>', '|xabc'],
    ['a\n|\nb', 'dw', 'a\n|b'],
    ['o|ne\ntwo', 'Vy', '|one\ntwo'],
  ]);
});

test('IN-8 operators work on text objects', () => {
  check([
    ['one t|wo three', 'diw', 'one | three'],
    ['one t|wo three', 'daw', 'one |three'],
    ['one t|wo', 'daw', 'on|e'],
    ['one t|wo three', 'ciwx<escape>', 'one |x three'],
    ['one| two', 'diw', 'one|two'],
    ['one| two three', 'daw', 'one| three'],
    ['foo.b|ar baz', 'diW', '| baz'],
    ['foo.b|ar baz', 'daW', '|baz'],
    ['|one two three', 'd2aw', '|three'],
    ['|one two three', 'd3iw', '| three'],
    ['a "b |c" d', 'di"', 'a "|" d'],
    ['a "b |c" d', 'da"', 'a |d'],
    ['|a "b c" d', 'ci"x<escape>', 'a "|x" d'],
    ["f('a|b')", "di'", "f('|')"],
    ["f('a|b')", "da'", 'f(|)'],
    ['a `b|c`', 'di`', 'a `|`'],
    ['"a\\"|b"', 'di"', '"|"'],
    ['|abc', 'di"', '|abc'],
    ['f(a, |b)', 'di(', 'f(|)'],
    ['f(a, |b)', 'da(', '|f'],
    ['f(a, |b)', 'dib', 'f(|)'],
    ['f(a, |b)', 'di)', 'f(|)'],
    ['f(a, (b|))', 'd2i(', 'f(|)'],
    ['f|(a)', 'di(', 'f(|)'],
    ['f(a|)', 'ci(x<escape>', 'f(|x)'],
    ['[1, |2]', 'di[', '[|]'],
    ['[1, |2]', 'da]', '|'],
    ['{a: |1}', 'di{', '{|}'],
    ['{a: |1}', 'diB', '{|}'],
    ['{\n  a|\n}', 'di{', '{\n|}'],
    ['<a |b>', 'di<lt>', '<|>'],
    ['<a |b>', 'da>', '|'],
    ['<p>on|e</p>', 'dit', '<p>|</p>'],
    ['x<p>on|e</p>y', 'dat', 'x|y'],
    ['<a><b>x|y</b></a>', 'd2it', '<a>|</a>'],
    ['a\nb|\n\nc', 'dip', '|\nc'],
    ['a\nb|\n\nc', 'dap', '|c'],
    ['a\n\nb|c', 'dap', '|a'],
    ['|你好 world', 'diw', '| world'],
    ['|abc', 'di(', '|abc'],
    ['|f(a)', 'di(', 'f(|)'],
    ['  on|e', 'daw', ' | '],
  ]);
});

test('IN-8 yank and put use registers', () => {
  check([
    ['|one two', 'ywP', 'one| one two'],
    ['|one two', 'yw$p', 'one twoone| '],
    ['|ab', 'ylp', 'a|ab'],
    ['|ab', 'xp', 'b|a'],
    ['|one\ntwo', 'yyp', 'one\n|one\ntwo'],
    ['|one\ntwo', 'yyjp', 'one\ntwo\n|one'],
    ['|one\ntwo', 'yyP', '|one\none\ntwo'],
    ['|one\ntwo', 'Yp', 'one\n|one\ntwo'],
    ['|one\ntwo\nx', '2yyjjp', 'one\ntwo\nx\n|one\ntwo'],
    ['|one\ntwo', 'ddp', 'two\n|one'],
    ['|one\ntwo', 'yy2p', 'one\n|one\none\ntwo'],
    ['|ab', 'yl3p', 'aaa|ab'],
    ['|one two', 'yiwwviwp', 'one on|e'],
    ['|one two', '"ayiww"aP', 'one on|etwo'],
    ['|one two', 'yiwwdiw"0P', 'oneon|e '],
    ['|one two', 'yiww"_diwP', 'oneon|e '],
    ['|ab', '"ayll"Ayl"aP', 'aa|bb'],
    ['|a b', '"+yiw"+p', 'a|a b'],
    ['|one', 'yiwp', 'oon|ene'],
    ['|', 'p', '|'],
    ['|ab', '"ap', '|ab'],
    ['one t|wo', 'yb', 'one |two'],
    ['one |two', 'y$', 'one |two'],
  ]);
});

test('IN-8 the insert commands place the cursor and type', () => {
  check([
    ['a|b', 'ix<escape>', 'a|xb'],
    ['|ab', 'ax<escape>', 'a|xb'],
    ['|ab', 'Ax<escape>', 'ab|x'],
    ['  a|b', 'Ix<escape>', '  |xab'],
    ['|a\nb', 'ox<escape>', 'a\n|x\nb'],
    ['a\n|b', 'Ox<escape>', 'a\n|x\nb'],
    ['|ab', '3ix<escape>', 'xx|xab'],
    ['|a', '2ox<escape>', 'a\nx\n|x'],
    ['|', 'ihello<escape>', 'hell|o'],
    ['|ab', 'i<escape>', '|ab'],
    ['a|b', 'i<escape>', '|ab'],
    ['|abc', 'Rxy<escape>', 'x|yc'],
    ['|ab', 'Rxyz<escape>', 'xy|z'],
    ['|abc', 'rx', '|xbc'],
    ['|abc', '2rx', 'x|xc'],
    ['|abc', '9rx', '|abc'],
    ['a|bc', 'r<enter>', 'a\n|c'],
    ['|abc', 'r<escape>', '|abc'],
    ['|a', 'ix<ctrl+w>y<escape>', '|ya'],
    ['|中文', 'r字', '|字文'],
  ]);
});

test('IN-8 case, join and indent commands change the text', () => {
  check([
    ['|abc', '~', 'A|bc'],
    ['|aBc', '3~', 'Ab|C'],
    ['|ONE TWO', 'guw', '|one TWO'],
    ['|one two', 'gUiw', '|ONE two'],
    ['|One', 'g~iw', '|oNE'],
    ['o|ne two', 'gUU', '|ONE TWO'],
    ['O|NE', 'guu', '|one'],
    ['ab\nc|d', 'gUk', 'A|B\nCD'],
    ['|éa', '~', 'É|a'],
    ['|one\ntwo', 'J', 'one| two'],
    ['|one\n  two', 'J', 'one| two'],
    ['|f(a\n)', 'J', 'f(a|)'],
    ['|a\nb\nc', '3J', 'a b| c'],
    ['|one\n two', 'gJ', 'one| two'],
    ['|one', 'J', '|one'],
    ['|a\nb', '>>', '  |a\nb'],
    ['|a\nb', '>j', '  |a\n  b'],
    ['    |a', '<lt><lt>', '  |a'],
    ['|a', '<lt><lt>', '|a'],
  ]);
});

test('IN-8 undo and redo treat a change as a whole', () => {
  check([
    ['|one two', 'dwu', '|one two'],
    ['|one two', 'dwu<ctrl+r>', '|two'],
    ['|one two', 'cwx y z<escape>u', '|one two'],
    ['|', 'ihello world<escape>u', '|'],
    ['|', 'ihello world<escape>u<ctrl+r>', '|hello world'],
    ['|abc', '<lt><lt>xu', '|abc'],
    ['|abc', 'xx2u', '|abc'],
    ['|abc', 'xxuu<ctrl+r>', '|bc'],
    ['|abc', 'u', '|abc'],
    ['|a', 'i<escape>xu', '|a'],
    ['|one two', 'yiwwviwpu', 'one |two'],
  ]);
});

test('IN-8 the dot repeats the last change', () => {
  check([
    ['|one two three', 'dw.', '|three'],
    ['|abcd', 'x.', '|cd'],
    ['|abcdef', '2x.', '|ef'],
    ['|abcdef', 'x3.', '|ef'],
    ['|one two three', 'cwx<escape>w.', 'x |x three'],
    ['|a\nb', 'A;<escape>j.', 'a;\nb|;'],
    ['|a', 'ox<escape>.', 'a\nx\n|x'],
    ['|a\nb\nc', 'dd.', '|c'],
    ['|a b c', 'rxw.', 'x |x c'],
    ['|a b', 'ihi <escape>.', 'hihi|  a b'],
    ['|(a) (b)', 'ci(x<escape>f(.', '(x) (|x)'],
    ['|a\nb\nc', '>>j.', '  a\n  |b\nc'],
    ['|a\nb\nc', 'J.', 'a b| c'],
    ['|abc', 'dw.', '|'],
    ['|a.b.c', 'df..', '|c'],
    ['|abcd', 'vld.', '|'],
    ['|a\nb\nc\nd', 'Vjd.', '|'],
    ['|abc abc', 'Rxy<escape>w.', 'xyc x|yc'],
    ['|ab', 'yl.', '|ab'],
    ['|one two', 'gUiww.', 'ONE |TWO'],
  ]);
});

test('IN-8 visual selections can be extended and operated on', () => {
  check([
    ['|one two', 'vd', '|ne two'],
    ['|one two', 'ved', '| two'],
    ['one |two', 'vbd', '|wo'],
    ['|one two', 'v$d', '|'],
    ['|one two', 'viwd', '| two'],
    ['one t|wo', 'vawd', 'on|e'],
    ['|one two', 'vey$p', 'one twoon|e'],
    ['|one two', 'vecx<escape>', '|x two'],
    ['|abc', 'vlrx', '|xxc'],
    ['|abc', 'vlU', '|ABc'],
    ['|ABC', 'vlu', '|abC'],
    ['|aBc', 'v$~', '|AbC'],
    ['|one\ntwo\nthree', 'Vd', '|two\nthree'],
    ['|one\ntwo\nthree', 'Vjd', '|three'],
    ['|one\ntwo', 'VjJ', 'one| two'],
    ['|one\ntwo', 'Vj>', '  |one\n  two'],
    ['|one\ntwo', 'Vcx<escape>', '|x\ntwo'],
    ['|one\ntwo', 'yyjVp', 'one\n|one'],
    ['|abcd', 'vlod', '|cd'],
    ['a|bcd', 'vlohd', '|d'],
    ['|abc', 'vl<escape>x', 'a|c'],
    ['|abc', 'vvx', '|bc'],
    ['|abc\ndef', 'vVd', '|def'],
    ['|f(a b)', 'f(lvi(d', 'f(|)'],
    ['|one\ntwo', 'vD', '|two'],
    ['a\nb|\n\nc', 'vipd', '|\nc'],
    ['|one two', 'yiwwviwP', 'one on|e'],
    ['|ab', 'vly', '|ab'],
  ]);
});

test('IN-8 Esc leaves INSERT first, then clears; Enter sends from NORMAL; a new line begins in INSERT', () => {
  const start: EditorState = { ...createEditor(), vim: createVim() };
  const typed = type(start, 'hello<escape>').state;
  assert.equal(marked(typed), 'hell|o');
  assert.equal(typed.vim?.mode, 'normal');
  assert.equal(marked(type(typed, '<escape>').state), '|');
  assert.equal(marked(type(typed, '<escape>u').state), 'hell|o');
  assert.deepEqual(type(typed, '<escape><escape>').effects, [{ type: 'cancel' }]);
  const sent = type(typed, '<enter>');
  assert.deepEqual(sent.effects, [{ type: 'submit', text: 'hello', shown: 'hello' }]);
  assert.equal(sent.state.vim?.mode, 'insert');
  assert.equal(marked(type(sent.state, 'x').state), 'x|');
  assert.deepEqual(type(start, 'a<ctrl+c>').effects, [{ type: 'interrupt' }]);
  assert.deepEqual(type(typed, '<tab>').effects, [{ type: 'complete' }]);
});

test('IN-8 IN-5 j and k at the edge of the text step through the history, and / searches it', () => {
  const state = type({ ...createEditor(), vim: createVim() }, 'one<enter>two<enter><escape>').state;
  assert.equal(marked(type(state, 'k').state), 'tw|o');
  assert.equal(marked(type(state, 'kk').state), 'on|e');
  assert.equal(marked(type(state, 'kkk').state), 'on|e');
  assert.equal(marked(type(state, 'kkjj').state), '|');
  assert.equal(marked(type(state, '/on<tab>').state), '|one');
});

test('IN-8 IN-3 a paste is one character to vim', () => {
  let state: EditorState = { ...createEditor(), vim: createVim() };
  state = edit(type(state, 'a ').state, { type: 'paste', text: 'x\ny\nz' }).state;
  state = type(state, ' b<escape>').state;
  const after = type(state, '0wx').state;
  assert.equal(showChips(marked(after), after.pastes), 'a | b');
  const put = type(state, '0wx$p').state;
  assert.equal(showChips(put.text, put.pastes), 'a  b[copy 3 lines]');
  const yanked = type(state, '0wyl$p<enter>');
  assert.deepEqual(yanked.effects, [
    { type: 'submit', text: 'a x\ny\nz bx\ny\nz', shown: 'a [copy 3 lines] b[copy 3 lines]' },
  ]);
});

test('IN-8 each mode has a name to show', () => {
  const names = (['normal', 'insert', 'replace', 'visual', 'visual-line'] satisfies VimMode[]).map((mode) =>
    vimModeName({ ...createVim(), mode }),
  );
  assert.deepEqual(names, ['NORMAL', 'INSERT', 'REPLACE', 'VISUAL', 'VISUAL LINE']);
});

test('IN-8 random keys never throw and keep the cursor on the text', () => {
  const keys =
    'h j k l w b e W B E 0 ^ $ g G f t ; , % { } d c y > < u x X s S D C Y r R J p P o O A I a i . ~ v V 2 3 " _ ( [ <escape> <enter> <ctrl+r> <left> <up> <backspace> 中 /'.split(
      ' ',
    );
  let seed = 5;
  function random(limit: number): number {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return (seed >> 8) % limit;
  }
  for (let round = 0; round < 400; round += 1) {
    let state = normal('one (two, "three")\n  四五 👍🏽 e\u0301nd\n\nlast|');
    let typed = '';
    for (let step = 0; step < 40; step += 1) {
      const next = keys[random(keys.length)] ?? '';
      typed += next;
      state = type(state, next).state;
      assert.ok(state.cursor >= 0 && state.cursor <= state.text.length, typed);
      assert.ok(state.text.length < 1e6, typed);
    }
  }
});

test('IN-8 a count that is too large takes as much as there is, as in Neovim', () => {
  check([
    ['a\nb|x\nc', '5dd', '|a'],
    ['a\n|b', '9dd', 'a\n|b'],
    ['|a\nb\nc', '9dd', '|'],
    ['a\n|b\nc', '3>>', 'a\n  |b\n  c'],
    ['a\n  |b\n  c', '9<<', 'a\n|b\nc'],
    ['ab|c\nde', '3D', 'a|b'],
    ['a\nbc|d', '2D', 'a\nbc|d'],
    ['a|b\ncd\nef', '2D', '|a\nef'],
    ['a|b\ncd\nef', '9D', '|a'],
    ['|a\nb\nc', '5j', 'a\nb\n|c'],
    ['a\nb\nc|', '9k', '|a\nb\nc'],
    ['a\n b\nc|', '3-', '|a\n b\nc'],
    ['|a\n b\n  c', '9+', 'a\n b\n  |c'],
    ['|a\nb\nc', '9_', 'a\nb\n|c'],
    ['a\nb|c\nd', 'd9j', '|a'],
    ['a\nb|c\nd', 'd9k', '|d'],
    ['a|b\ncd\nef', '9$', 'ab\ncd\ne|f'],
    ['a\nb|x\nc', '5>j', 'a\n  |bx\n  c'],
    ['ab|c\nde', '9yyp', 'abc\n|abc\nde\nde'],
    ['x\n|a\nb', '3S<escape>', 'x\n|'],
  ]);
});

test('IN-8 v$, V and operators on several lines leave the cursor where Neovim does', () => {
  check([
    ['a|b\ncd\nef', 'v$d', 'a|cd\nef'],
    ['a|bc\ncd', '$vd', 'a|b\ncd'],
    ['  a|b\n  cd', 'yyjVp', '  ab\n  |ab'],
    ['  a|b\n  cd ef', 'yyjviwp', '  ab\n  \n  |ab\n ef'],
    ['  a|b\n  cd', 'jVky', '  a|b\n  cd'],
    ['  a|b\n  cd\nx', 'Vjy', '|  ab\n  cd\nx'],
    ['aB|C\nDE\nFG', '2guu', 'ab|c\nde\nFG'],
    ['  aB|C\n  DE\nFG', '2gUU', '  AB|C\n  DE\nFG'],
    ['  aB|C\nDE', 'guu', '  |abc\nDE'],
    ['aB|C\nDE', '9gUU', 'AB|C\nDE'],
  ]);
});
