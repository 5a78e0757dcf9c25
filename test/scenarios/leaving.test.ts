import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { call, D, H, HANG, say, startModelServer } from '../fixtures/model-server.ts';
import { CLI, coderEnv, runCoder, scratch } from '../fixtures/run-coder.ts';

test('ESC-3 CLI-3 a signal ends a run that waits for input', async () => {
  using place = scratch();
  await using server = await startModelServer(() => say('ok'));
  for (const [format, signal] of [
    ['lines', 'SIGINT'],
    ['stream-json', 'SIGTERM'],
    ['text', 'SIGHUP'],
  ] as const) {
    const child = start(['--input-format', format, '--output-format', 'stream-json'], place.path, server.url);
    await seen(child, '"state-change"');
    child.kill(signal);
    assert.deepEqual(await ended(child), 130, `${format} ${signal}`);
  }
});

test('ESC-3 CLI-3 a signal ends the whole run, not just the current message', async () => {
  using place = scratch();
  const unfinished = [H, D({ content: 'so ' }), HANG];
  await using server = await startModelServer([unfinished, unfinished, say('never asked')]);
  for (const [format, input] of [
    ['lines', 'one\ntwo\n'],
    ['stream-json', '{"type":"submit","text":"one"}\n{"type":"submit","text":"two"}\n'],
  ] as const) {
    const child = start(['--input-format', format, '--output-format', 'stream-json'], place.path, server.url);
    child.stdin?.write(input);
    await seen(child, format === 'lines' ? '"so "' : '"turn-start"');
    child.kill('SIGTERM');
    assert.equal(await ended(child), 130, format);
  }
  const sent = server.requests.filter(({ body }) => body.includes('"two"'));
  assert.deepEqual(sent, []);
});

test('CLI-2 SES-2 BASH-1 when the reader of the output goes away, the command ends and the session is saved', async () => {
  using place = scratch();
  await using server = await startModelServer([
    call('bash', { command: 'echo $$ > pid; while :; do echo x; sleep 0.02; done' }),
  ]);
  const child = start(['-p', 'go', '--mode', 'yolo', '--output-format', 'stream-json'], place.path, server.url);
  await seen(child, '"call-output"');
  child.stdout?.destroy();
  assert.equal(await ended(child), 1);
  const pid = Number(readFileSync(join(place.path, 'pid'), 'utf8'));
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  const files = readdirSync(join(place.path, '.coder', 'sessions')).map((name) => name.replace(/^[^.]+/, ''));
  assert.deepEqual(files.toSorted(), ['.json', '.jsonl']);
});

test('CLI-7 ESC-3 a signal ends the demo and leaves nothing behind', async () => {
  using place = scratch();
  const child = spawn(process.execPath, [CLI, 'demo', '--yes'], {
    cwd: place.path,
    env: coderEnv({ cwd: place.path, env: { TMPDIR: place.path } }),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await seen(child, '[todowrite]');
  child.kill('SIGTERM');
  assert.equal(await ended(child), 130);
  assert.deepEqual(
    readdirSync(place.path).filter((name) => name.startsWith('coder-demo')),
    [],
  );
});

test('CLI-2 output that cannot be written is reported in one line, exit 1', { skip: needs('/dev/full') }, async () => {
  using place = scratch();
  await using server = await startModelServer(() => say('ok'));
  for (const args of [['--help'], ['config'], ['-p', 'x'], ['-p', 'x', '--output-format', 'json']]) {
    const shell = ['-c', 'exec "$0" "$@" > /dev/full', process.execPath, CLI, ...args];
    const child = spawn('/bin/sh', shell, {
      cwd: place.path,
      env: coderEnv({ cwd: place.path, url: server.url }),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    assert.equal(await ended(child), 1, args.join(' '));
    assert.match(stderr, /^coder: cannot write to standard output: ENOSPC[^\n]*\n$/, args.join(' '));
  }
});

test('CLI-2 errors keep their exit code if standard error cannot be written', {
  skip: needs('/dev/full'),
}, async () => {
  using place = scratch();
  const shell = ['-c', 'exec "$0" "$@" 2> /dev/full', process.execPath, CLI, '--nope'];
  const child = spawn('/bin/sh', shell, { cwd: place.path, env: coderEnv({ cwd: place.path }), stdio: 'ignore' });
  assert.equal(await ended(child), 2);
});

test('CLI-1 a working folder that no longer exists is reported in one line', async () => {
  using place = scratch();
  const shell = ['-c', 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"', process.execPath, CLI, '-p', 'x'];
  const child = spawn('/bin/sh', shell, { cwd: place.path, env: coderEnv({ cwd: place.path }), stdio: 'pipe' });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  assert.equal(await ended(child), 2);
  assert.equal(stderr, 'coder: the working folder no longer exists; change to another one, or give one with --cwd\n');
  const elsewhere = await runCoder(['config', '--json', '--cwd', place.path], { cwd: place.path });
  assert.equal(elsewhere.code, 0);
});

function needs(path: string): string | false {
  return existsSync(path) ? false : `there is no ${path}`;
}

function start(args: readonly string[], cwd: string, url: string): ChildProcess {
  return spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: coderEnv({ cwd, url }),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

/** Resolves once `child` has printed `words`. */
function seen(child: ChildProcess, words: string): Promise<void> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes(words)) resolve();
    });
    child.on('exit', () => reject(new Error(`it ended before it printed ${words}: ${text}`)));
  });
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on('close', (code) => resolve(code)));
}
