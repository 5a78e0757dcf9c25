import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPty, type Program } from '../../fixtures/terminal.ts';
import { bundleDriver, STOPS_AND_GOES_ON, startProgram } from './pty.ts';

const pty = await loadPty();
const driver = pty && (await bundleDriver());
const skip = !pty ? 'no pseudo-terminal on this system' : process.platform !== 'linux' ? 'reads /proc' : false;

function start(columns = 80, rows = 24, environment: Record<string, string> = {}): Program {
  if (!pty || !driver) throw new Error('skipped before');
  return startProgram(pty, driver, columns, rows, environment);
}

async function prompted(environment: Record<string, string> = {}): Promise<Program> {
  const program = start(80, 24, environment);
  // The figure comes from the engine, so the engine is ready.
  await program.until(() => program.emulator.lines().at(-2)?.startsWith('context: 1200') ?? false, 'the prompt');
  return program;
}

/** Asserts that the mode bits, the paste mode, the keys and the cursor are restored. */
async function assertRestored(program: Program, code: number): Promise<void> {
  await program.until((output) => /\r\nend\r\n/.test(output), 'the end');
  const output = program.output();
  const bits = [...output.matchAll(/^([0-9a-f]+(?::[0-9a-f]+){10,})\r$/gm)].map(([, value]) => value);
  assert.equal(bits.length, 2);
  assert.equal(bits[0], bits[1]);
  for (const [on, off] of [
    ['\x1b[?2004h', '\x1b[?2004l'],
    ['\x1b[>1u', '\x1b[<u'],
    ['\x1b[?25l', '\x1b[?25h'],
  ] as const) {
    assert.ok(output.lastIndexOf(off) > output.lastIndexOf(on), `${JSON.stringify(off)} comes last`);
  }
  assert.match(output, new RegExp(`code=${code}\\r`));
  assert.doesNotMatch(output, /\x1b\[3J|\x1b\[\?1049h/);
}

const WAYS_OUT: {
  name: string;
  code: number;
  environment?: Record<string, string>;
  leave(program: Program): Promise<void> | void;
}[] = [
  { name: 'Ctrl+C at rest', code: 0, leave: (program) => program.write('\x03') },
  { name: 'Ctrl+D on an empty input', code: 0, leave: (program) => program.write('\x04') },
  {
    name: '/exit',
    code: 0,
    async leave(program) {
      await program.type('/exit');
      program.write('\r');
    },
  },
  {
    name: 'Ctrl+C twice while it streams',
    code: 130,
    async leave(program) {
      await program.type('endless');
      program.write('\r');
      await program.until((output) => output.includes('number 2'));
      program.write('\x03\x03');
    },
  },
  { name: 'SIGTERM', code: 143, leave: (program) => void process.kill(program.childPid(), 'SIGTERM') },
  { name: 'SIGHUP', code: 129, leave: (program) => void process.kill(program.childPid(), 'SIGHUP') },
  { name: 'SIGINT', code: 130, leave: (program) => void process.kill(program.childPid(), 'SIGINT') },
  {
    name: 'a second Ctrl+C while closing hangs',
    code: 130,
    environment: { TTY_FAULT: 'close' },
    async leave(program) {
      program.write('\x03');
      await program.until((output) => output.includes('Resume this session'));
      process.kill(program.childPid(), 'SIGINT');
    },
  },
  {
    name: 'a bug',
    code: 1,
    environment: { TTY_FAULT: 'throw' },
    async leave(program) {
      await program.type('hi');
      program.write('\r');
    },
  },
];

test('ESC-3 G7 the terminal is restored on every way out', { skip, concurrency: 2 }, async (context) => {
  await Promise.all(
    WAYS_OUT.map(({ name, code, environment, leave }) =>
      context.test(name, async () => {
        const program = await prompted(environment);
        await leave(program);
        await assertRestored(program, code);
        if (code !== 1) assert.match(program.output(), /Resume this session: coder --resume session-1/);
        await program.exited;
      }),
    ),
  );
});

test('G7 an engine that cannot start is reported, and coder leaves', { skip }, async () => {
  const program = start(80, 24, { TTY_FAULT: 'start' });
  await assertRestored(program, 1);
  assert.match(program.output(), /coder could not start: no such model/);
  assert.doesNotMatch(program.output(), /Error:|at .*tty-driver/);
});

test('G7 a closed terminal ends the process', { skip }, async () => {
  const program = await prompted();
  const pid = program.childPid();
  program.hangUp();
  await program.exited;
  await program.until(() => !isAlive(pid), 'the process to end');
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('IN-12 resizing while an answer streams leaves no lost, doubled or stale line', { skip }, async () => {
  const program = start(100, 30);
  await program.until(() => program.emulator.lines().at(-1)?.startsWith('[build]') ?? false, 'the prompt');
  await program.type('resized');
  program.write('\r');
  for (const [index, columns] of [80, 60, 100, 40, 120].entries()) {
    const last = `line ${(index + 1) * 10} of a list that is long enough to be wrapped by narrow windows, it is`;
    await program.until(() => squeezed(program).includes(last), last);
    await program.whileStopped(() => program.resize(columns, 30), program.childPid());
  }
  await program.until(() => squeezed(program).includes('line 60 of') && /it is \s*context/.test(squeezed(program)));
  const lines = program.emulator.lines();
  const text = lines
    .slice(lines.indexOf('[ANSWER]') + 1, -2)
    .join(' ')
    .split(/\s+/)
    .join(' ')
    .trim();
  const expected = Array.from(
    { length: 60 },
    (_, index) => `line ${index + 1} of a list that is long enough to be wrapped by narrow windows, it is`,
  );
  assert.equal(text, expected.join(' '));
  program.write('\x03');
  await program.exited;
});

test('IN-12 a window resized while the shell had the terminal has the right size after fg', { skip }, async () => {
  if (!pty || !driver) throw new Error('skipped before');
  const program = startProgram(pty, driver, 100, 30, {}, STOPS_AND_GOES_ON);
  const path = '[build] /home/app>';
  await program.until(() => program.emulator.lines().at(-1)?.startsWith(path) ?? false, 'the prompt');
  program.write('\x1a');
  await program.until(() => program.emulator.lines().at(-1) === 'stopped', 'the shell');
  program.resize(40, 30);
  program.write('\r');
  await program.until(() => program.emulator.lines().at(-1)?.startsWith(path) ?? false, 'the prompt again');
  program.write('wide words '.repeat(4));
  const rows = [`${path} wide words wide words`, ' wide words wide words'];
  await program.until(() => program.text().trimEnd().endsWith(rows.join('\n')), 'the words, wrapped at 40 columns');
  program.write('\x03\x03');
  await program.exited;
});

function squeezed(program: Program): string {
  return program.emulator.lines().join(' ').replace(/\s+/g, ' ');
}

test('IN-3 APR-1 a session in a real terminal takes a paste, an answer, an approval and a question', {
  skip,
}, async () => {
  const program = await prompted();
  const screen = () => program.emulator.lines().join('\n');
  program.write(`\x1b[200~${'粘贴 line\n'.repeat(499)}last\x1b[201~`);
  await program.until(() => screen().includes('[copy 500 lines]'));
  program.write('\x1b[27u');
  await program.until(() => !screen().includes('[copy 500 lines]'), 'an empty input');
  await program.type('approve');
  program.write('\r');
  await program.until(() => screen().includes('Allow?'));
  await new Promise((resolve) => setTimeout(resolve, 310)); // the dialogue starts to accept keys
  program.answer('n not now');
  await program.until(() => screen().includes('"why":"not now"'));
  await program.until(() => program.emulator.lines().at(-1)?.startsWith('[build]') ?? false, 'the prompt');
  program.write('\x04');
  await assertRestored(program, 0);
});

test('CLI-1 keys typed before the prompt is drawn are not lost', { skip }, async () => {
  const program = start();
  program.write('early 中文');
  await program.until(() => program.emulator.lines().at(-1) === '[build] /home/app> early 中文', 'the early keys');
  program.write('\x03\x03');
  await program.exited;
});

test('IN-12 a line and its Enter typed before coder had the keyboard are sent', { skip }, async () => {
  const program = start();
  program.write('tools\r'); // the kernel turns \r into a line feed until raw mode is on
  await program.until((output) => output.includes('Done.'), 'the answer');
  program.write('\x03\x03');
  await program.exited;
});

test('OUT-7 a terminal that understands no escape codes is sent none', { skip }, async () => {
  const program = start(80, 24, { TERM: 'dumb' });
  await program.until((output) => output.includes('[build] /home/app>'), 'the prompt');
  program.write('tools\r');
  await program.until((output) => /Done\.[\s\S]*\[build\] \/home\/app>/.test(output), 'the answer');
  program.write('\x04');
  await program.exited;
  assert.doesNotMatch(program.output(), /\x1b/);
});

test('ESC-3 Ctrl+Z is refused with a message if no shell could resume coder, and the prompt stays', {
  skip,
}, async () => {
  const program = await prompted();
  program.write('\x1a');
  await program.until(() => program.text().includes('cannot be suspended here'), 'the word about it');
  await program.type('still here');
  program.write('\x03\x03');
  await assertRestored(program, 130);
});

test('IN-12 a frame drawn before the signal of a resize has arrived fits the new window', { skip }, async () => {
  const program = await prompted();
  await program.type('hello');
  await program.whileStopped(() => {
    program.resize(40, 24);
    program.write('\r'); // a waiting key is read before a waiting signal
  }, program.childPid());
  await program.until(() => /You said: hello\s+context: /.test(program.text()), 'the answer');
  assert.equal(program.text().match(/context: /g)?.length, 1, program.text());
  program.write('\x04');
  await assertRestored(program, 0);
});
