import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followTrail, startTrail, type Trail } from '../../../../src/frontends/tty/dialogs/trail.ts';
import { characterKey, type Key, key } from '../../../../src/frontends/tty/input/key-event.ts';

const START = 1000;
const letters = (typed: string): Key[] => Array.from(typed, (character) => characterKey(character));
const ENTER = key('enter');

/** Each row: what is pressed after the `n` of `no` or `never`, when, and which keys are taken as the rest of the word. */
const ROWS: [string, string, Key[], number, boolean[]][] = [
  ['the rest of the word and Enter', 'never', [...letters('ever'), ENTER], 10, [true, true, true, true, true]],
  ['Enter alone', 'no', [ENTER, ENTER], 10, [true, false]],
  ['at most the rest of the word', 'no', letters('oo'), 10, [true, false]],
  ['nothing after another letter', 'never', letters('exer'), 10, [true, false, false, false]],
  ['no key with Ctrl', 'no', [characterKey('o', { ctrl: true }), ...letters('o')], 10, [false, false]],
  ['everything until 1.5 seconds later', 'no', letters('o'), 1500, [true]],
  ['nothing after that', 'no', letters('o'), 1501, [false]],
];

for (const [name, word, pressed, after, expected] of ROWS) {
  test(`APR-9 what is ignored after an answer by one letter: ${name}`, () => {
    let trail: Trail | undefined = startTrail(word, START);
    const taken = pressed.map((one) => {
      const followed = followTrail(trail, one, START + after);
      trail = followed.trail;
      return followed.isPart;
    });
    assert.deepEqual(taken, expected);
  });
}
