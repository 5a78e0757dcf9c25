import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEventDrawer } from '../../../../src/frontends/tty/draw/event-drawer.ts';
import { STYLES } from '../../../../src/frontends/tty/draw/styles.ts';
import { plainText, toRow } from '../../../../src/frontends/tty/screen/spans.ts';
import { createTheme } from '../../../../src/frontends/tty/screen/theme.ts';
import type { Event } from '../../../../src/protocol/event.ts';
import { NO_USAGE } from '../../../../src/protocol/message.ts';
import { en } from '../../../../src/words/en.ts';

const drawing = { theme: createTheme('color'), messages: en.screen, highlight: () => undefined, style: STYLES.full };
const DONE = { status: 'ok', result: {} } as const;

function draw(
  events: (Event & { agent?: string })[],
  input = '',
  style = STYLES.full,
): { text: string[]; rows: string[] } {
  const drawer = createEventDrawer({ ...drawing, style });
  drawer.begin(input);
  for (const [seq, event] of events.entries()) drawer.push({ ...event, seq, at: 0 }, 60);
  drawer.finish(60);
  const lines = drawer.take(60);
  return { text: lines.map(plainText), rows: lines.map(toRow) };
}

function start(id: string, name: string, title: string): Event {
  return {
    type: 'call-start',
    call: { id, name, arguments: '{}' },
    view: { title, ...(name === 'bash' && { isShell: true }) },
  };
}

function end(callId: string, title: string): Event {
  return { type: 'call-end', callId, outcome: DONE, view: { title }, durationMs: 7 };
}

function ended(reason: Extract<Event, { type: 'turn-end' }>['reason'], error?: string): Event {
  return { type: 'turn-end', turn: 't', reason, usage: NO_USAGE, ...(error !== undefined && { error }) };
}

test('CMD-1 OUT-3 a command by the person is one [COMMAND] block', () => {
  const block = '$ ls\nexit=1 duration=12ms\nstdout:\na.ts\nstderr:\nno';
  const { text, rows } = draw(
    [
      { type: 'turn-start', turn: 't', prompt: 'p', input: '! ls', kind: 'shell' },
      start('c', 'bash', 'ls'),
      { type: 'call-output', callId: 'c', stream: 'stdout', text: 'a.ts\n' },
      end('c', 'ls'),
      {
        type: 'message-end',
        message: { role: 'note', text: block, audience: 'both', ran: { line: 'ls', exitCode: 1 } },
      },
      ended('answered'),
    ],
    '! ls',
  );
  assert.deepEqual(text, ['[COMMAND]', ...block.split('\n'), '']);
  assert.equal(rows[2], '\x1b[31mexit=1 duration=12ms\x1b[m');
});

test('CMD-2 a command that cannot be run is reported once', () => {
  const note = "command mode error: empty command after '!'";
  const events: Event[] = [
    { type: 'turn-start', turn: 't', prompt: 'p', input: '!', kind: 'shell' },
    { type: 'message-end', message: { role: 'note', text: note, audience: 'both' } },
    ended('failed'),
  ];
  assert.deepEqual(draw(events, '!').text, [note, '']);
});

test('CTX-4 a compaction is reported by its turn, or by the command that asked for it', () => {
  const compaction: Event = { type: 'compaction', by: 'model', before: 900, after: 300 };
  const said: Event = { type: 'notice', level: 'info', view: { title: 'Context compacted: 900 → 300 tokens.' } };
  assert.deepEqual(draw([compaction, said], '/compact').text, ['Context compacted: 900 → 300 tokens.', '']);
  const start: Event = { type: 'turn-start', turn: 't', prompt: 'p', input: 'go on', kind: 'prompt' };
  assert.deepEqual(draw([start, compaction], 'go on').text, ['Context compacted: 900 → 300 tokens', '']);
});

test('OUT-8 errors, limits, refusals and retries are readable where they happen', () => {
  const { text, rows } = draw([
    { type: 'text-delta', text: 'Half' },
    { type: 'retry', attempt: 1, of: 3, delayMs: 1500, reason: 'overloaded', discarded: true },
    start('c', 'bash', 'rm -rf /'),
    {
      type: 'call-end',
      callId: 'c',
      outcome: { status: 'denied', error: 'Denied: hard block\nnever' },
      view: { title: 'rm -rf /' },
      durationMs: 0,
    },
    ended('failed', 'No API key for acme. Set ACME_API_KEY or run /model.'),
    ended('step-limit', 'step limit reached (60)'),
  ]);
  assert.deepEqual(text, [
    '[ANSWER]',
    'Half',
    '',
    'Discarded the partial answer above: the connection dropped.',
    'Retry 1 of 3 in 2 s: overloaded',
    '',
    '[bash] rm -rf /',
    '  denied: Denied: hard block 0ms',
    'never',
    '',
    'No API key for acme. Set ACME_API_KEY or run /model.',
    '',
    'step limit reached (60)',
    '',
  ]);
  assert.match(rows[10] ?? '', /^\x1b\[31mNo API key/);
  assert.match(rows[4] ?? '', /^\x1b\[33mRetry/);
});

test('OUT-5 notices are yellow, errors red, the text of a built-in command plain', () => {
  const info: Event = {
    type: 'notice',
    level: 'info',
    view: { title: 'hello', body: [{ type: 'list', items: ['a', 'b'] }] },
  };
  assert.deepEqual(draw([info]).rows, ['\x1b[33mhello\x1b[m', '  a', '  b', '']);
  assert.deepEqual(draw([info], '/help').rows, ['hello', '  a', '  b', '']);
  assert.deepEqual(draw([{ ...info, level: 'error' }], '/help').rows[0], '\x1b[31mhello\x1b[m');
});

test('CMD-3 text in two columns keeps them when it wraps, unless the window is too narrow', () => {
  const items = [
    'read   Reads a text file or an image, and long ones in parts, from a line on.',
    '/permissions [PRESET|why|revoke]  the rules in force',
    'a plain item that is longer than the sixty columns which the window has',
  ];
  const view: Event = { type: 'notice', level: 'info', view: { title: 'List', body: [{ type: 'list', items }] } };
  assert.deepEqual(draw([view], '/tools').text, [
    'List',
    '  read   Reads a text file or an image, and long ones in',
    '         parts, from a line on.',
    '  /permissions [PRESET|why|revoke]  the rules in force',
    '  a plain item that is longer than the sixty columns which',
    '  the window has',
    '',
  ]);
  const drawer = createEventDrawer(drawing);
  drawer.push({ ...view, seq: 0, at: 0 }, 40);
  const narrow = drawer.take(40).map(plainText);
  const name = narrow.indexOf('  /permissions [PRESET|why|revoke]');
  assert.equal(narrow[name + 1], '    the rules in force');
});

test('OUT-7 D6 titles, output, errors, names and diffs cannot control the terminal', () => {
  const evil = 'x\x1b]0;t\x07\x1b[2J\x9b6n\r\u202ey';
  const { rows } = draw([
    start('c', evil, evil),
    { type: 'call-output', callId: 'c', stream: 'stderr', text: `${evil}\n` },
    {
      type: 'call-end',
      callId: 'c',
      outcome: { status: 'failed', error: evil },
      view: {
        title: evil,
        body: [
          { type: 'diff', diff: `@@ -1 +1 @@\n+${evil}` },
          { type: 'todos', items: [{ content: evil, status: 'pending' }] },
        ],
      },
      durationMs: 1,
    },
    { type: 'thinking-delta', text: evil },
    { type: 'text-delta', text: `${evil} [l](${evil}) \`${evil}\`` },
    { type: 'notice', level: 'warn', view: { title: evil, body: [{ type: 'markdown', text: evil }] } },
    { type: 'retry', attempt: 1, of: 2, delayMs: 1, reason: evil, discarded: false },
    ended('failed', evil),
  ]);
  for (const row of rows)
    assert.doesNotMatch(row, /[\x00-\x08\x0b-\x1a\x7f-\x9f\u202e]|\x1b(?!\[[0-9;]*m)/, JSON.stringify(row));
});

test('F1 a flood of output shows its beginning and its end', () => {
  const flood = Array.from({ length: 5000 }, (_, index) => `row ${index}\n`);
  const { text } = draw([
    start('c', 'bash', 'yes'),
    ...flood.map((piece): Event => ({ type: 'call-output', callId: 'c', stream: 'stdout', text: piece })),
    end('c', 'yes'),
  ]);
  assert.equal(text.length, 1 + 200 + 1 + 20 + 1 + 1);
  assert.equal(text[201], '… 4780 lines not shown …');
  assert.equal(text.at(-3), 'row 4999');
});

test('OUT-3 calls that run at the same time can be told apart when they end; a sub-agent is shown by its actions', () => {
  const { text } = draw([
    start('a', 'read', 'a.ts'),
    start('b', 'read', 'b.ts'),
    end('b', 'b.ts 2 lines'),
    end('a', 'a.ts 1 line'),
    start('t', 'task', 'explore: look'),
    { ...start('x', 'grep', 'TODO'), agent: 'explore' },
    { type: 'text-delta', text: 'hidden', agent: 'explore' },
    end('t', 'explore: look'),
  ]);
  assert.deepEqual(text, [
    '[tool] read a.ts',
    '[tool] read b.ts',
    '  ok b.ts 2 lines 7ms',
    '  ok a.ts 1 line 7ms',
    '[tool] task explore: look',
    '  explore: [tool] grep TODO',
    '  ok 7ms',
    '',
  ]);
});

test('TODO-3 a todo list that has not changed is not shown again', () => {
  const items = [{ content: 'one', status: 'pending' as const }];
  const { text } = draw([
    start('t', 'todowrite', '1 item'),
    { type: 'state-change', change: { todos: items } },
    { type: 'state-change', change: { todos: items } },
  ]);
  assert.equal(text.filter((line) => line.includes('one')).length, 1);
  const view = { title: '1 item', body: [{ type: 'todos' as const, items }] };
  const told = draw([
    start('t', 'todowrite', '1 item'),
    { type: 'state-change', change: { todos: items } },
    { type: 'call-end', callId: 't', outcome: DONE, view, durationMs: 7 },
    start('r', 'todoread', ''),
    { type: 'call-end', callId: 'r', outcome: DONE, view, durationMs: 7 },
  ]);
  assert.deepEqual(
    told.text.filter((line) => line.includes('one')),
    ['  [ ] one'],
  );
});

test('OUT-3 thinking is shown in full, wrapped, with its empty lines', () => {
  const { text, rows } = draw([{ type: 'thinking-delta', text: `${'think '.repeat(20)}\n\nsecond` }]);
  assert.deepEqual(text, ['[THINK]', ...[10, 10].map((count) => 'think '.repeat(count).trimEnd()), '', 'second', '']);
  assert.equal(rows[4], '\x1b[2;3msecond\x1b[m');
});

test('SBX-14 SBX-9 one line tells the person what the sandbox blocked a command from doing, and what can be allowed', () => {
  const failed = (sandbox: object): Event => ({
    type: 'call-end',
    callId: 'b',
    outcome: { status: 'ok', result: { exit_code: 1, sandbox } },
    view: { title: 'make', body: [{ type: 'terminal', stdout: '', stderr: 'no\n', exitCode: 1 }] },
    durationMs: 7,
  });
  const said = (sandbox: object) => {
    const text = draw([start('b', 'bash', 'make'), failed(sandbox)]).text.map((line) => line.trim());
    const at = text.findIndex((line) => line.includes('sandbox'));
    return at < 0 ? '' : text.slice(at).join(' ');
  };
  const write = { kind: 'write', what: '/srv/x\u001b[31m' };
  const host = { kind: 'host', what: 'example.org' };
  assert.deepEqual(said({ layer: 'landlock', network: 'none' }), '');
  assert.match(said({ blocked: [write] }), /did not let it write \/srv\/x.*\. Tell coder to run it outside/);
  assert.doesNotMatch(said({ blocked: [write] }), /\u001b/);
  assert.match(
    said({ blocked: [host], network: 'none' }),
    /reach example\.org\. Commands that run without asking have no network/,
  );
  assert.match(said({ blocked: [host] }), /reach example\.org\. To allow a host, add it to sandbox\.hosts/);
  const socket = { kind: 'socket', what: '/run/docker.sock' };
  assert.match(
    said({ blocked: [host, socket] }),
    /let it reach example\.org or use the socket \/run\/docker\.sock\. Tell/,
  );
  assert.match(said({ blocked: [{ kind: 'agent', what: 'ssh-agent' }] }), /use your ssh-agent\. Tell coder to lend it/);
  const older = [{ kind: 'socket', what: 'ssh-agent' }];
  assert.match(said({ blocked: older }), /use your ssh-agent\. Tell coder to lend it/, 'in a log from before');
  assert.match(
    said({ blocked: [{ kind: 'socket', what: 'app.sock' }] }),
    /use the socket app\.sock\. Tell coder to run it/,
  );
  const many = Array.from({ length: 5 }, () => write);
  assert.match(said({ blocked: many }), /, and 2 more\./);
  assert.deepEqual(said({ blocked: [{ kind: 'nonsense', what: 1 }, 'x'] }), '');
});

test('OUT-13 OUT-15 in compact, what the model reads about a failed check is not printed below the failure', () => {
  const text = '[coder] npm test failed (exit 1).\n\nIf your change caused it, fix it.';
  const asked: Event = {
    type: 'message-end',
    message: { role: 'user', by: 'coder', about: 'check', content: [{ type: 'text', text }] },
  };
  assert.deepEqual(draw([asked], '', STYLES.compact).text, []);
  assert.match(draw([asked]).text.join('\n'), /npm test failed/);
});
