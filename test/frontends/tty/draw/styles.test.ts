/** The `compact` style, event by event. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEventDrawer } from '../../../../src/frontends/tty/draw/event-drawer.ts';
import { STYLES, spokenStyle } from '../../../../src/frontends/tty/draw/styles.ts';
import { plainText, toRow } from '../../../../src/frontends/tty/screen/spans.ts';
import { createTheme } from '../../../../src/frontends/tty/screen/theme.ts';
import type { Event } from '../../../../src/protocol/event.ts';
import { NO_USAGE, type Usage } from '../../../../src/protocol/message.ts';
import type { CallKind, View } from '../../../../src/protocol/view.ts';
import { en } from '../../../../src/words/en.ts';
import { zhCn } from '../../../../src/words/zh-cn.ts';

type Timed = Event & { agent?: string; task?: string; at?: number };

const drawing = {
  theme: createTheme('color'),
  messages: en.screen,
  highlight: () => undefined,
  style: STYLES.compact,
};
const DONE = { status: 'ok', result: {} } as const;

function begin(events: readonly Timed[], input = 'go on', words = en.screen) {
  const drawer = createEventDrawer({ ...drawing, messages: words });
  drawer.begin(input);
  for (const [seq, event] of events.entries()) drawer.push({ at: 0, ...event, seq }, 60);
  return drawer;
}

function draw(events: readonly Timed[], input?: string, words = en.screen): { text: string[]; rows: string[] } {
  const drawer = begin(events, input, words);
  drawer.finish(60);
  const lines = drawer.take(60);
  return { text: lines.map(plainText), rows: lines.map(toRow) };
}

const prompt: Timed = { type: 'turn-start', turn: 't', prompt: 'p', input: 'go on', kind: 'prompt' };

function call(id: string, name: string, title: string, kind?: CallKind): Event {
  return { type: 'call-start', call: { id, name, arguments: '{}' }, view: { title, ...(kind && { kind }) } };
}

function end(callId: string, view: View, durationMs = 7): Event {
  return { type: 'call-end', callId, outcome: DONE, view, durationMs };
}

function looked(id: string, name: string, title: string, found: string, kind: CallKind): Event[] {
  return [call(id, name, title, kind), end(id, { title: `${title}${found}`, kind })];
}

function ended(usage: Usage = NO_USAGE): Event {
  return { type: 'turn-end', turn: 't', reason: 'answered', usage };
}

test('OUT-13 a single read is a row with its result, adjacent ones are joined, and nothing separates calls', () => {
  const one = looked('a', 'read', 'src/a.ts', ' 40 lines', 'read');
  assert.deepEqual(draw(one).text, ['· read src/a.ts 40 lines', '']);
  const events = [
    ...['a', 'b', 'c', 'd', 'e'].flatMap((id) => looked(id, 'read', `src/${id}.ts`, ' 4 lines', 'read')),
    ...looked('g', 'grep', 'TODO', ': 3 matches', 'search'),
    ...looked('h', 'glob', '*.ts', ': 5 files', 'search'),
    call('s', 'skill', 'list'),
    end('s', { title: 'list' }),
    { type: 'text-delta', text: 'Done.' } as const,
  ];
  assert.deepEqual(draw(events).text, ['· read 5 files, 2 searches', '· skill list', 'Done.', '']);
  assert.equal(draw(events, 'go on', zhCn.screen).text[0], '· 读取 5 个文件，搜索 2 次');
});

test('OUT-13 calls that will be joined stay live until something else follows', () => {
  const drawer = begin([...looked('a', 'read', 'a.ts', ' 1 line', 'read'), call('b', 'read', 'b.ts', 'read')]);
  assert.deepEqual(drawer.take(60), []);
  assert.deepEqual(drawer.live(60).map(plainText), ['· read a.ts 1 line', '· read b.ts']);
  drawer.push({ ...end('b', { title: 'b.ts 2 lines', kind: 'read' }), seq: 9, at: 0 }, 60);
  assert.deepEqual(drawer.live(60).map(plainText), ['· read 2 files']);
});

test('OUT-13 a change is drawn with its counts as the tool reports them', () => {
  const change = { what: 'list -3', isNew: false, added: 1, removed: 2 };
  const rowOf = (view: View) => draw([call('e', 'edit', 'list -3', 'edit'), end('e', view)]).text[0];
  assert.equal(rowOf({ title: 'list -3 +1 -2', kind: 'edit', change }), '✓ edited list -3 +1 −2');
  assert.equal(rowOf({ title: 'x', kind: 'edit', change: { ...change, isNew: true } }), '✓ created list -3 +1 −2');
  assert.equal(rowOf({ title: 'list -3', kind: 'edit' }), '✓ edited list -3');
});

test('OUT-13 OUT-12 a command shows its last 8 rows, dim and indented, and Ctrl+O shows the rest', () => {
  const lines = Array.from({ length: 400 }, (_, index) => `row ${index + 1}`);
  const view: View = {
    title: 'make',
    kind: 'run',
    body: [{ type: 'terminal', stdout: lines.join('\n'), stderr: '', exitCode: 0 }],
  };
  const drawer = begin([
    call('c', 'bash', 'make', 'run'),
    { type: 'call-output', callId: 'c', stream: 'stdout', text: `${lines.join('\n')}\n` },
  ]);
  assert.deepEqual(drawer.live(60).map(plainText), ['· bash make', ...lines.slice(-8).map((line) => `  ${line}`)]);
  drawer.push({ ...end('c', view, 1500), seq: 9, at: 0 }, 60);
  const shown = drawer.take(60);
  assert.deepEqual(shown.map(plainText), [
    '· bash make  1.5s · … 392 more, Ctrl+O shows all',
    ...lines.slice(-8).map((line) => `  ${line}`),
  ]);
  assert.match(toRow(shown[1] ?? []), /^ {2}\x1b\[2mrow 393/);
  assert.equal(drawer.showWhole(60), true);
  const whole = drawer.take(60).map(plainText);
  assert.ok(lines.every((line) => whole.includes(line)));
  const short: View = {
    ...view,
    title: 'pwd',
    body: [{ type: 'terminal', stdout: '/tmp\n', stderr: '', exitCode: 0 }],
  };
  drawer.push({ ...call('d', 'bash', 'pwd', 'run'), seq: 10, at: 0 }, 60);
  drawer.push({ ...end('d', short), seq: 11, at: 0 }, 60);
  drawer.take(60);
  drawer.showWhole(60);
  assert.ok(drawer.take(60).map(plainText).includes('row 1'), 'output that is shown whole does not take its place');
  const saved = { ...end('c', view), outcome: { status: 'ok', result: { saved_path: '.coder/x.txt' } } } as const;
  const { text } = draw([call('c', 'bash', 'make', 'run'), saved]);
  assert.equal(text[0], '· bash make  … 392 more, saved in .coder/x.txt');
});

test('OUT-13 a failed command shows rows with errors in red, wherever they are in its output', () => {
  const lines = ['compiling', 'src/a.ts:3: error: no such name', ...Array.from({ length: 30 }, (_, n) => `note ${n}`)];
  const view: View = {
    title: 'make',
    kind: 'run',
    body: [{ type: 'terminal', stdout: lines.join('\n'), stderr: '', exitCode: 2 }],
  };
  const { text, rows } = draw([
    call('c', 'bash', 'make', 'run'),
    { type: 'call-output', callId: 'c', stream: 'stdout', text: lines.join('\n') },
    end('c', view),
  ]);
  assert.deepEqual(text.slice(0, 3), [
    '✗ bash make  exit 2 · … 23 more, Ctrl+O shows all',
    '  src/a.ts:3: error: no such name',
    '  note 22',
  ]);
  assert.match(rows[1] ?? '', /\x1b\[31msrc\/a\.ts/);
});

test('CMD-1 OUT-13 a command typed by the person is shown whole, as a shell shows it', () => {
  const lines = Array.from({ length: 100 }, (_, index) => `row ${index + 1}`);
  const block = `$ seq 100\nexit=3 duration=12ms\nstdout:\n${lines.slice(0, 20).join('\n')}\n...[output truncated for display]`;
  const { text, rows } = draw(
    [
      { type: 'turn-start', turn: 't', prompt: 'p', input: '! seq 100', kind: 'shell' },
      call('c', 'bash', 'seq 100', 'run'),
      { type: 'call-output', callId: 'c', stream: 'stdout', text: lines.join('\n') },
      end('c', { title: 'seq 100' }),
      {
        type: 'message-end',
        message: { role: 'note', text: block, audience: 'both', ran: { line: 'seq 100', exitCode: 3 } },
      },
      ended(),
    ],
    '! seq 100',
  );
  assert.deepEqual(text, [...lines, 'exit 3', '']);
  assert.equal(rows[100], '\x1b[31mexit 3\x1b[m');
});

test('CMD-1 CLI-1 what a command printed is not taken for how it ended, and how it ended is said in the person’s language', () => {
  const note = (ran: object): Timed => ({
    type: 'message-end',
    message: {
      role: 'note',
      text: '$ x\nexit=124 (timed out)\nsaved: y',
      audience: 'both',
      ran: { line: 'x', exitCode: 0, ...ran },
    },
  });
  const shell: Timed = { type: 'turn-start', turn: 't', prompt: 'p', input: '! x', kind: 'shell' };
  assert.deepEqual(draw([shell, note({}), ended()], '! x').text, []);
  const late = note({ exitCode: 124, timedOut: true, saved: '.coder/out.txt' });
  assert.deepEqual(draw([shell, late, ended()], '! x').text, ['exit 124 · timed out · saved: .coder/out.txt', '']);
  assert.deepEqual(draw([shell, late, ended()], '! x', zhCn.screen).text, [
    '退出码 124 · 超时 · 输出保存在 .coder/out.txt',
    '',
  ]);
});

test('OUT-13 thinking is visible while it lasts; then only its duration stays', () => {
  const drawer = begin([
    { type: 'thinking-delta', text: '**Look** at it.\n', at: 1000 },
    { type: 'thinking-delta', text: 'Then answer.', at: 2000 },
  ]);
  assert.deepEqual(drawer.take(60), []);
  assert.deepEqual(drawer.live(60).map(plainText), ['✻ Look at it.', '  Then answer.']);
  drawer.push({ type: 'text-delta', text: 'Yes.', at: 4200, seq: 9 }, 60);
  assert.deepEqual(drawer.take(60).map(plainText), ['✻ thought for 3 s']);
  const brief = draw([
    prompt,
    { type: 'thinking-delta', text: 'hm' },
    { type: 'text-delta', text: 'ok', at: 20 },
    ended(),
  ]);
  assert.equal(brief.text[0], '✻ thought briefly');
  drawer.showWhole(60);
  assert.deepEqual(drawer.take(60).map(plainText), ['**Look** at it.', 'Then answer.', '']);
});

test('OUT-14 a turn ends with one dim row: time without the time spent waiting for the person, calls, tokens, cost', () => {
  const { text, rows } = draw([
    { ...prompt, at: 1000 },
    ...looked('a', 'read', 'a.ts', ' 1 line', 'read'),
    { type: 'request-start', request: { kind: 'pick', id: 'q', title: '?', options: [] }, at: 2000 },
    { type: 'request-end', id: 'q', answer: { kind: 'pick', picked: null }, at: 9000 },
    { type: 'text-delta', text: 'Yes.', at: 10_000 },
    { type: 'state-change', change: { spent: { money: 0.034, isLeast: false } }, at: 10_000 },
    { ...ended({ input: 1000, output: 200, cached: 0 }), at: 12_500 },
  ]);
  assert.deepEqual(text.slice(-3), ['Yes.', '✓ 4.5 s · 1 call · 1.2k tokens · $0.03', '']);
  assert.match(rows.at(-2) ?? '', /^\x1b\[2m/);
});

test('OUT-15 messages of coder wrap at words, addresses stay whole, and the person sees the first line of an error', () => {
  const address = 'https://platform.example.com/account/with/a/very/long/path?and=more&of=it';
  const reason = `rate limited, see ${address} for what your messages resulted in`;
  const { text } = draw([
    { type: 'retry', attempt: 1, of: 3, delayMs: 1500, reason, discarded: false },
    call('c', 'todowrite', '3 items'),
    {
      type: 'call-end',
      callId: 'c',
      outcome: { status: 'failed', error: 'wrong arguments: todos.0.id\nThe schema: {…}' },
      view: { title: '3 items' },
      durationMs: 1,
    },
  ]);
  assert.deepEqual(text, [
    'Retry 1 of 3 in 2 s: rate limited, see',
    address,
    'for what your messages resulted in',
    '✗ todowrite 3 items: wrong arguments: todos.0.id',
    '',
  ]);
});

test('OUT-7 OUT-13 nothing in a row can control the terminal', () => {
  const evil = 'x\x1b]0;t\x07\x1b[2J\x9b6n\r\u202ey';
  const { rows } = draw([
    ...looked('a', 'read', evil, evil, 'read'),
    call('c', evil, evil, 'run'),
    { type: 'call-output', callId: 'c', stream: 'stderr', text: `${evil}\n` },
    { type: 'call-end', callId: 'c', outcome: { status: 'failed', error: evil }, view: { title: evil }, durationMs: 1 },
    { type: 'thinking-delta', text: evil },
    { type: 'text-delta', text: evil },
  ]);
  for (const row of rows)
    assert.doesNotMatch(row, /[\x00-\x08\x0b-\x1a\x7f-\x9f\u202e]|\x1b(?!\[[0-9;]*m)/, JSON.stringify(row));
});

test('OUT-13 each running sub-agent has a live row with its current action, and one row when it has ended', () => {
  const drawer = begin([
    call('t', 'task', 'explore: look'),
    call('u', 'task', 'explore: count'),
    { ...call('x', 'grep', 'TODO', 'search'), agent: 'explore', task: 't' },
    { ...call('y', 'read', 'a.ts', 'read'), agent: 'explore', task: 'u' },
    { ...call('z', 'read', 'b.ts', 'read'), agent: 'explore', task: 'u' },
    { type: 'text-delta', text: 'hidden', agent: 'explore', task: 'u' },
  ]);
  assert.deepEqual(drawer.live(60).map(plainText), [
    '· task explore: look · 1 call · grep TODO',
    '· task explore: count · 2 calls · read b.ts',
  ]);
  const summary: View = { title: 'explore: look', body: [{ type: 'markdown', text: 'Found **two**.' }] };
  drawer.push({ ...end('t', summary, 2500), seq: 9, at: 0 }, 60);
  assert.deepEqual(drawer.take(60).map(plainText), ['· task explore: look  1 call · 2.5s']);
});

test('TODO-3 OUT-13 a todo list is shown without a row for its call', () => {
  const items = [
    { content: 'one', status: 'completed' as const },
    { content: 'two', status: 'in_progress' as const },
    { content: 'three', status: 'pending' as const },
  ];
  const { text, rows } = draw([
    call('t', 'todowrite', '3 items'),
    { type: 'state-change', change: { todos: items } },
    end('t', { title: '1/3 done', body: [{ type: 'todos', items }] }),
  ]);
  assert.deepEqual(text, ['  ✓ one', '  ▸ two', '  ☐ three', '']);
  assert.deepEqual(
    rows.slice(0, 3).map((row) => /^\x1b\[(\d+)m/.exec(row)?.[1]),
    ['36', '33', '2'],
  );
});

test('OUT-11 OUT-13 for a screen reader each part has a label, and marks are words', () => {
  const drawer = createEventDrawer({ ...drawing, style: spokenStyle(STYLES.compact) });
  drawer.begin('go on');
  const events: Timed[] = [
    prompt,
    ...looked('r', 'read', 'a.ts', ' 4 lines', 'read'),
    { type: 'text-delta', text: '> said\n\n```js\nlet a;\n```\n\n---\n\nDone.' },
  ];
  for (const [seq, event] of events.entries()) drawer.push({ at: 0, ...event, seq }, 60);
  drawer.finish(60);
  const text = drawer.take(60).map(plainText);
  assert.deepEqual(text, ['read a.ts 4 lines', '[ANSWER]', '> said', '', 'let a;', '', '---', '', 'Done.', '']);
});

test("PTY-9 CLI-1 a program started by the person that keeps running in a terminal is reported in the person's language", () => {
  const note = {
    role: 'note',
    text: '$ vim\nruns in a terminal: pty_1 (Home shows it)',
    audience: 'both',
    ran: { line: 'vim', terminal: 'pty_1' },
  } as const;
  const { text } = draw([{ type: 'message-end', message: note }], '! -i vim', zhCn.screen);
  assert.ok(text.includes('在终端中运行：pty_1（按 Home 显示）'), text.join('\n'));
});

test('OUT-15 a refused command of the person is reported to the person, without the advice for a model', () => {
  const line = 'rm a.ts';
  const command = { id: 'c', name: 'bash', arguments: '{}' };
  const asked = { kind: 'approval', id: 'a', call: command, view: { title: line } } as const;
  const events: Event[] = [
    { type: 'turn-start', turn: 't', prompt: 'p', input: `! ${line}`, kind: 'shell' },
    call('c', 'bash', line),
    { type: 'request-start', request: { ...asked, reasons: [], choices: ['yes', 'no'], scopes: [] } },
    { type: 'request-end', id: 'a', answer: { kind: 'approval', choice: 'no' } },
    { type: 'call-end', callId: 'c', outcome: { status: 'denied', error: '' }, view: { title: line }, durationMs: 0 },
    { type: 'message-end', message: { role: 'note', text: `$ ${line}\nfor a model`, audience: 'both', ran: { line } } },
    ended(),
  ];
  assert.deepEqual(draw(events, `! ${line}`).text, ['Not run: you said no.', '']);
});

test('OUT-15 a refused call of the model says what the person said, not what the model reads', () => {
  const command = { id: 'c', name: 'edit', arguments: '{}' };
  const asked = { kind: 'approval', id: 'a', call: command, view: { title: 'a.ts' } } as const;
  const events: Event[] = [
    call('c', 'edit', 'a.ts'),
    { type: 'request-start', request: { ...asked, reasons: [], choices: ['yes', 'no'], scopes: [] } },
    { type: 'request-end', id: 'a', answer: { kind: 'approval', choice: 'no', why: 'not here' } },
    {
      type: 'call-end',
      callId: 'c',
      outcome: { status: 'denied', error: 'The user refused. Ask what to do.' },
      view: { title: 'a.ts', body: [{ type: 'text', text: 'not approved' }], error: 'not approved' },
      durationMs: 0,
    },
  ];
  const [row = ''] = draw(events).text;
  assert.match(row, /^✗ edit a\.ts: refused.*not here/);
});
