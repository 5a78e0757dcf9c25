import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextLine, drawPromptArea, promptLine } from '../../../src/frontends/tty/draw/prompt-area.ts';
import { createEditor } from '../../../src/frontends/tty/input/editor-state.ts';
import { drawFrame, NOTHING_SHOWN, type Shown } from '../../../src/frontends/tty/screen/screen.ts';
import { toRow } from '../../../src/frontends/tty/screen/spans.ts';
import { createTheme } from '../../../src/frontends/tty/screen/theme.ts';
import { createStreamView } from '../../../src/frontends/tty/session/stream-view.ts';
import { en } from '../../../src/words/en.ts';
import { cpuTime } from '../../fixtures/cpu-time.ts';
import { ANSWER } from '../../fixtures/tty-scripts.ts';

const SIZE = { columns: 80, rows: 24 };
const TOKEN = 6;
/** A thousand tokens per second at thirty frames per second. */
const TOKENS_A_FRAME = 33;

/** Streams tokens frame by frame; returns the bytes and the time of each batch of 5,000. */
function stream(batches: number): { bytes: number; ms: number; mostLive: number }[] {
  const theme = createTheme('color');
  const messages = en.screen;
  const { drawer } = createStreamView(theme, messages);
  const status = { mode: 'build', model: 'scripted', cwd: '/home/app', context: { tokens: 1200, estimated: false } };
  const text = ANSWER.repeat(Math.ceil((5000 * TOKEN) / ANSWER.length) + 1);
  let shown: Shown = NOTHING_SHOWN;
  let sent = 0;
  return Array.from({ length: batches }, () => {
    const started = cpuTime();
    let bytes = 0;
    let mostLive = 0;
    for (let token = 0; token < 5000; token += 1) {
      const piece = text.slice(token * TOKEN, (token + 1) * TOKEN);
      drawer.push({ type: 'text-delta', text: piece, seq: sent++, at: 0 }, SIZE.columns);
      if (token % TOKENS_A_FRAME !== 0) continue;
      const area = {
        tail: drawer.live(SIZE.columns),
        running: { what: 'answering', elapsedMs: sent, tokens: Math.floor(sent / 1000) },
        queue: [],
        above: [contextLine(status, 80, theme)],
        prompt: promptLine(status, SIZE.columns, theme),
        editor: createEditor(),
        below: [],
      };
      const commit = drawer.take(SIZE.columns).map(toRow);
      const { rows, caret } = drawPromptArea({ ...area, tail: drawer.live(SIZE.columns) }, SIZE, theme, messages);
      const drawn = drawFrame(shown, { commit, live: rows, caret }, SIZE);
      shown = drawn.shown;
      bytes += Buffer.byteLength(drawn.output);
      mostLive = Math.max(mostLive, rows.length);
    }
    return { bytes, ms: cpuTime() - started, mostLive };
  });
}

test('OUT-2 5,000 tokens of Markdown cost at most 20 bytes each, at the end of a session as at its start', () => {
  const results = stream(8);
  const [first] = results;
  const last = results.at(-1);
  assert.ok(first && last);
  assert.ok(first.bytes / 5000 <= 20, `${first.bytes / 5000} bytes a token`);
  assert.ok(last.bytes <= first.bytes * 1.2, `${first.bytes}, then ${last.bytes}`);
  assert.ok(first.mostLive <= 14, `${first.mostLive} live rows`);
});
