import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readerDisplay } from '../../../../src/frontends/tty/screen/display.ts';
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
