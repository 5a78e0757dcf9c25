/** Person and model at one terminal: passwords, REPLs, editors, exits, kills, resizes, and what remains of them. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { call, say } from '../fixtures/model-server.ts';
import { lacks } from '../fixtures/programs.ts';
import { bareOnly } from '../fixtures/run-coder.ts';
import { noPty, startCoder } from './terminal.ts';

const CANARY = 'canary-Pa55word-4711';
const HOME = '\x1b[H';
const UP = '\x1b[A';
const skip = noPty;

function without(...programs: string[]): string | false {
  return skip || lacks(...programs);
}

const bash = (command: string, more: object = {}) => call('bash', { command, interactive: true, ...more });
const terminal = (args: object) => call('terminal', { id: 'term1', ...args });
const LOGIN =
  'read -rsp "Password: " word; echo; printf "word %s of %s\\n" "$word" "${#word}"; read -rp "Continue? [y/n] " answer; echo "answer $answer"';

test('PTY-1 PTY-6 PTY-10 the person types a password, the model answers y; with redact the password appears nowhere', {
  skip,
}, async (t) => {
  const coder = await startCoder(t, {
    settings: { pty: { share_input: 'redact' } },
    scripts: [bash(LOGIN), terminal({ action: 'write', text: 'y\n' }), say('Logged in.')],
  });
  await coder.say('log in');
  await coder.untilPanel();
  await coder.untilText('Password: ');
  await coder.untilText('keyboard: you, hidden');
  assert.match(coder.text(), /hidden input stays here/);
  coder.write(UP);
  await coder.until(() => coder.emulator.cursor().y === 22, 'the focus on the line');
  coder.write(CANARY);
  await coder.untilText('> ••••••••••••••••••••');
  coder.write('\r');
  await coder.untilText('Continue?');
  await coder.untilText('Ctrl+] hands over'); // a fast typist would be ahead of the call that starts to wait
  assert.equal(coder.model.requests.length, 1, 'the call waits for the person');
  coder.write('\x1d'); // Ctrl+] hands the rest over to the model
  await coder.untilText('Logged in.');
  const [started, ended] = coder.results();
  assert.deepEqual([started?.['waited_for'], started?.['typed_by_person']], ['hand-over', '[hidden]']);
  assert.deepEqual([ended?.['state'], ended?.['exit_code'], ended?.['changed']], ['ended', 0, 'y\nanswer y']);
  assert.match(coder.text(), /word \*{20} of 20/);
  await coder.quit();
  const everything = [
    coder.output(),
    ...coder.model.requests.map(({ body }) => body),
    ...filesOf(coder.path),
    ...filesOf(coder.home),
  ];
  assert.deepEqual(
    everything.filter((text) => text.includes(CANARY)),
    [],
  );
});

const ASK =
  'read -rsp "Password: " p; echo; sleep 0.5; read -rp "Continue? [y/n] " a; echo "answer=$a of ${#p}"; exit 7';

for (const style of ['compact', 'full']) {
  test(`PTY-11 a call waits while the program asks the person, and its end reaches the model in the same turn: ${style}`, {
    skip,
  }, async (t) => {
    const coder = await startCoder(t, { scripts: [bash(ASK), say('It ended.')], settings: { ui: { style } } });
    await coder.say('run it');
    await coder.untilPanel();
    await coder.untilText('Ctrl+] hands over');
    coder.write('hunter2\r');
    await coder.untilText('Continue?');
    coder.write('y\r');
    await coder.untilText('It ended.');
    assert.equal(coder.model.requests.length, 2);
    const [result] = coder.results();
    assert.deepEqual([result?.['state'], result?.['exit_code'], result?.['waited_for']], ['ended', 7, 'exit']);
    assert.match(coder.model.requests[1]?.body ?? '', /answer=y of 7.*ended, exit 7/);
    assert.equal(coder.text().split('answer=y of 7').length, 2, 'its last screen stands there once');
    assert.doesNotMatch(coder.text(), /told with your next message/);
  });
}

test('PTY-11 ESC-4 on Esc while a call waits for the person the program keeps running and is named; the second Esc ends it', {
  skip,
}, async (t) => {
  const coder = await startCoder(t, { scripts: [bash(ASK), say('Not reached.')] });
  await coder.say('run it');
  await coder.untilPanel();
  await coder.untilText('Ctrl+] hands over');
  coder.write(HOME);
  await coder.untilText('Esc to cancel');
  coder.write('\x1b');
  await coder.untilText(/Still running in the background: term1: read/);
  assert.equal(coder.model.requests.length, 1);
  coder.write('\x1b');
  await coder.untilText(/term1 ended: exit \d+ after .*told with your next message/s);
});

test('PTY-11 a model that asked to drive the program itself is not kept waiting', { skip }, async (t) => {
  const coder = await startCoder(t, {
    scripts: [
      bash('read -rp "Name? " name; echo "hello $name"', { background: true }),
      terminal({ action: 'write', text: 'you\n' }),
      say('Greeted.'),
    ],
  });
  await coder.say('greet');
  await coder.untilText('Greeted.');
  assert.match(String(coder.results()[1]?.['changed']), /hello you/);
});

test('PTY-6 by default the person’s typing is shared with the model, and the panel states it', { skip }, async (t) => {
  const coder = await startCoder(t, {
    scripts: [bash(LOGIN), say('Seen.')],
  });
  await coder.say('log in');
  await coder.untilPanel();
  await coder.untilText('keyboard: you, hidden');
  await coder.untilText('the model sees this too');
  coder.write(`hunter2\r`);
  await coder.untilText('Continue?');
  await coder.untilText('Ctrl+] hands over');
  coder.write('\x1d');
  coder.write(HOME);
  await coder.untilText('Seen.');
  const typed = coder.results().flatMap((result) => result['typed_by_person'] ?? []); // in whichever result came next
  assert.deepEqual(typed, ['hunter2\r']);
});

test('PTY-5 the model drives python3 through three inputs', { skip: without('python3') }, async (t) => {
  const python = { PYTHON_BASIC_REPL: '1', PYTHONSTARTUP: '' };
  const coder = await startCoder(t, {
    env: python,
    scripts: [
      bash('python3 -q'),
      terminal({ action: 'wait', pattern: '>>> ', timeout_ms: 20_000 }),
      terminal({ action: 'write', text: '6 * 7\n' }),
      terminal({ action: 'write', text: 'word = "abc"\n' }),
      terminal({ action: 'write', text: 'print(word[::-1])', keys: ['enter'] }),
      terminal({ action: 'write', keys: ['ctrl+d'] }),
      say('Computed.'),
    ],
  });
  await coder.say('compute');
  await coder.untilText('Computed.');
  const [, , first, second, third, last] = coder.results();
  assert.match(String(first?.['changed']), /^6 \* 7\n42\n>>>/);
  assert.match(String(second?.['changed']), /^word = "abc"\n>>>/);
  assert.match(String(third?.['changed']), /\ncba\n>>>/);
  assert.deepEqual([last?.['state'], last?.['exit_code']], ['ended', 0]);
});

test('PTY-9 PTY-3 the person edits with vim in the panel, and the chat is restored afterwards', {
  skip: without('vim'),
}, async (t) => {
  const coder = await startCoder(t, { files: { 'a.txt': 'world\n', '.vimrc': '' } });
  await coder.say('! vim -u NONE -N a.txt');
  await coder.untilPanel();
  await coder.untilText('│world');
  coder.write('i');
  await coder.untilText('-- INSERT --');
  await coder.type('hello ');
  coder.write('\x1b');
  await coder.until(() => !coder.text().includes('-- INSERT --'), 'normal mode');
  await coder.type(':wq');
  coder.write('\r');
  await coder.untilText('[TERMINAL] term1 ended: exit 0');
  assert.equal(readFileSync(join(coder.path, 'a.txt'), 'utf8'), 'hello world\n');
  assert.equal(coder.emulator.terminal.buffer.active.type, 'normal');
  assert.match(coder.text(), /! vim -u NONE -N a\.txt/);
});

test('PTY-1 git rebase -i drops a commit', { skip: without('git', 'vim') }, async (t) => {
  const coder = await startCoder(t, { env: { GIT_SEQUENCE_EDITOR: 'vim -u NONE -N' } });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@t', ...args], { cwd: coder.path, encoding: 'utf8' });
  git('init', '-q');
  for (const name of ['one', 'two', 'three']) git('commit', '-q', '--allow-empty', '-m', name);
  execFileSync('git', ['config', 'user.name', 'T'], { cwd: coder.path });
  execFileSync('git', ['config', 'user.email', 't@t'], { cwd: coder.path });
  await coder.say('! git rebase -i HEAD~2');
  await coder.untilPanel();
  await coder.untilText(/pick \w+ (?:# )?two/);
  coder.write('dd');
  await coder.until(() => !/pick \w+ (?:# )?two/.test(coder.text()), 'the line to go');
  await coder.type(':wq');
  coder.write('\r');
  await coder.untilText('[TERMINAL] term1 ended: exit 0');
  assert.equal(git('log', '--format=%s').trim(), 'three\none');
});

test('PTY-1 PTY-2 top keeps running while Home shows the chat, and can be killed from there', {
  skip: without('top'),
}, async (t) => {
  const coder = await startCoder(t);
  await coder.say('! -i top -d 1');
  await coder.untilPanel();
  await coder.untilText(/load average/);
  const shown = (): string => coder.emulator.terminal.buffer.active.type;
  coder.write(HOME);
  await coder.until(() => shown() === 'normal' && coder.text().includes('Home shows it'), 'the chat');
  coder.write(HOME);
  await coder.until(() => shown() === 'alternate' && coder.text().includes('load average'), 'top again');
  coder.write(HOME);
  await coder.until(() => shown() === 'normal' && coder.text().includes('Home shows it'), 'the chat again');
  await coder.say('/terminals');
  await coder.untilText(/term1 {2}running for \d+ s {2}top -d 1/);
  await coder.say('/terminals kill term1');
  await coder.untilText('[TERMINAL] term1 ended');
  await coder.untilText('Ended term1');
});

test('PTY-7 a program that ends while the chat is shown is reported there, and to the model with the next prompt', {
  skip,
}, async (t) => {
  const coder = await startCoder(t, { scripts: [say('I know.')] });
  await coder.say('! -i until test -e stop; do sleep 0.05; done; echo bye now; exit 3');
  await coder.untilPanel();
  coder.write(HOME);
  await coder.untilText('Home shows it');
  writeFileSync(join(coder.path, 'stop'), '');
  await coder.untilText('[TERMINAL] term1 ended: exit 3');
  await coder.untilText('  bye now');
  await coder.say('what happened?');
  await coder.untilText('I know.');
  assert.match(coder.model.requests.at(-1)?.body ?? '', /term1 ended: until test.*exit=3 after .*bye now/s);
});

test('PTY-5 a turn can end while its program runs, and the approval is asked in the chat', {
  skip: skip || bareOnly('this command is not asked about'),
}, async (t) => {
  const coder = await startCoder(t, {
    scripts: [bash('mkdir made && cat', { timeout_secs: 0 }), say('It runs.')],
    settings: { mode: 'build' },
  });
  await coder.say('/mode build');
  await coder.untilText(/\[build\]/);
  await coder.say('start cat');
  await coder.untilText('This approval covers what is typed');
  await coder.until(() => /Esc cancels/.test(coder.text()), 'the question');
  await new Promise((resolve) => setTimeout(resolve, 310)); // the dialog starts to accept keys
  coder.answer('y');
  await coder.untilPanel();
  coder.write('echoed\r');
  await coder.untilText(/echoed[\s│]+echoed/);
  coder.write(HOME);
  await coder.untilText('It runs.');
});

test('PTY-4 ten resizes from 60×15 to 200×60 reach the program', { skip }, async (t) => {
  const coder = await startCoder(t, { columns: 60, rows: 15 });
  await coder.say('! -i while read -r x; do stty size; done');
  await coder.untilPanel();
  const sizes = [
    [80, 24],
    [190, 59],
    [61, 16],
    [120, 30],
    [60, 15],
    [99, 40],
    [70, 20],
    [150, 50],
    [62, 17],
    [200, 60],
  ] as const;
  for (const [columns, rows] of sizes) coder.resize(columns, rows);
  // No other size has this many rows, so the program has been given the last one.
  await coder.until(() => coder.emulator.screen().at(-1)?.includes('Home chat') === true, 'the panel at its last size');
  coder.write('\r');
  await coder.untilText('│56 198');
});

test('G7 PTY-7 if coder ends with the panel open, the terminal is restored and the program ends', {
  skip: skip || process.platform !== 'linux',
}, async (t) => {
  const coder = await startCoder(t);
  const mark = `coder-left-${process.pid}`;
  await coder.say(`! -i exec -a ${mark} sleep 1000`);
  await coder.untilPanel();
  await coder.until(() => isRunning(mark), 'the program');
  process.kill(coder.pid, 'SIGTERM');
  assert.equal(await coder.exited, 143);
  assert.equal(coder.emulator.terminal.buffer.active.type, 'normal');
  assert.match(coder.output(), /\x1b\[\?1002l/);
  assert.equal(coder.emulator.terminal.modes.mouseTrackingMode, 'none');
  await coder.until(() => !isRunning(mark), 'the program to go');
});

test('PTY-7 if coder is killed outright, the program ends too', {
  skip: skip || process.platform !== 'linux',
}, async (t) => {
  const coder = await startCoder(t);
  const mark = `coder-killed-${process.pid}`;
  await coder.say(`! -i trap "" HUP; exec -a ${mark} sleep 1000`);
  await coder.untilPanel();
  await coder.until(() => isRunning(mark), 'the program');
  process.kill(coder.pid, 'SIGKILL');
  await coder.exited;
  await coder.until(() => !isRunning(mark), 'the program to go');
});

function isRunning(mark: string): boolean {
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(mark);
    } catch {
      return false; // already gone
    }
  });
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'));
}

test('ESC-4 PTY-11 Esc names the program that keeps running, and the second Esc ends it', { skip }, async (t) => {
  const coder = await startCoder(t, {
    scripts: [bash('echo up; read x'), terminal({ action: 'wait', pattern: 'never', timeout_ms: 60_000 })],
  });
  await coder.say('open it');
  await coder.untilPanel();
  await coder.untilText('up');
  await coder.until(() => coder.model.requests.length === 2, 'the model to wait');
  coder.write(HOME);
  await coder.untilText('terminal wait term1');
  coder.write('\x1b');
  await coder.untilText('term1: echo up; read x');
  assert.match(coder.text(), /Cancelled by ESC\n.*\n(?:.*\n)*.*term1: echo up; read x/);
  coder.write('\x1b');
  await coder.untilText('[TERMINAL] term1 ended');
  await coder.quit();
});
