import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  drawFrame,
  eraseShown,
  type Frame,
  NOTHING_SHOWN,
  type Shown,
  type Size,
} from '../../../../src/frontends/tty/screen/screen.ts';
import { createEmulator } from '../../../fixtures/emulator.ts';

const SIZE: Size = { columns: 40, rows: 10 };

function frame(commit: string[], live: string[], column = 0): Frame {
  return { commit, live, caret: { row: live.length - 1, column } };
}

test('OUT-1 committed lines go to the scrollback once, and the live region stays below them', async () => {
  const emulator = createEmulator(SIZE.columns, SIZE.rows);
  let shown: Shown = NOTHING_SHOWN;
  const expected: string[] = [];
  for (let turn = 0; turn < 50; turn += 1) {
    const open = drawFrame(shown, frame([], [`line ${turn}`, 'context', '> ']), SIZE);
    await emulator.write(open.output);
    const done = drawFrame(open.shown, frame([`line ${turn}`], ['context', `> ${turn}`], 2), SIZE);
    await emulator.write(done.output);
    shown = done.shown;
    expected.push(`line ${turn}`);
  }
  assert.deepEqual(emulator.lines(), [...expected, 'context', '> 49']);
  assert.deepEqual(emulator.cursor(), { x: 2, y: 9 });
});

test('OUT-1 any sequence of random frames leaves exactly the committed lines and the last live rows', async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  const words = [
    'alpha',
    '中文字',
    'x',
    '',
    'e\u0301clair',
    '👍🏽 ok',
    '\x1b[31mred\x1b[m',
    'a longer line of words',
    '⚠️ mind',
    'é',
  ];
  for (let round = 0; round < 15; round += 1) {
    const emulator = createEmulator(SIZE.columns, SIZE.rows);
    let shown: Shown = NOTHING_SHOWN;
    const committed: string[] = [];
    let live: string[] = [];
    for (let step = 0; step < 30; step += 1) {
      const text = () => Array.from({ length: random(4) }, () => words[random(words.length)]).join(' ');
      const commit = Array.from({ length: random(4) }, () => (random(8) === 0 ? 'w'.repeat(95) : text()));
      live = [...Array.from({ length: random(5) }, text), `> ${'k'.repeat(random(30))}`];
      const column = random(20);
      const drawn = drawFrame(shown, { commit, live, caret: { row: live.length - 1, column } }, SIZE);
      await emulator.write(drawn.output);
      shown = drawn.shown;
      committed.push(...commit);
      assert.equal(emulator.cursor().x, column);
    }
    const plain = [...committed, ...live].map((line) => line.replace(/\x1b\[[0-9]*m/g, '').trimEnd());
    assert.deepEqual(
      emulator.lines().map((line) => line.trimEnd()),
      plain,
    );
  }
});

test('OUT-1 a frame that changes nothing writes nothing, and an echoed key writes only that key', () => {
  const first = drawFrame(NOTHING_SHOWN, frame([], ['context', '> a'], 3), SIZE);
  assert.equal(drawFrame(first.shown, frame([], ['context', '> a'], 3), SIZE).output, '');
  assert.equal(drawFrame(first.shown, frame([], ['context', '> ab'], 4), SIZE).output, 'b');
});

test('OUT-1 no frame clears the scrollback or the screen', () => {
  const open = drawFrame(NOTHING_SHOWN, frame(['x'.repeat(200)], ['a', 'b', 'c']), SIZE);
  const next = drawFrame(open.shown, frame(['d'], ['e']), SIZE);
  assert.doesNotMatch(
    open.output + next.output + eraseShown(next.shown, 20, { rows: true, caretRow: true }).output,
    /\x1b\[[23]J|\x1b\[\?1049/,
  );
});

test('IN-12 H8 a width of one column is drawn without failing', () => {
  const size = { columns: 1, rows: 1 };
  const drawn = drawFrame(NOTHING_SHOWN, frame(['中文', 'abc'], ['x']), size);
  assert.notEqual(drawn.output, '');
  assert.doesNotThrow(() =>
    eraseShown({ rows: ['中文', 'abc'], caret: { row: 1, column: 3 } }, 1, { rows: true, caretRow: true }),
  );
});

test('IN-12 a resize re-wraps the live region without a lost, doubled or stale line', async () => {
  for (const widths of [
    [60, 40, 120],
    [80, 60, 100, 50, 100],
    [40, 41, 42, 43, 30, 200],
  ]) {
    const emulator = createEmulator(100, 24);
    const committed = ['first committed line', '中文行 '.repeat(20).trim()];
    const live = () => ['y'.repeat(Math.min(95, emulator.terminal.cols)), 'context: 12 tokens', '[build] /tmp> '];
    let drawn = drawFrame(NOTHING_SHOWN, frame(committed, live(), 14), { columns: 100, rows: 24 });
    await emulator.write(drawn.output);
    for (const columns of widths) {
      emulator.resize(columns, 24);
      const erased = eraseShown(drawn.shown, columns, { rows: true, caretRow: false });
      drawn = drawFrame(erased.shown, frame([`at ${columns}`], live(), 14), { columns, rows: 24 });
      await emulator.write(erased.output + drawn.output);
      committed.push(`at ${columns}`);
      // If a wide character does not fit the last column, the emulator leaves a gap that it does not close again.
      const squeeze = (lines: string[]) => lines.map((line) => line.replaceAll(' ', ''));
      assert.deepEqual(squeeze(emulator.lines()), squeeze([...committed, ...live()]));
    }
  }
});

test('IN-12 a row above the caret that gets shorter is erased whole, because tmux would wrap the rest of it', () => {
  const long = drawFrame(NOTHING_SHOWN, frame([], ['a line that is long', '> ']), SIZE);
  const short = drawFrame(long.shown, frame([], ['a line', '> ']), SIZE);
  assert.ok(short.output.includes('\x1b[Ka line'), JSON.stringify(short.output));
  const typed = drawFrame(short.shown, frame([], ['a line', '> abc'], 5), SIZE);
  const deleted = drawFrame(typed.shown, frame([], ['a line', '> ab'], 4), SIZE);
  assert.equal(deleted.output, '\x1b[5G\x1b[K', 'the row being typed is only changed at its end');
});
