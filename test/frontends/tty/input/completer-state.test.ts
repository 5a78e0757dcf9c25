import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  beginChoice,
  type CompleterState,
  dismissMenu,
  followText,
  openMenu,
  pressKey,
  takeCertain,
} from '../../../../src/frontends/tty/input/completer-state.ts';
import { completionAt } from '../../../../src/frontends/tty/input/completion.ts';
import { type Key, key } from '../../../../src/frontends/tty/input/key-event.ts';
import { DEFAULT_KEYMAP } from '../../../../src/frontends/tty/input/keymap.ts';
import { editorAt, marked } from './typing.ts';

const NOTHING: CompleterState = { generation: 0 };

/** The state with a menu for the word at the cursor. */
function offering(text: string, values: readonly string[], isPartial = false): CompleterState {
  const { text: line, cursor } = editorAt(text);
  const query = completionAt(line, cursor);
  assert.ok(query, text);
  return openMenu(NOTHING, { query, items: values.map((value) => ({ value, label: value })), isPartial });
}

/** Each row: the state, the text that follows, what the sources are asked for, and whether the menu stays until they answer. */
const FOLLOWED: [string, CompleterState, string, string | undefined, boolean][] = [
  ['a command asks', NOTHING, '/mo', 'mo', false],
  ['a mention asks', NOTHING, 'see @ed', 'ed', false],
  ['a program does not ask on its own', NOTHING, '! gi', undefined, false],
  ['a program asks while the menu is open', offering('! g', ['git', 'grep']), '! gi', 'gi', true],
  ['plain text closes the menu', offering('/mo', ['mode', 'model']), 'hello', undefined, false],
  ['a word whose menu was closed does not ask', dismissMenu(offering('/m', ['mode'])), '/mo', undefined, false],
  ['another word asks again', dismissMenu(offering('/m', ['mode'])), '/mode pl', 'pl', false],
];

for (const [name, before, text, asked, hasMenu] of FOLLOWED) {
  test(`IN-9 after the text has changed: ${name}`, () => {
    const { state, ask } = followText(before, editorAt(text));
    assert.deepEqual([ask?.query, state.menu !== undefined], [asked, hasMenu]);
    assert.notEqual(state.generation, before.generation, 'an answer to an older query is not taken');
  });
}

test('IN-9 a word whose menu was closed asks again on Tab, and once the text was another', () => {
  const closed = dismissMenu(offering('/m', ['mode']));
  assert.equal(beginChoice(closed, editorAt('/m')).ask?.query, 'm');
  const { state } = followText(closed, editorAt(''));
  assert.equal(followText(state, editorAt('/m')).ask?.query, 'm');
  assert.deepEqual(beginChoice(closed, editorAt('hello')), { state: closed });
});

/** Each row: the menu, the text now, the key, the line afterwards (`undefined`: the line handles the key), and whether the menu is open. */
const PRESSED: [string, CompleterState, string, Key, string | undefined, boolean][] = [
  ['Tab accepts', offering('/mo', ['mode', 'model']), '/mo', key('tab'), '/mode |', false],
  ['Enter accepts', offering('/mo', ['mode', 'model']), '/mo', key('enter'), '/mode |', false],
  ['Enter sends a complete word', offering('/mode', ['mode', 'model']), '/mode', key('enter'), undefined, false],
  ['Tab completes a complete word', offering('/mode', ['mode', 'model']), '/mode', key('tab'), '/mode |', false],
  ['one blank is enough', offering('/mo| x', ['mode']), '/mo| x', key('tab'), '/mode |x', false],
  ['Tab waits for the answer to newer text', offering('@ed', ['edges.ts']), '@edi', key('tab'), '@edi|', true],
  ['Enter does not wait', offering('@ed', ['edges.ts']), '@edi', key('enter'), undefined, false],
  ['Esc closes', offering('/mo', ['mode']), '/mo', key('escape'), '/mo|', false],
  ['an arrow moves', offering('/mo', ['mode', 'model']), '/mo', key('down'), '/mo|', true],
  ['another key is for the line', offering('/mo', ['mode']), '/mo', key('left'), undefined, true],
  ['an empty menu takes only Esc', offering('@z', [], true), '@z', key('tab'), undefined, true],
  ['an empty menu is closed by Esc', offering('@z', [], true), '@z', key('escape'), '@z|', false],
  ['no menu, no key', NOTHING, '/mo', key('tab'), undefined, false],
];

for (const [name, before, text, pressed, line, hasMenu] of PRESSED) {
  test(`IN-9 a key at the menu: ${name}`, () => {
    const { state, result } = pressKey(before, pressed, editorAt(text), DEFAULT_KEYMAP);
    assert.deepEqual([result && marked(result.state), state.menu !== undefined], [line, hasMenu]);
  });
}

test('IN-9 an accepted word asks no more; an accepted folder goes on into it', () => {
  const accepted = (text: string, value: string): string | undefined => {
    const { state, result } = pressKey(offering(text, [value]), key('tab'), editorAt(text), DEFAULT_KEYMAP);
    assert.ok(result);
    return followText(state, result.state).ask?.query;
  };
  assert.equal(accepted('/model g', 'gpt-4o'), undefined);
  assert.equal(accepted('see @sr', 'src/'), 'src/');
});

/** Each row: the word, the choices, and the line if that much is certain. */
const CERTAIN: [string, string[], string | undefined][] = [
  ['/he', ['help'], '/help |'],
  ['/mo', ['mode', 'model'], undefined],
  ['! gi', ['git', 'gitk'], '! git|'],
  ['! git', ['git', 'gitk'], undefined],
  ['! cat s', ['src/', 'setup.sh'], undefined],
  ['! cat s', ['x', 'y'], undefined],
];

test('IN-4 IN-9 the only choice is certain, and for programs and paths what all choices begin with', () => {
  for (const [text, values, expected] of CERTAIN) {
    const before = offering(text, values);
    const { state, result } = takeCertain(before, editorAt(text));
    assert.equal(result && marked(result.state), expected, text);
    assert.equal(state.menu, expected === undefined ? before.menu : undefined, text);
  }
});
