/** The model's side of an interactive program: start, look, type, wait, end; and what policy learns of it. */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createProcesses } from '../../src/host/process/process.ts';
import { executeTool } from '../../src/protocol/tool.ts';
import { bashTool } from '../../src/tools/bash.ts';
import { terminalTool } from '../../src/tools/terminal.ts';
import { errorOf, fileTools, resultOf, toolContext } from '../fixtures/file-tools.ts';
import { noPty, openTerminals } from '../host/terminal/open.ts';

const skip = noPty;

async function setUp(t: TestContext, attended = true) {
  const { root, workspace } = await fileTools(t);
  const { terminals } = openTerminals(t);
  const processes = createProcesses({ env: process.env, marker: 'terminal-tool' });
  t.after(() => processes.close());
  const limits = { timeoutMs: 10_000, outputBytes: 1000 };
  const bash = bashTool({
    workspace,
    processes,
    terminals,
    attended: false,
    limits,
    cacheDir: join(root, '.coder/cache/bash'),
  });
  const terminal = terminalTool({ workspace, terminals, attended });
  return {
    root,
    bash,
    terminal,
    terminals,
    start: async (command: string, more: object = {}) =>
      resultOf(await executeTool(bash, { command, interactive: true, ...more }, toolContext())),
    use: (args: Parameters<typeof terminal.execute>[0]) => executeTool(terminal, args, toolContext()),
    async until(id: string, pattern: string) {
      const result = resultOf(await executeTool(terminal, { action: 'wait', id, pattern }, toolContext()));
      assert.equal(result['waited_for'], 'pattern', JSON.stringify(result));
      return result;
    },
  };
}

test('PTY-1 PTY-5 bash starts a program, terminal works it, and the results have fields', { skip }, async (t) => {
  const { start, use, terminals } = await setUp(t);
  const started = await start('printf "name? "; read name; echo "hello $name"; exit 4');
  assert.deepEqual(
    [started['terminal'], started['state'], started['screen'], started['cursor'], started['waited_for']],
    ['term1', 'running', 'name? ', { row: 1, column: 7 }, 'quiet'],
  );
  const answered = resultOf(await use({ action: 'write', id: 'term1', text: 'Ada', keys: ['enter'] }));
  assert.deepEqual(
    [answered['state'], answered['exit_code'], answered['changed'], answered['waited_for'], answered['timed_out']],
    ['ended', 4, 'Ada\nhello Ada', 'exit', false],
  );
  assert.equal(typeof answered['duration_ms'], 'number');
  assert.match(String(answered['saved_path']), /\.txt$/);
  assert.match(String(answered['recording']), /\.cast$/);
  assert.deepEqual(terminals.takeEnded(), []);
  assert.match(errorOf(await use({ action: 'write', id: 'term1', text: 'x' })), /has ended/);
});

test('PTY-5 several terminals are listed; resize and kill work; wrong ids and keys are reported', {
  skip,
}, async (t) => {
  const { start, use, until } = await setUp(t);
  await start('printf "a> "; while read -r x; do stty size; done');
  await start('cat');
  assert.equal(resultOf(await use({ action: 'resize', id: 'term1', columns: 70, rows: 12 }))['state'], 'running');
  await use({ action: 'write', id: 'term1', keys: ['enter'] });
  await until('term1', '12 70');
  const killed = resultOf(await use({ action: 'kill', id: 'term2' }));
  assert.equal(killed['state'], 'ended');
  const { terminals } = resultOf(await use({ action: 'list' })) as { terminals: { id: string; state: string }[] };
  assert.deepEqual(
    terminals.map(({ id, state }) => [id, state]),
    [
      ['term1', 'running'],
      ['term2', 'ended'],
    ],
  );
  assert.equal(errorOf(await use({ action: 'read', id: 'term9' })), 'no terminal term9. Known: term1, term2.');
  assert.match(errorOf(await use({ action: 'write', id: 'term1', keys: ['hyper+q'] })), /^no such key: hyper\+q/);
  assert.match(errorOf(await use({ action: 'write', id: 'term1' })), /needs text or keys/);
});

test('PTY-10 while the program hides what is typed, the keyboard belongs to the person', { skip }, async (t) => {
  const { start, use, terminals } = await setUp(t);
  const started = await start('read -rsp "Word: " word; echo; echo "length ${#word}"');
  assert.deepEqual([started['echo_off'], started['keyboard']], [true, 'person']);
  assert.match(errorOf(await use({ action: 'write', id: 'term1', text: 'guess\n' })), /belongs to the person/);
  terminals.input('term1', 'four\r');
  const ended = resultOf(await use({ action: 'wait', id: 'term1' }));
  assert.deepEqual([ended['waited_for'], ended['changed'], ended['typed_by_person']], ['exit', '\nlength 4', 'four\r']);
});

test('PTY-10 if no one is available, the model may answer a hidden question', { skip }, async (t) => {
  const { start, use } = await setUp(t, false);
  await start('read -rsp "Word: " word; echo; echo "length ${#word}"');
  const ended = resultOf(await use({ action: 'write', id: 'term1', text: 'guess\n' }));
  assert.match(String(ended['changed']), /length 5/);
});

test('PTY-10 waiting for input is reported only for a program that is blocked on reading', {
  skip: skip || process.platform !== 'linux',
}, async (t) => {
  const { start, use, until } = await setUp(t);
  assert.equal((await start('read -r line; sleep 100'))['waiting_for_input'], true);
  resultOf(await use({ action: 'write', id: 'term1', text: 'go\n' }));
  await start('printf on; read -r line; echo off; exec sleep 100');
  assert.equal(resultOf(await use({ action: 'read', id: 'term1' }))['waiting_for_input'], undefined);
  await use({ action: 'write', id: 'term2', text: '\n' });
  assert.equal((await until('term2', 'off'))['waiting_for_input'], undefined);
});

test('POL text typed at a shell prompt is a command line for policy, over several writes', {
  skip: skip || process.platform !== 'linux',
}, async (t) => {
  const { start, use, until, terminal, root } = await setUp(t);
  await start('bash --norc --noprofile -i');
  const line = (args: Parameters<typeof terminal.execute>[0]) => terminal.command?.(args);
  assert.deepEqual(line({ action: 'write', id: 'term1', text: 'rm -rf build\n' }), {
    line: 'rm -rf build',
    permission: 'bash',
    interactive: true,
    typedAt: 'bash',
    cwd: root,
  });
  assert.equal(line({ action: 'write', id: 'term1', text: 'echo ha' }), undefined);
  await use({ action: 'write', id: 'term1', text: 'echo ha' });
  assert.equal(line({ action: 'write', id: 'term1', text: 'lf', keys: ['enter'] })?.line, 'echo half');
  assert.equal(line({ action: 'write', id: 'term1', keys: ['ctrl+o'] })?.line, 'echo ha');
  await use({ action: 'write', id: 'term1', text: 'lf\n' });
  await until('term1', '^half$');
  await use({ action: 'write', id: 'term1', keys: ['up'] });
  assert.match(line({ action: 'write', id: 'term1', keys: ['enter'] })?.line ?? '', / echo half$/);
  await use({ action: 'write', id: 'term1', keys: ['ctrl+u'] });
  await use({ action: 'write', id: 'term1', text: 'sleep 50\n' });
  assert.equal(
    line({ action: 'write', id: 'term1', text: 'ls\n' })?.line,
    'ls',
    'typed ahead, the shell reads it later',
  );
  assert.equal(line({ action: 'read', id: 'term1' }), undefined);
});

test('POL-9 a shell behind the foreground program may get the input it leaves', {
  skip: skip || process.platform !== 'linux',
}, async (t) => {
  const { start, use, until, terminal } = await setUp(t);
  const line = (text: string, keys: string[] = []) =>
    terminal.command?.({ action: 'write', id: 'term1', text, keys })?.line;
  await start('bash --norc --noprofile -i');
  await use({ action: 'write', id: 'term1', text: 'echo in; cat; echo out\n' });
  await until('term1', '^in$');
  assert.equal(line('x\ntouch new\n'), 'x\ntouch new');
  assert.equal(line('\x04touch new\n'), '\x04touch new');
  assert.equal(line('one byte is read, the rest is left\n'), 'one byte is read, the rest is left');
  assert.equal(line('', ['ctrl+d']), undefined);
  assert.equal(line('', ['ctrl+c']), undefined);
  await use({ action: 'write', id: 'term1', keys: ['ctrl+d'] });
  await until('term1', '^out$');
  assert.match(line('ls $(touch new)\x1b\x05') ?? '', / ls \$\(touch new\)\x1b\x05$/); // without Enter
  assert.match(line('', ['tab']) ?? '', /\t$/);
  assert.equal(line('', ['ctrl+c']), undefined);
});

test('POL-9 shells are recognised whatever their name and however they were started', {
  skip: skip || process.platform !== 'linux',
}, async (t) => {
  const { start, terminal } = await setUp(t);
  const lines = [
    'exec -a cat bash --norc',
    'bash --norc -o vi',
    'bash --rcfile /dev/null',
    'bash -s x',
    'head -n 1; bash',
  ];
  for (const [index, line] of lines.entries()) {
    await start(line);
    const write = { action: 'write', id: `term${index + 1}`, text: 'touch a\ntouch b\n' } as const;
    assert.equal(terminal.command?.(write)?.line, 'touch a\ntouch b', line);
  }
});

test('POL a program that reads its own input is covered by its own approval, which is known to be of a terminal', {
  skip: skip || process.platform !== 'linux',
}, async (t) => {
  const { start, terminal, bash } = await setUp(t);
  await start('cat');
  assert.equal(terminal.command?.({ action: 'write', id: 'term1', text: 'rm -rf /\n' }), undefined);
  assert.equal(bash.command?.({ command: 'cat', interactive: true })?.interactive, true);
});

test('ESC-1 a cancelled wait says so, and the program keeps running', { skip }, async (t) => {
  const { start, terminal, terminals } = await setUp(t);
  await start('echo up; read x');
  const controller = new AbortController();
  const waiting = executeTool(
    terminal,
    { action: 'wait', id: 'term1', pattern: 'never' },
    toolContext('call', controller.signal),
  );
  controller.abort();
  const outcome = await waiting;
  assert.deepEqual([outcome.status, terminals.list[0]?.state], ['cancelled', 'running']);
});
