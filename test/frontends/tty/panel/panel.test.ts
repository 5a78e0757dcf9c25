/** The panel on an emulated terminal: what it draws at every size, what it sends, what remains of it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_KEYMAP } from '../../../../src/frontends/tty/input/keymap.ts';
import { createKeyDecoder } from '../../../../src/frontends/tty/input/keys.ts';
import { press } from '../../../../src/frontends/tty/input/press.ts';
import { innerSize } from '../../../../src/frontends/tty/panel/inner-size.ts';
import { createPanel } from '../../../../src/frontends/tty/panel/panel.ts';
import { createTheme } from '../../../../src/frontends/tty/screen/theme.ts';
import type { Event } from '../../../../src/protocol/event.ts';
import type { Op } from '../../../../src/protocol/op.ts';
import type { TerminalScreen } from '../../../../src/protocol/terminal.ts';
import { en } from '../../../../src/words/en.ts';
import { createEmulator } from '../../../fixtures/emulator.ts';
import { emptyScreen } from './screen.ts';

function setUp(columns: number, rows: number) {
  const size = { columns, rows };
  const emulator = createEmulator(columns, rows);
  const ops: Op[] = [];
  const told: string[] = [];
  let clock = 0;
  let drawn: Promise<void> = Promise.resolve();
  const panel = createPanel({
    size: () => size,
    write: (text) => {
      drawn = emulator.write(text);
    },
    theme: createTheme('color'),
    level: 'color',
    messages: en.screen,
    now: () => clock,
    press: (state, key) => press(state, key, DEFAULT_KEYMAP),
    send: (op) => void ops.push(op),
    taken: () => void told.push('taken'),
    released: () => void told.push('released'),
  });
  const decoder = createKeyDecoder(() => clock);
  const emit = (event: Event) => panel.event({ ...event, seq: 0, at: 0 });
  return {
    panel,
    emulator,
    ops,
    told,
    emit,
    start: (command = 'ssh host', by: 'person' | 'model' = 'person', id = 'term1') =>
      emit({ type: 'terminal-start', id, command, by, share: 'all', columns: columns - 2, rows: rows - 4 }),
    async show(screen: TerminalScreen, id = 'term1') {
      emit({ type: 'terminal-screen', id, screen });
      panel.show();
      await drawn;
      return emulator.screen();
    },
    async keys(bytes: string) {
      clock += 1000;
      panel.input([...decoder.feed(bytes), ...decoder.flush()]);
      await drawn;
    },
    async resize(newColumns: number, newRows: number) {
      Object.assign(size, { columns: newColumns, rows: newRows });
      emulator.resize(newColumns, newRows);
      panel.resized();
      await drawn;
    },
    later: (ms: number) => {
      clock += ms;
    },
  };
}

const shell: TerminalScreen = {
  ...emptyScreen(58, 11),
  lines: [
    [{ text: 'user@host', color: 2, style: ['bold'] }, { text: ':~$ ls 汉字' }],
    [{ text: 'inverse', style: ['inverse'] }],
    ...Array.from({ length: 9 }, () => []),
  ],
  cursor: { row: 0, column: 18 },
};

test('PTY-2 at 60×15 the panel draws its border, screen, line and status', async (t) => {
  const { start, show, emulator, panel } = setUp(60, 15);
  t.after(() => panel.hide());
  start();
  assert.deepEqual(await show(shell), [
    '┌─ Terminal term1 ─────────────────────────────────────────┐',
    '│user@host:~$ ls 汉字                                      │',
    '│inverse                                                   │',
    ...Array.from({ length: 9 }, () => `│${' '.repeat(58)}│`),
    '└─ the model sees what you type ───────────────────────────┘',
    'Chat Input> ',
    'keyboard: both · ssh host · 0s · ↑↓ focus · Home chat',
  ]);
  assert.deepEqual(emulator.cursor(), { x: 19, y: 1 });
  const cell = emulator.terminal.buffer.active.getLine(1)?.getCell(1);
  assert.deepEqual([cell?.getFgColor(), Boolean(cell?.isBold())], [2, true]);
  assert.equal(emulator.terminal.buffer.active.type, 'alternate');
});

test('PTY-2 at 200×60 the command has room, and the border is highlighted with the focus', async (t) => {
  const { start, show, keys, emulator, panel } = setUp(200, 60);
  t.after(() => panel.hide());
  start();
  const rows = await show({ ...shell, columns: 198, rows: 56 });
  assert.equal(rows.length, 60);
  assert.match(rows[59] ?? '', /^keyboard: both · ssh host · 0s · /);
  const color = () => emulator.terminal.buffer.active.getLine(0)?.getCell(0)?.getFgColor();
  const focused = color();
  await keys('\x1b[A');
  assert.notEqual(color(), focused);
  assert.deepEqual(emulator.cursor(), { x: 12, y: 58 });
});

test('PTY-3 Chat Input and Enter send the line with \\r; nothing of it stays', async (t) => {
  const { start, show, keys, ops, emulator, panel } = setUp(60, 15);
  t.after(() => panel.hide());
  start();
  await show(shell);
  await keys('\x1b[B');
  for (const key of 'yes') await keys(key);
  assert.equal(emulator.screen()[13], 'Chat Input> yes');
  await keys('\r');
  assert.equal(emulator.screen()[13], 'Chat Input> ');
  await keys('\r');
  assert.deepEqual(ops, [
    { type: 'terminal-input', id: 'term1', data: 'yes\r' },
    { type: 'terminal-input', id: 'term1', data: '\r' },
  ]);
});

test('PTY-10 text typed while the program hides its input is masked, and the keyboard is the person’s', async (t) => {
  const { start, show, keys, emulator, panel } = setUp(60, 15);
  t.after(() => panel.hide());
  start();
  await show({ ...shell, hidden: true });
  await keys('\x1b[B');
  for (const key of 'secret') await keys(key);
  assert.equal(emulator.screen()[13], 'Chat Input> ••••••');
  assert.match(emulator.screen()[14] ?? '', /^keyboard: you, hidden/);
});

test('PTY-3 keys already typed when a model’s program appears do not reach it', async (t) => {
  const { start, show, panel, ops, later } = setUp(60, 15);
  t.after(() => panel.hide());
  start('rm -i x', 'model');
  const rows = await show(shell);
  assert.match(rows[14] ?? '', /^… · /);
  panel.input([{ type: 'key', name: 'y', ctrl: false, alt: false, shift: false, super: false, text: 'y' }]);
  assert.deepEqual(ops, []);
  later(401);
  panel.input([{ type: 'key', name: 'n', ctrl: false, alt: false, shift: false, super: false, text: 'n' }]);
  assert.deepEqual(ops, [{ type: 'terminal-input', id: 'term1', data: 'n' }]);
});

test('PTY-2 Home returns to the chat as soon as a model’s program starts', async () => {
  const { start, show, panel } = setUp(60, 15);
  start('rm -i x', 'model');
  await show(shell);
  panel.input([{ type: 'key', name: 'home', ctrl: false, alt: false, shift: false, super: false, text: '' }]);
  assert.deepEqual([panel.isShown, panel.hasProgram], [false, true]);
});

test('PTY-2 Home leads back to the chat, and so does the end of the last program', async () => {
  const { start, show, keys, told, panel, emulator, emit } = setUp(60, 15);
  await emulator.write('chat');
  start();
  await show(shell);
  await keys('\x1b[H');
  assert.deepEqual([told, panel.isShown, panel.hasProgram], [['taken', 'released'], false, true]);
  assert.equal(emulator.terminal.buffer.active.type, 'normal');
  assert.equal(emulator.screen()[0], 'chat');
  panel.show();
  emit({ type: 'terminal-end', id: 'term1', exitCode: 0, durationMs: 1, text: '' });
  assert.deepEqual([told.length, panel.isShown, panel.hasProgram], [4, false, false]);
});

test('PTY-5 of several programs the newest is shown; Ctrl+PgUp and the end of one lead to another', async (t) => {
  const { start, show, keys, emulator, panel, emit } = setUp(60, 15);
  t.after(() => panel.hide());
  start('one');
  start('two', 'person', 'term2');
  assert.match((await show(shell, 'term2'))[0] ?? '', /term2/);
  await keys('\x1b[5;5~');
  assert.match(emulator.screen()[0] ?? '', /term1/);
  emit({ type: 'terminal-end', id: 'term1', exitCode: 0, durationMs: 1, text: '' });
  panel.show();
  await keys('x');
  assert.match(emulator.screen()[0] ?? '', /term2/);
});

test('PTY-6 text typed for a program that ended does not go to the next one', async (t) => {
  const { start, show, keys, ops, panel, emit, later } = setUp(60, 15);
  t.after(() => panel.hide());
  start('one');
  start('two', 'person', 'term2');
  await show(shell, 'term2');
  await keys('\x1b[B');
  for (const key of 'sec') await keys(key);
  emit({ type: 'terminal-end', id: 'term2', exitCode: 0, durationMs: 1, text: '' });
  later(401);
  await show(shell, 'term1');
  for (const key of 'ret\r') await keys(key);
  const typed = ops.flatMap((op) => (op.type === 'terminal-input' ? [`${op.id} ${op.data}`] : []));
  assert.deepEqual(typed, ['term1 ret\r']);
});

test('PTY-4 scrolling asks for rows further back, typing returns to the end', async (t) => {
  const { start, show, keys, ops, panel } = setUp(60, 15);
  t.after(() => panel.hide());
  start();
  await show(shell);
  await keys('\x1b[5~');
  await keys('\x1b[<64;5;5M');
  const rows = await show({ ...shell, back: 13, scrollback: 50 });
  assert.match(rows[14] ?? '', /13 rows back/);
  await keys('q');
  assert.deepEqual(ops, [
    { type: 'terminal-scroll', id: 'term1', back: 10 },
    { type: 'terminal-scroll', id: 'term1', back: 13 },
    { type: 'terminal-scroll', id: 'term1', back: 0 },
    { type: 'terminal-input', id: 'term1', data: 'q' },
  ]);
});

test('PTY-4 ten resizes down to the smallest window leave an intact panel', async (t) => {
  const { start, show, resize, emulator, panel } = setUp(100, 40);
  t.after(() => panel.hide());
  start();
  const sizes = [
    [60, 15],
    [200, 60],
    [10, 5],
    [2, 2],
    [1, 1],
    [80, 24],
    [61, 16],
    [300, 20],
    [20, 90],
    [60, 15],
  ] as const;
  for (const [columns, rows] of sizes) {
    await resize(columns, rows);
    await show({ ...shell, ...innerSize({ columns, rows }) });
  }
  const rows = emulator.screen();
  assert.equal(rows[0], '┌─ Terminal term1 ─────────────────────────────────────────┐');
  assert.equal(rows[1], '│user@host:~$ ls 汉字                                      │');
  assert.match(rows[14] ?? '', /Home chat$/);
});

test('A3 a program’s text stays text: nothing in a cell moves, hides or reorders the panel', async (t) => {
  const { start, show, panel } = setUp(60, 15);
  t.after(() => panel.hide());
  start('x\x1b[2J\u202e');
  const rows = await show({ ...shell, lines: [[{ text: 'a\x1b[2Jb\u202ec\x07d' }], ...shell.lines.slice(1)] });
  assert.equal(rows[1]?.slice(0, 12).trimEnd(), '│a [2Jbc d');
});
