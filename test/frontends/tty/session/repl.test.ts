import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_KEYMAP, parseKeymap } from '../../../../src/frontends/tty/input/keymap.ts';
import { readerDisplay } from '../../../../src/frontends/tty/screen/display.ts';
import { createTheme } from '../../../../src/frontends/tty/screen/theme.ts';
import { createRepl } from '../../../../src/frontends/tty/session/repl.ts';
import { createStreamView } from '../../../../src/frontends/tty/session/stream-view.ts';
import type { AgentHandle } from '../../../../src/protocol/agent.ts';
import { en } from '../../../../src/words/en.ts';
import { createHarness } from '../harness.ts';

const PROMPT = ['context: 1200 tokens · model: scripted · 13 % of 9k', '[build] /home/app> '];

test('IN-1 the two lines of the prompt are drawn before anything else, with the cursor after them', async () => {
  const { emulator, until } = await createHarness();
  await until(() => emulator.lines()[0] === PROMPT[0]);
  assert.deepEqual(emulator.screen().slice(0, 3), [...PROMPT, '']);
  assert.deepEqual(emulator.cursor(), { x: 19, y: 1 });
});

test('OUT-3 OUT-5 OUT-6 an answer with thinking is drawn at 80 columns', async () => {
  const { emulator, say } = await createHarness(80);
  await say('answer');
  assert.deepEqual(emulator.lines(), [
    '[build] /home/app> answer',
    '',
    '[THINK]',
    'Look at the request first.',
    'Then answer.',
    '',
    '[ANSWER]',
    'Plan',
    '',
    'The renderer writes finished lines once and keeps live rows below. 中文也要正确',
    '折行，宽字符占两列，标点不在行首。',
    '',
    '- first item with enough words to wrap at forty columns',
    '- second item',
    '',
    'const answer: number = 42;',
    '',
    'name   width',
    '-----  -----',
    'ascii  1',
    '汉字   2',
    '',
    'Done.',
    '',
    ...PROMPT,
  ]);
});

test('OUT-6 the same answer at 40 columns wraps words and Chinese', async () => {
  const { emulator, say } = await createHarness(40);
  await say('answer');
  assert.deepEqual(emulator.lines().slice(7, 18), [
    'Plan',
    '',
    'The renderer writes finished lines once',
    'and keeps live rows below. 中文也要正确',
    '折行，宽字符占两列，标点不在行首。',
    '',
    '- first item with enough words to wrap',
    '  at forty columns',
    '- second item',
    '',
    'const answer: number = 42;',
  ]);
});

test('OUT-3 OUT-4 TODO-3 tools show their name, result, time, diff, output and todos', async () => {
  const { emulator, say, written } = await createHarness();
  await say('tools');
  assert.deepEqual(emulator.lines().slice(0, -2), [
    '[build] /home/app> tools',
    '',
    '[tool] read src/a.ts',
    '  ok src/a.ts 2 lines 3ms',
    '[tool] edit src/a.ts',
    '  ok src/a.ts +1 -1 12ms',
    '--- a/src/a.ts',
    '+++ b/src/a.ts',
    '@@ -1,2 +1,2 @@',
    '-const a = 1;',
    '+const a = 2;',
    ' export { a };',
    '[bash] npm test',
    '100%',
    'all fine',
    '  ok 1.5s',
    '[tool] read missing.ts',
    '  failed: No such file: missing.ts 1ms',
    '',
    '  [x] read the code',
    '  [>] write the test',
    '  [ ] ship it',
    '',
    '[ANSWER]',
    'Done.',
    '',
  ]);
  for (const coloured of [
    '\x1b[34m[tool] read src/a.ts',
    '\x1b[32m+const a = 2;',
    '\x1b[31m-const a = 1;',
    '\x1b[2m@@ -1,2',
    '\x1b[36m  [x]',
    '\x1b[33m  [>]',
    '\x1b[31m  failed',
  ]) {
    assert.ok(written().includes(coloured), JSON.stringify(coloured));
  }
});

test('OUT-11 OSC 133 marks prompts, input and output', async () => {
  const { say, written } = await createHarness();
  await say('hello');
  assert.match(written(), /\x1b\]133;A\x07\x1b\[32m\[build\] \/home\/app> \x1b\[m\x1b\]133;B\x07hello\x1b\]133;C\x07/);
});

test('IN-11 Enter queues messages while a turn runs, and the queue is sent when the turn ends', async () => {
  const { type, agent, until, screen, repl } = await createHarness();
  type('hang\r');
  await until(() => screen().includes('[bash] sleep 1000'));
  type('second message\r');
  await until(() => screen().includes('queued: second message'));
  assert.deepEqual(agent.ops, [{ type: 'submit', text: 'hang' }]);
  agent.ops.length = 0;
  // The engine ends the turn on its own.
  await agent.send({ type: 'cancel' });
  await until(() => !repl.isBusy && screen().includes('You said: second message'));
  assert.deepEqual(agent.ops, [{ type: 'cancel' }, { type: 'submit', text: 'second message' }]);
  assert.ok(!screen().includes('queued'));
});

test('IN-11 Enter on an empty input steers the running turn with the oldest queued message', async () => {
  const { type, agent, until, screen, repl } = await createHarness();
  type('steer\r');
  await until(() => screen().includes('[bash] sleep 1'));
  type('/later\r');
  type('use pnpm\r');
  type('\r');
  await until(() => screen().includes('Steered by: use pnpm'));
  assert.deepEqual(agent.ops.slice(0, 2), [
    { type: 'submit', text: 'steer' },
    { type: 'steer', text: 'use pnpm' },
  ]);
  await until(() => !repl.isBusy);
});

test('IN-11 Up on an empty input returns the last queued message to the line', async () => {
  const { type, feed, until, screen, agent } = await createHarness();
  type('hang\r');
  await until(() => screen().includes('[bash] sleep 1000'));
  type('one\r');
  type('two\r');
  feed('\x1b[A');
  await until(() => screen().includes('[build] /home/app> two') && !screen().includes('queued: two'));
  assert.ok(screen().includes('queued: one'));
  await agent.send({ type: 'cancel' });
});

test('ESC-1 IN-11 Esc cancels with exactly two lines and returns the queue to the line', async () => {
  const { type, feed, until, screen, emulator, agent, repl } = await createHarness(120);
  type('hang\r');
  await until(() => screen().includes('[bash] sleep 1000'));
  type('queued words\r');
  feed('\x1b');
  await until(() => !repl.isBusy);
  assert.ok(agent.ops.some(({ type }) => type === 'cancel'));
  const lines = emulator.lines();
  const at = lines.indexOf('Cancelled by ESC');
  assert.equal(
    lines[at + 1],
    'Stopped model stream and tool execution; todo state remains unchanged unless a tool had already completed.',
  );
  assert.equal(lines.at(-1), '[build] /home/app> queued words');
  assert.equal(lines.filter((line) => line === 'Cancelled by ESC').length, 1);
});

for (const name of ['endless', 'hang', 'approve', 'questions', 'retry']) {
  test(`ESC-1 ESC-2 Esc during ${name} leads back to the prompt, and the next turn runs`, async () => {
    const { type, feed, until, screen, emulator, repl, say } = await createHarness(100, 30);
    type(`${name}\r`);
    const seen =
      {
        endless: 'number 2',
        hang: 'sleep 1000',
        approve: 'Allow?',
        questions: '[Question 1/2]',
        retry: 'Retry 1 of 3',
      }[name] ?? '';
    await until(() => screen().includes(seen));
    feed('\x1b');
    await until(() => !repl.isBusy);
    if (name === 'questions') assert.ok(screen().includes('"answers":null'));
    else assert.equal(emulator.lines().filter((line) => line === 'Cancelled by ESC').length, 1);
    await say('hello');
    assert.ok(screen().includes('You said: hello'));
    assert.equal(emulator.lines().at(-2), PROMPT[0]);
  });
}

test('ESC-1 an interrupted answer is marked as such', async () => {
  const { type, feed, until, screen, emulator, repl } = await createHarness();
  type('endless\r');
  await until(() => screen().includes('number 2'));
  feed('\x1b');
  await until(() => !repl.isBusy);
  assert.ok(emulator.lines().includes('[interrupted]'));
});

test('IN-2 IN-4 a blank line is not sent; Tab on an empty input toggles plan and back', async () => {
  const { type, feed, until, screen, agent, repl } = await createHarness();
  type('  \r');
  feed('\x1b');
  feed('\t');
  await until(() => screen().includes('[plan] /home/app>') && agent.ops.length === 1);
  feed('\t');
  await until(() => screen().includes('[build] /home/app>') && agent.ops.length === 2);
  assert.deepEqual(agent.ops, [
    { type: 'submit', text: '/mode plan' },
    { type: 'submit', text: '/mode build' },
  ]);
  await until(() => !repl.isBusy);
  assert.ok(!screen().includes('mode: '));
});

test('IN-3 a paste of 500 lines shows its label and is sent in full', async () => {
  const { type, feed, agent, emulator, until, repl } = await createHarness();
  const pasted = Array.from({ length: 500 }, (_, index) => `line ${index} 中文`).join('\n');
  type('before ');
  feed(`\x1b[200~${pasted}\x1b[201~`);
  type(' after');
  await until(() => emulator.lines().at(-1) === '[build] /home/app> before [copy 500 lines] after');
  type('\r');
  await until(() => agent.ops.length === 1 && !repl.isBusy);
  assert.deepEqual(agent.ops, [{ type: 'submit', text: `before ${pasted} after` }]);
});

test('IN-12 the cursor is at the caret after Chinese and emoji', async () => {
  const { type, feed, emulator, until } = await createHarness();
  type('中文a');
  feed('\x1b[D');
  await until(() => emulator.cursor().x === 19 + 4);
  feed('👍🏽');
  await until(() => emulator.cursor().x === 19 + 6);
});

test('OUT-1 the scrollback of 200 turns is the transcript, line for line', async () => {
  const { emulator, say } = await createHarness(60, 12);
  const expected: string[] = [];
  for (let turn = 0; turn < 200; turn += 1) {
    await say(`say ${turn}`);
    expected.push(`[build] /home/app> say ${turn}`, '', '[ANSWER]', `You said: say ${turn}`, '');
  }
  assert.deepEqual(emulator.lines(), [...expected, ...PROMPT]);
});

test('IN-12 resizing while an answer streams leaves no lost, doubled or stale line', async () => {
  const { emulator, type, resize, until, repl, screen } = await createHarness(100, 24);
  type('lines 40\r');
  const widths = [80, 60, 100, 40, 120, 50, 100];
  for (const [index, columns] of widths.entries()) {
    await until(() =>
      screen()
        .replace(/\s+/g, ' ')
        .includes(`line ${(index + 1) * 5} of`),
    );
    resize(columns, 24);
  }
  await until(() => !repl.isBusy);
  const words = emulator.lines().slice(3, -2).join(' ').split(/\s+/).join(' ').trim();
  const expected = Array.from(
    { length: 40 },
    (_, index) => `line ${index + 1} of a list that is long enough to be wrapped by narrow windows, it is`,
  );
  assert.equal(words, expected.join(' '));
  assert.equal(screen().match(/context: /g)?.length, 1);
});

test('ESC-3 Ctrl+C and Ctrl+D on an empty input and /exit leave', async () => {
  const { type, feed, exitCodes } = await createHarness();
  type('text');
  feed('\x04');
  type('\x1b');
  feed('\x04');
  feed('\x03');
  type('/exit\r');
  assert.deepEqual(exitCodes, [0, 0, 0]);
});

for (const [leave, again] of [
  ['/exit\r', '/exit\r'],
  ['exit\r', 'y'],
  ['\x04', '\x04'],
  ['\x03', '\x03'],
] as const) {
  const name = `${JSON.stringify(leave)} asks once if programs would end with coder; ${JSON.stringify(again)} then leaves`;
  test(`ESC-3 PTY-7 ${name}`, async () => {
    const { type, agent, until, screen, exitCodes, wait } = await createHarness();
    const asks = () => screen().includes('2 programs are still running: npm run dev; term1: vim notes.md.');
    const open = { type: 'terminal-start', id: 'term1', command: 'vim notes.md', by: 'person', share: 'all' } as const;
    agent.emit({ ...open, columns: 80, rows: 24 });
    agent.programs = ['npm run dev', 'term1: vim notes.md'];
    type(leave);
    await until(asks);
    wait(1000);
    type('n');
    await until(() => !asks());
    assert.deepEqual(exitCodes, [], 'no means to stay');
    type(leave);
    await until(asks);
    wait(1000);
    type(again);
    await until(() => exitCodes.length === 1);
  });
}

test('ESC-3 Ctrl+C twice within a second leaves without an answer; a program that has ended meanwhile is not asked about', async () => {
  const { feed, agent, until, screen, exitCodes } = await createHarness();
  agent.emit({ type: 'state-change', change: { jobs: 1 } });
  feed('\x04');
  await until(() => exitCodes.length === 1);
  agent.programs = ['npm run dev'];
  feed('\x03');
  await until(() => screen().includes('1 program is still running: npm run dev. Leave and end it?'));
  feed('\x03');
  assert.deepEqual(exitCodes, [0, 130]);
});

test('ESC-4 Esc at rest names what runs in the background, and a second one ends it', async () => {
  const { type, feed, agent, until, screen } = await createHarness(120);
  agent.emit({ type: 'state-change', change: { jobs: 1 } });
  agent.programs = ['npm run dev'];
  const named = () => screen().split('Still running in the background: npm run dev (Esc again ends it').length - 1;
  const ended = () => agent.ops.filter((op) => op.type === 'cancel').length;
  type('a draft');
  feed('\x1b');
  feed('\x1b');
  await until(() => named() === 1);
  type('x');
  feed('\x1b');
  feed('\x1b');
  await until(() => named() === 2);
  assert.equal(ended(), 0);
  feed('\x1b');
  await until(() => ended() === 1);
});

test('ESC-3 IN-5 Ctrl+C clears a draft, which Up brings back; twice within a second it leaves', async () => {
  const { type, feed, emulator, until, exitCodes, wait } = await createHarness();
  type('a draft');
  feed('\x03');
  await until(() => emulator.lines().at(-1)?.trimEnd() === '[build] /home/app>');
  assert.deepEqual(exitCodes, []);
  feed('\x1b[A');
  await until(() => emulator.lines().at(-1) === '[build] /home/app> a draft');
  wait(1000);
  feed('\x03');
  feed('\x03');
  assert.deepEqual(exitCodes, [130]);
});

test('ESC-1 Ctrl+C cancels the running turn, as Esc does', async () => {
  const { type, feed, screen, until, repl, exitCodes } = await createHarness();
  type('endless\r');
  await until(() => screen().includes('number 2'));
  feed('\x03');
  await until(() => !repl.isBusy && screen().includes('Cancelled by ESC'));
  assert.deepEqual(exitCodes, []);
});

test('ESC-1 IN-7 cancelling can be moved from Esc to another key', async () => {
  const { keymap } = parseKeymap({ escape: null, 'ctrl+q': 'escape' });
  const { type, feed, screen, until, repl, agent } = await createHarness(80, 24, { keymap });
  type('endless\r');
  await until(() => screen().includes('number 2'));
  feed('\x1b');
  assert.deepEqual(
    agent.ops.filter(({ type }) => type === 'cancel'),
    [],
  );
  feed('\x11');
  await until(() => !repl.isBusy && screen().includes('Cancelled by ESC'));
});

test('OUT-11 OUT-14 a screen reader hears the first prompt once, after the messages of the start and without unknown figures', async () => {
  let output = '';
  const theme = createTheme('plain');
  const messages = en.screen;
  const engine = Promise.withResolvers<AgentHandle>();
  const repl = createRepl({
    screen: { size: () => ({ columns: 80, rows: 24 }), display: readerDisplay((text) => void (output += text)) },
    theme,
    messages,
    status: { mode: 'build', model: '…', cwd: '/home/app', context: { tokens: 0, estimated: true } },
    late: {
      agent: engine.promise,
      view: Promise.resolve(createStreamView(theme, messages)),
      completer: new Promise(() => {}),
    },
    keymap: () => DEFAULT_KEYMAP,
    now: () => 0,
    program: { leave() {}, suspend() {}, openEditor: async () => undefined },
  });
  repl.paint();
  await new Promise((next) => setImmediate(next));
  repl.paint();
  repl.event({ type: 'notice', level: 'warn', view: { title: 'No key.' }, seq: 0, at: 0 });
  repl.event({ type: 'state-change', change: { model: 'offline' }, seq: 1, at: 0 });
  engine.resolve({ send: async () => {}, settled: async () => {} });
  await engine.promise;
  await new Promise((next) => setImmediate(next));
  repl.paint();
  assert.equal(output, 'No key.\r\n\r\ncontext: … tokens · model: offline\r\n[build] /home/app> ');
});

test('OUT-11 a screen reader hears lines in order, and no repaint', async () => {
  const { say, type, written, until } = await createHarness(80, 24, { reader: true });
  await say('tools');
  type('ab');
  type('\x7f');
  await until(() => written().endsWith('b\b \b'));
  assert.doesNotMatch(written(), /\x1b\[[0-9;?]*[A-HJKSThl]/);
  assert.match(written(), /app> tools\r\n\r\n\x1b\[34m\[tool\] read src\/a\.ts[\s\S]*\[ANSWER\]\x1b\[m\r\nDone\./);
});

test('the front end speaks Chinese if asked to', async () => {
  const { type, until, screen } = await createHarness(100, 24, { lang: 'zh-CN' });
  type('approve\r');
  await until(() => screen().includes('需要审批: [bash]') && screen().includes('是否允许？'));
});

test('CLI-1 in a Chinese conversation the titles of calls are Chinese', async () => {
  const { repl, until, screen } = await createHarness(100, 24, { lang: 'zh-CN' });
  const call = { id: 'c', name: 'grep', arguments: '{}' };
  const fact = { is: 'search', pattern: 'TODO', where: 'src' } as const;
  repl.event({ type: 'call-start', call, view: { title: 'TODO in src', fact }, seq: 0, at: 0 });
  const view = { title: 'TODO in src: 3 matches', fact: { ...fact, matches: 3 } };
  repl.event({
    type: 'call-end',
    callId: 'c',
    outcome: { status: 'ok', result: {} },
    view,
    durationMs: 1,
    seq: 1,
    at: 0,
  });
  await until(() => screen().includes('grep TODO（在 src 中）') && screen().includes('TODO（在 src 中）：3 处匹配'));
});

test('IN-9 the menu opens under the input, moves, completes and closes', async () => {
  const { type, feed, emulator, until } = await createHarness();
  type('/mo');
  await until(() => emulator.lines().some((line) => line.startsWith('> /mode ')));
  assert.deepEqual(emulator.lines().slice(-3), [
    '[build] /home/app> /mo',
    '> /mode   show or switch the mode',
    '  /model  show or switch the model',
  ]);
  feed('\x1b[B');
  await until(() => emulator.lines().at(-1)?.startsWith('> /model') ?? false);
  feed('\t');
  await until(() => emulator.lines().some((line) => line.startsWith('[build] /home/app> /model ')));
  feed('\x1b');
  await until(() => emulator.lines().at(-1)?.startsWith('[build] /home/app> /model') ?? false);
});

test('IN-8 the vim mode is shown in the prompt area', async () => {
  const { type, feed, emulator, until } = await createHarness();
  type('/vim\r');
  await until(() => emulator.lines().at(-1) === '-- INSERT --');
  type('hello');
  feed('\x1b');
  await until(() => emulator.lines().at(-1) === '-- NORMAL --');
  assert.equal(emulator.lines().at(-2), '[build] /home/app> hello');
  assert.equal(emulator.cursor().x, 19 + 4);
});

test('OUT-1 a command of the terminal itself is in the scrollback, with its answer', async () => {
  const { emulator, type, until } = await createHarness(80);
  type('/copy\r');
  await until(() => emulator.lines().length > 3);
  assert.deepEqual(emulator.lines().slice(0, -2), ['[build] /home/app> /copy', 'There is no answer to copy yet.', '']);
});

test('OUT-12 /style says which style is on, and names an unknown one', async () => {
  const { emulator, type, until } = await createHarness(80);
  const shows = (line: string) => until(() => emulator.lines().includes(line));
  type('/style\r');
  await shows('style: full. /style NAME switches; styles: compact, full.');
  type('/style foo\r');
  await shows('Unknown style: foo. Styles: compact, full.');
  type('/style compact\r');
  await shows('style: compact. To keep it, set ui.style in your settings.');
  type('/style\r');
  await shows('style: compact. /style NAME switches; styles: compact, full.');
});

test('OUT-9 the live line shows what runs, for how long, how many tokens and how to stop it', async () => {
  const { type, until, screen, wait, repl, agent } = await createHarness(60, 24);
  type('hang\r');
  await until(() => screen().includes('bash sleep 1000 · Esc to cancel'));
  wait(65_000);
  repl.event({ type: 'thinking-delta', text: 'x'.repeat(400), seq: 0, at: 0 });
  await until(() => screen().includes('thinking · 1m05s · 100 tokens · Esc to cancel'));
  const call = { id: 'long', name: 'bash', arguments: '{}' };
  repl.event({ type: 'call-start', call, view: { title: 'y'.repeat(200) }, seq: 1, at: 0 });
  await until(() => /bash y+… · 1m05s · 100 tokens · Esc to cancel/.test(screen()));
  await agent.send({ type: 'cancel' });
});

test('H8 IN-12 the smallest windows and many resizes do not crash the front end', async () => {
  const { type, feed, wait, resize, until, repl, agent } = await createHarness(1, 1);
  type('answer\r');
  await until(() => !repl.isBusy);
  type('approve\r');
  await until(() => agent.ops.length === 2);
  for (let round = 0; round < 300; round += 1) resize(1 + ((round * 7) % 40), 1 + ((round * 3) % 12));
  wait(301);
  type('always\r');
  resize(2, 2);
  feed('\x1b');
  await until(() => !repl.isBusy);
  type('/mo 中文');
  resize(3, 5);
  resize(80, 24);
  feed('\x1b');
  feed('\x1b');
  type('\x15tools\r');
  await until(() => !repl.isBusy);
});

test('IN-12 a resize while another program has the screen writes nothing', async () => {
  const { repl, resize, written } = await createHarness();
  repl.pause();
  const before = written();
  resize(60, 20);
  assert.equal(written(), before);
  repl.resume();
  assert.notEqual(written(), before);
});

test('CMD-1 ! alone switches to shell mode: lines are shell commands, / is still for coder; Esc or ! leads back', async () => {
  const { type, feed, emulator, until, agent, repl } = await createHarness();
  const sent = (): string[] => agent.ops.flatMap((op) => (op.type === 'submit' ? [op.text] : []));
  type('!\r');
  await until(() => emulator.lines().at(-1)?.trimEnd() === '[build] /home/app!');
  type('ls -la\r');
  await until(() => !repl.isBusy);
  type('/help\r');
  await until(() => !repl.isBusy);
  assert.deepEqual(sent(), ['! ls -la', '/help']);
  assert.ok(emulator.lines().includes('[build] /home/app! ls -la'), 'the mark is shown once');
  type('draft');
  feed('\x1b');
  await until(() => emulator.lines().at(-1)?.trimEnd() === '[build] /home/app!');
  feed('\x1b');
  await until(() => emulator.lines().at(-1)?.trimEnd() === '[build] /home/app>');
  type('!\r');
  type('!\r');
  type('hello\r');
  await until(() => !repl.isBusy);
  assert.equal(sent().at(-1), 'hello');
});

test('OUT-14 the prompts of plan, auto-edit and yolo have different colours', async () => {
  const { repl, written, until } = await createHarness();
  for (const [mode, colour] of [
    ['plan', 34],
    ['auto-edit', 33],
    ['yolo', 31],
    ['build', 32],
  ] as const) {
    repl.event({ type: 'state-change', change: { mode }, seq: 0, at: 0 });
    await until(() => written().includes(`\x1b[${colour}m[${mode}] /home/app> `));
  }
});
