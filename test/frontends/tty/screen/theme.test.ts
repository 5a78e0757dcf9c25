import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backgroundOf, colorLevel, createTheme, isDumbTerminal } from '../../../../src/frontends/tty/screen/theme.ts';

test('OUT-5 colours are those of the table', () => {
  const theme = createTheme('color');
  const { context, prompt, input, thinking, tool, success, failure, added, removed, diffMeta, notice, error } = theme;
  assert.deepEqual(
    { context, prompt, input, thinking, tool, success, failure, added, removed, diffMeta, notice, error },
    {
      context: '2',
      prompt: '32',
      input: '',
      thinking: '2;3',
      tool: '34',
      success: '32',
      failure: '31',
      added: '32',
      removed: '31',
      diffMeta: '2',
      notice: '33',
      error: '31',
    },
  );
  assert.deepEqual([theme.todoDone, theme.todoActive, theme.todoPending], ['36', '33', '2']);
});

test('OUT-5 without colours, prompt and errors still stand out, and a plain terminal gets no styles', () => {
  const mono = createTheme('mono');
  assert.ok(Object.values(mono).every((sgr) => !/\b[349]\d\b/.test(sgr)));
  assert.notEqual(mono.prompt, mono.text);
  assert.notEqual(mono.error, mono.text);
  assert.ok(Object.values(createTheme('plain')).every((sgr) => sgr === ''));
});

test('OUT-5 CLI-1 NO_COLOR, --no-color and the kind of terminal decide about colours', () => {
  assert.equal(colorLevel({ TERM: 'xterm-256color' }, false), 'color');
  assert.equal(colorLevel({ TERM: 'xterm' }, true), 'mono');
  assert.equal(colorLevel({ TERM: 'xterm', NO_COLOR: '1' }, false), 'mono');
  assert.equal(colorLevel({ TERM: 'xterm', NO_COLOR: '' }, false), 'color');
  assert.equal(colorLevel({ TERM: 'vt100' }, false), 'mono');
  assert.equal(colorLevel({ TERM: 'dumb' }, false), 'plain');
  assert.equal(colorLevel({}, false), 'plain');
});

test('OUT-7 an unknown terminal is sent no escape sequence', () => {
  for (const environment of [{ TERM: 'dumb' }, { TERM: 'unknown' }, { TERM: '' }, {}])
    assert.deepEqual([isDumbTerminal(environment), colorLevel(environment, false)], [true, 'plain']);
  assert.equal(isDumbTerminal({ TERM: 'vt100' }), false);
});

test('OUT-4 OUT-5 diffs have backgrounds on terminals with 256 colours, dark or light', () => {
  assert.equal(backgroundOf({ TERM: 'xterm-256color' }), 'dark');
  assert.equal(backgroundOf({ TERM: 'xterm-256color', COLORFGBG: '0;15' }), 'light');
  assert.equal(backgroundOf({ TERM: 'xterm', COLORTERM: 'truecolor', COLORFGBG: '15;0' }), 'dark');
  assert.equal(backgroundOf({ TERM: 'xterm' }), undefined);
  assert.equal(createTheme('color').addedLine, '32');
  assert.match(createTheme('color', 'dark').addedLine, /^48;5;/);
  assert.notEqual(createTheme('color', 'dark').addedLine, createTheme('color', 'light').addedLine);
  assert.equal(createTheme('mono', 'dark').addedLine, '');
});
