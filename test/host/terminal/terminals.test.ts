/** Tests programs in real terminals: screens, keys, waits, exits, recordings, hidden input, descriptors. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createVtScreen } from '../../../src/host/terminal/vt-screen.ts';
import type { TerminalScreen } from '../../../src/protocol/terminal.ts';
import { createEmulator } from '../../fixtures/emulator.ts';
import { times } from '../../fixtures/long.ts';
import { until } from '../running.ts';
import { noPty, openTerminals } from './open.ts';

const { signal } = new AbortController();
const skip = noPty;
const CANARY = 'canary-Pa55word-9182';

test('PTY-1 a program runs in a terminal, and its screen is text with a cursor', { skip }, async (t) => {
  const { open } = openTerminals(t);
  const terminal = await open(
    'test -t 0 && test -t 1 && printf "tty \\033[31mred\\033[0m 汉字\\nsize "; stty size; exit 3',
  );
  assert.equal(await terminal.wait({ timeoutMs: 10_000 }, signal), 'exit');
  assert.equal(terminal.screen(), 'tty red 汉字\nsize 24 80');
  assert.equal(terminal.exitCode, 3);
  assert.deepEqual(terminal.cursor, { row: 2, column: 0 });
});

test('PTY-5 the model types, waits for a pattern in new output, and sees only what changed', { skip }, async (t) => {
  const { open } = openTerminals(t);
  const terminal = await open('while printf "> "; read line; do echo "got $line"; done');
  assert.equal(await terminal.wait({ pattern: '> $', timeoutMs: 10_000 }, signal), 'pattern');
  for (const word of ['one', 'two', 'three']) {
    terminal.markSeen();
    await terminal.type('model', `${word}\r`);
    assert.equal(await terminal.wait({ pattern: '^got \\w+\\n> ?$', timeoutMs: 10_000 }, signal), 'pattern');
    assert.equal(terminal.newText().trimEnd(), `${word}\ngot ${word}\n>`);
  }
  await terminal.type('model', '\x04');
  assert.equal(await terminal.wait({ timeoutMs: 10_000 }, signal), 'exit');
});

test('PTY-5 a wait ends on timeout, silence or cancellation, and gives up on a pattern that never ends', {
  skip,
}, async (t) => {
  const { open } = openTerminals(t);
  const terminal = await open('printf "%s!" aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; cat');
  await terminal.wait({ pattern: 'a!', timeoutMs: 10_000 }, signal);
  assert.equal(await terminal.wait({ quietMs: 50, timeoutMs: 10_000 }, signal), 'quiet');
  assert.equal(await terminal.wait({ timeoutMs: 20 }, signal), 'timeout');
  assert.equal(await terminal.wait({ timeoutMs: 10_000 }, AbortSignal.abort()), 'cancelled');
  await assert.rejects(terminal.wait({ pattern: '(a+)+$', timeoutMs: 10_000 }, signal), { code: 'slow-pattern' });
  await assert.rejects(terminal.wait({ pattern: '(', timeoutMs: 10_000 }, signal), { code: 'bad-pattern' });
});

test('PTY-5 output that waits to be read while coder is busy does not count as silence', { skip }, async (t) => {
  const { open, root } = openTerminals(t);
  const terminal = await open('echo up; until test -e go; do sleep 0.01; done; echo back; touch printed; read -r a');
  await terminal.wait({ pattern: 'up', timeoutMs: 10_000 }, signal);
  const { promise: waited, resolve } = Promise.withResolvers<Promise<string>>();
  setImmediate(() => {
    resolve(terminal.wait({ quietMs: 200, timeoutMs: 60_000 }, signal));
    // Nothing is read meanwhile, for longer than the silence that is waited for.
    writeFileSync(join(root, 'go'), '');
    const printed = 'until test -e printed; do sleep 0.01; done; sleep 0.3';
    execFileSync('sh', ['-c', printed], { cwd: root, timeout: 30_000 });
  });
  assert.equal(await waited, 'quiet');
  assert.match(terminal.screen(), /back/);
});

test('PTY-7 a timeout or a kill ends the whole process tree, and the end is reported', { skip }, async (t) => {
  const { open, terminals, events } = openTerminals(t);
  const slow = await open('sleep 1000 & trap "" TERM HUP; sleep 1000', 200);
  await slow.wait({ timeoutMs: 20_000 }, signal);
  assert.deepEqual([slow.exitCode, slow.timedOut], [124, true]);
  const killed = await open('cat');
  await killed.kill();
  assert.equal(killed.state, 'ended');
  assert.ok((killed.exitCode ?? 0) > 128);
  killed.resize({ columns: 10, rows: 5 }); // has no effect after the exit
  await killed.type('model', 'x');
  const ends = events.filter((event) => event.type === 'terminal-end').map((event) => event.exitCode);
  assert.deepEqual(ends, [124, killed.exitCode]);
  assert.deepEqual(
    terminals.takeEnded().map(({ id }) => id),
    ['term1', 'term2'],
  );
});

test('PTY-8 the recording plays back to the same final screen, through resizes and a flood', { skip }, async (t) => {
  const { open } = openTerminals(t);
  const terminal = await open(
    'stty -echo; printf "\\033[32mgreen\\033[0m 汉字 é\\n"; read a; seq 1 30000; printf "\\033[2;5Hmoved"; read b',
  );
  await terminal.wait({ pattern: 'green', timeoutMs: 10_000 }, signal);
  terminal.resize({ columns: 60, rows: 15 });
  await terminal.type('model', 'go\r');
  await terminal.wait({ pattern: 'moved', timeoutMs: 20_000 }, signal);
  const screen = terminal.screen();
  await terminal.type('person', '\r');
  await terminal.wait({ timeoutMs: 10_000 }, signal);

  const [head, ...lines] = readFileSync(terminal.recording, 'utf8').trimEnd().split('\n');
  const header = JSON.parse(head ?? '') as { version: number; width: number; height: number };
  assert.deepEqual([header.version, header.width, header.height], [2, 80, 24]);
  const player = createEmulator(header.width, header.height);
  const input: string[] = [];
  for (const line of lines) {
    const [, code, data] = JSON.parse(line) as [number, string, string];
    if (code === 'o') await player.write(data);
    else if (code === 'r') player.resize(Number(data.split('x')[0]), Number(data.split('x')[1]));
    else input.push(`${code} ${data}`);
  }
  assert.deepEqual(input, ['m model', 'i go\r', 'm person', 'i \r']);
  assert.equal(terminal.screen().trimEnd(), player.screen().join('\n').trimEnd());
  assert.match(screen, /moved/);
  assert.match(readFileSync(terminal.savedPath ?? '', 'utf8'), /\r\n29999\r\n30000/);
});

test('PTY-10 echo off is read from the terminal itself, and raw mode is not mistaken for it', { skip }, async (t) => {
  const { open } = openTerminals(t);
  const password = await open('read -rsp "Word: " word; echo; echo done; read -r line');
  await password.wait({ pattern: 'Word: $', timeoutMs: 10_000 }, signal);
  assert.equal(await password.isHidden(), true);
  await password.type('person', 'secret\r');
  await password.wait({ pattern: 'done', timeoutMs: 10_000 }, signal);
  assert.equal(await password.isHidden(), false);
  const raw = await open('stty raw -echo; printf ready; dd bs=1 count=1 2>/dev/null');
  await raw.wait({ pattern: 'ready', timeoutMs: 10_000 }, signal);
  assert.equal(await raw.isHidden(), false);
});

for (const share of ['redact', 'none'] as const) {
  test(`PTY-6 PTY-10 with ${share}, a hidden word reaches neither the screen, the output, the recording nor the model`, {
    skip,
  }, async (t) => {
    const { open } = openTerminals(t, share);
    const terminal = await open(
      'read -rsp "Word: " word; printf "\\nit is %s!\\n" "$word"; read -r line; echo "line $line"',
    );
    await terminal.wait({ pattern: 'Word: $', timeoutMs: 10_000 }, signal);
    for (const key of `${CANARY}\r`) await terminal.type('person', key);
    await terminal.wait({ pattern: 'it is', timeoutMs: 10_000 }, signal);
    await terminal.type('person', 'shown\r');
    await terminal.wait({ timeoutMs: 10_000 }, signal);
    const typed = terminal.takeTyped();
    assert.equal(typed, share === 'redact' ? '[hidden]shown\r' : '');
    const all = [
      terminal.screen(),
      readFileSync(terminal.savedPath ?? '', 'utf8'),
      readFileSync(terminal.recording, 'utf8'),
    ];
    assert.match(all[0] ?? '', /it is \*{20}!/);
    assert.equal(all.join('\n').includes(CANARY), false);
    assert.equal(all.join('\n').includes('Pa55'), false);
  });
}

test('PTY-6 with share_input all, the person’s typing is shared unchanged', { skip }, async (t) => {
  const { open } = openTerminals(t);
  const terminal = await open('read -rsp "Word: " word; echo');
  await terminal.wait({ pattern: 'Word: $', timeoutMs: 10_000 }, signal);
  await terminal.type('person', `${CANARY}\r`);
  await terminal.wait({ timeoutMs: 10_000 }, signal);
  assert.equal(terminal.takeTyped(), `${CANARY}\r`);
  assert.match(readFileSync(terminal.recording, 'utf8'), new RegExp(CANARY));
});

test('PTY-2 screens are reported with styles once a size was given, and unchanged rows stay the same objects', {
  skip,
}, async (t) => {
  const { open, terminals, screen } = openTerminals(t);
  terminals.resize(undefined, { columns: 40, rows: 10 });
  const terminal = await open(
    'printf "\\033[1;31mbold\\033[0m\\n\\033[38;2;1;2;3mrgb\\033[0m\\n"; read a; printf "third\\n"; read b',
  );
  const first = await screen((each) => rowsOf(each).includes('rgb'));
  assert.deepEqual(first.lines[0], [{ text: 'bold', color: 1, style: ['bold'] }]);
  assert.deepEqual(first.lines[1], [{ text: 'rgb', color: '#010203' }]);
  await terminal.type('person', '\r');
  const last = await screen((each) => rowsOf(each).includes('third'));
  assert.equal(last.lines[0], first.lines[0]);
  assert.equal(last.typed, 'person');
  assert.deepEqual([last.columns, last.rows], [40, 10]);
});

test('PTY-4 the view scrolls back without affecting the program', { skip }, async (t) => {
  const { open, terminals, screen } = openTerminals(t);
  terminals.resize(undefined, { columns: 40, rows: 5 });
  const terminal = await open('seq 1 50; read a');
  await terminal.wait({ pattern: '^50$', timeoutMs: 10_000 }, signal);
  terminals.scroll(terminal.id, 10);
  const scrolled = await screen(({ back }) => back > 0);
  assert.equal(scrolled.back, 10);
  assert.deepEqual(scrolled.lines[0], [{ text: '37' }]);
});

function rowsOf({ lines }: TerminalScreen): string[] {
  return lines.map((line) => line.map(({ text }) => text).join(''));
}

test('G6 opening and closing terminals leaks no descriptor, even if the folder is missing', {
  skip: skip || !hasProc(),
}, async (t) => {
  const { open, terminals } = openTerminals(t);
  const cycle = async () => {
    const terminal = await open('exit 0');
    terminal.resize({ columns: 50, rows: 10 });
    await terminal.ended;
    const lost = await terminals.open({ line: 'exit 0', cwd: '/nowhere/at/all', timeoutMs: 0, by: 'model' });
    await lost.ended;
    assert.notEqual(lost.exitCode, 0);
  };
  for (let round = 0; round < 5; round += 1) await cycle();
  const before = descriptors();
  for (let round = 0; round < times({ long: 100, short: 12 }); round += 1) await cycle();
  await until(descriptors, (count) => count <= before); // a last look at a terminal's mode may still be under way
});

function descriptors(): number {
  return readdirSync('/proc/self/fd').length;
}

function hasProc(): boolean {
  try {
    return descriptors() > 0;
  } catch {
    return false; // no such file system here
  }
}

test('SECRET-4 for a model, a secret is hidden even where the terminal wraps its line, and other rows stay', async () => {
  const hide = (text: string) => text.replaceAll('hunter2-value', '[secret:X.0001]');
  const vt = await createVtScreen({ size: { columns: 20, rows: 6 }, scrollback: 9, reply: () => {}, hide });
  await vt.write(Buffer.from('one\r\nthe password is hunter2-value.\r\na line that is only long\r\nhunter2-value'));
  assert.equal(vt.told(), 'one\nthe password is [secret:X.0001].\n\na line that is only \nlong\nhunter2-value'); // one row is masked later
  assert.equal(vt.text().rows[1], 'the password is hunt');
});
