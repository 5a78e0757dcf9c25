import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inlineDisplay, readerDisplay } from '../../../../src/frontends/tty/screen/display.ts';
import { INPUT_START, OUTPUT_START, PROMPT_START } from '../../../../src/frontends/tty/screen/prompt-marks.ts';

test('OUT-11 text typed and sent in one read is echoed once, as is text typed before', () => {
  const size = { columns: 80, rows: 24 };
  const caret = { row: 0, column: 0 };
  const prompt = '[build] ~> ';
  for (const typed of ['', 'li', 'list']) {
    let output = '';
    const display = readerDisplay((text) => void (output += text));
    display.show({ commit: [], live: [], caret, spoken: () => ({ label: [], prompt, text: typed }) }, size);
    const echo = `${PROMPT_START}\x1b[32m${prompt}\x1b[m${INPUT_START}list${OUTPUT_START}`;
    display.show({ commit: [echo, 'done'], live: [], caret }, size);
    assert.equal(output, `${prompt}list\r\ndone\r\n`);
  }
});

test('IN-7 IN-12 after Ctrl+L in tmux, blank rows that a narrower window pushes into the scrollback are added again above the prompt', () => {
  let output = '';
  const take = (): string => output.replaceAll(/\x1b\[\?\d+[hl]/g, '').concat((output = ''));
  const display = inlineDisplay((text) => void (output += text), { rows: true, caretRow: true, losesTop: true });
  const wide = { columns: 40, rows: 40 };
  const live = ['c'.repeat(25), 'p'.repeat(35)];
  const scene = { commit: [], live, caret: { row: 1, column: 35 } };
  display.show(scene, wide);
  display.clear(wide);
  display.show(scene, wide);
  take();
  for (const { columns, up, down } of [
    { columns: 10, up: 6, down: 5 }, // 3 + 4 rows instead of 2
    { columns: 20, up: 3, down: 2 },
    { columns: 40, up: 1, down: 0 },
  ]) {
    const size = { columns, rows: 40 };
    display.resized(size);
    assert.equal(take(), `\x1b[${up}A\r\x1b[K\x1b[B\x1b[J\x1b[A${down > 0 ? `\x1b[${down}B` : ''}`);
    display.show(scene, wide);
    take();
  }
  display.show({ ...scene, commit: ['said'] }, wide);
  take();
  display.resized({ columns: 10, rows: 40 });
  assert.equal(take(), '\x1b[6A\r\x1b[K\x1b[B\x1b[J\x1b[A', 'no gap below what was said');
});
