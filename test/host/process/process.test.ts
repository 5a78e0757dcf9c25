import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { cpuTime } from '../../fixtures/cpu-time.ts';
import { scratchFolder } from '../../fixtures/file-tools.ts';
import { carrying, isLinux, supervisor, timedFromOutput, until } from '../running.ts';

test('BASH-1 BASH-5 a command gives its exit code and both streams, and runs in its folder', async (t) => {
  const { run } = supervisor(t);
  const { durationMs, output, ...result } = await run('echo out; echo err >&2; pwd; exit 3', { cwd: '/usr' });
  assert.deepEqual(output?.trim().split('\n').toSorted(), ['/usr', 'err', 'out'], 'both in one stream');
  assert.deepEqual(result, {
    exitCode: 3,
    signal: null,
    stdout: 'out\n/usr\n',
    stderr: 'err\n',
    truncated: false,
    timedOut: false,
    cancelled: false,
    flooded: false,
  });
  assert.ok(durationMs >= 0);
});

test('BASH-1 a program given as arguments runs without a shell', async (t) => {
  const { processes, command } = supervisor(t);
  const { line: _line, ...rest } = command('');
  const result = await processes.run({ ...rest, argv: ['/bin/echo', '$HOME', 'a b'] }, new AbortController().signal);
  assert.equal(result.stdout, '$HOME a b\n');
});

test('BASH-1 the signal that ended a command is reported, with the exit code a shell would give', async (t) => {
  const { run } = supervisor(t);
  const { exitCode, signal } = await run('kill -9 $$');
  assert.deepEqual([exitCode, signal], [137, 'SIGKILL']);
});

test('BASH-1 a command receives its input, and may leave it unread', async (t) => {
  const { run } = supervisor(t);
  assert.equal((await run('cat', { input: 'hello' })).stdout, 'hello');
  assert.equal((await run('exec 0<&-; true', { input: 'x'.repeat(1_000_000) })).exitCode, 0);
});

test('BASH-1 a failed start is a result, not an exception', async (t) => {
  const { processes, command, run } = supervisor(t);
  const { line: _line, ...rest } = command('');
  const missing = await processes.run({ ...rest, argv: ['/no/such/program'] }, new AbortController().signal);
  assert.deepEqual([missing.exitCode, /\/no\/such\/program/.test(missing.spawnError ?? '')], [127, true]);
  assert.match((await run('true', { cwd: '/no/such/folder' })).spawnError ?? '', /\/no\/such\/folder/);
  assert.match((await run('a\0b')).spawnError ?? '', /cannot start/);
  assert.match((await run(`: ${'x'.repeat(3_000_000)}`)).spawnError ?? '', /too long/);
});

test('BASH-1 output is shown as it arrives, in whole characters', async (t) => {
  const { run } = supervisor(t);
  const shown: [string, string][] = [];
  const result = await run("printf '\\xe6\\xbc'; sleep 0.05; printf '\\xa2'; echo e >&2", {
    onOutput: (text, stream) => shown.push([text, stream]),
  });
  assert.equal(result.stdout, '漢');
  assert.equal(
    shown
      .filter(([, stream]) => stream === 'stdout')
      .map(([text]) => text)
      .join(''),
    '漢',
  );
  assert.deepEqual(
    shown.find(([, stream]) => stream === 'stderr'),
    ['e\n', 'stderr'],
  );
});

test('BASH-2 G3 a command that exceeds its time limit is ended with all it started, with exit code 124', async (t) => {
  const { processes, command, marker } = supervisor(t);
  const limited = timedFromOutput(command('echo begun; sleep 300 & sleep 300', { timeoutMs: 150 }));
  const result = await processes.run(limited, new AbortController().signal);
  assert.deepEqual([result.exitCode, result.timedOut, result.stdout], [124, true, 'begun\n']);
  assert.ok(result.durationMs < 3000);
  if (isLinux) assert.deepEqual(carrying(marker), []);
});

const stubborn: [name: string, line: string][] = [
  ['ignores TERM', "trap '' TERM INT HUP; while :; do sleep 1; done"],
  ['has a child that ignores TERM', "(trap '' TERM; while :; do sleep 1; done) & wait"],
  ['is stopped', 'kill -STOP $$; sleep 300'],
  ['stopped its child', 'sleep 300 & kill -STOP $!; wait'],
  ['left its session and ignores TERM', 'setsid bash -c "trap \'\' TERM; while :; do sleep 1; done" & wait'],
  ['has no environment left', 'env -i sleep 300 & wait'],
  ['keeps forking', 'while :; do sleep 0.01; done'],
  ['restarts itself on TERM', 'again() { trap "again & exit" TERM; while :; do sleep 0.01; done; }; again'],
];

for (const [name, line] of stubborn) {
  test(`G3 a process that ${name} is gone after the grace period`, {
    skip: isLinux ? false : 'counts processes in /proc',
  }, async (t) => {
    const { run, marker } = supervisor(t);
    const result = await run(line, { timeoutMs: 200 });
    assert.deepEqual([result.exitCode, result.timedOut], [124, true]);
    assert.ok(result.durationMs < 2000, `${result.durationMs} ms`);
    assert.deepEqual(carrying(marker), []);
  });
}

test('G1 a cancel answers at once and leaves nothing running, not even processes that left the session', {
  skip: !isLinux,
}, async (t) => {
  const { run, marker, processes } = supervisor(t);
  for (let count = 0; count < 5; count += 1) {
    const controller = new AbortController();
    const running = run("bash -c 'sleep 300 & setsid sleep 300 & wait'", {}, controller.signal);
    await until(
      () => carrying(marker).length,
      (seen) => seen >= 3,
    );
    const started = performance.now();
    controller.abort();
    const { cancelled } = await running;
    assert.equal(cancelled, true);
    assert.ok(performance.now() - started < 2000, `${performance.now() - started} ms`);
    await until(
      () => carrying(marker),
      (seen) => seen.length === 0,
      2000,
    );
  }
  await processes.close();
  assert.deepEqual(carrying(marker), []);
});

test('G3 a cancel answers at once even if the process ignores TERM', { skip: !isLinux }, async (t) => {
  const { run, marker, processes } = supervisor(t);
  const controller = new AbortController();
  const order: string[] = [];
  const running = run(
    "trap '' TERM; echo ready; while :; do sleep 1; done",
    {
      onOutput: () => controller.abort(),
    },
    controller.signal,
  );
  const result = await running;
  order.push(carrying(marker).length > 0 ? 'answered while it still runs' : 'answered after its end');
  assert.deepEqual([result.cancelled, result.stdout], [true, 'ready\n']);
  assert.deepEqual(order, ['answered while it still runs']);
  await processes.close(); // waits for processes that are still being ended
  assert.deepEqual(carrying(marker), []);
});

test('G4 nothing starts after a cancel, or after the supervisor was closed', async (t) => {
  const { run, processes, command } = supervisor(t);
  const folder = await scratchFolder(t);
  assert.equal((await run('touch started', { cwd: folder }, AbortSignal.abort())).cancelled, true);
  await processes.close();
  assert.match((await run('touch started', { cwd: folder })).spawnError ?? '', /closing/);
  assert.throws(() => processes.start(command('touch started', { cwd: folder })), { code: 'closed' });
  await assert.rejects(stat(join(folder, 'started')), { code: 'ENOENT' });
});

test('G2 a pipe held open by another process does not delay the result', async (t) => {
  const { run } = supervisor(t);
  const result = await run('sleep 4 & echo done');
  assert.equal(result.stdout, 'done\n');
  assert.ok(result.durationMs < 1500, `${result.durationMs} ms`);
});

test('G2 output that is already in the pipe when the command ends is not lost', async (t) => {
  const { run } = supervisor(t);
  for (let count = 0; count < 10; count += 1) {
    const result = await run("sleep 1 & head -c 60000 /dev/zero | tr '\\0' x");
    assert.equal(result.stdout.length, 60_000);
  }
});

test('G2 a background process that never stops printing does not delay the result', async (t) => {
  const { run } = supervisor(t);
  const result = await run('(while :; do echo more; done) & echo first');
  assert.ok(result.durationMs < 2000, `${result.durationMs} ms`);
  assert.deepEqual([result.exitCode, result.flooded], [0, false]);
});

test('G8 background processes left by a command end with the supervisor', { skip: !isLinux }, async (t) => {
  const { run, marker, processes } = supervisor(t);
  await run('sleep 300 & setsid sleep 300 & true');
  assert.equal(carrying(marker).length, 2);
  await processes.close();
  assert.deepEqual(carrying(marker), []);
});

test('BASH-3 F1 endless output is cut and saved in full up to the limit, and its command is ended', async (t) => {
  const { run } = supervisor(t);
  const folder = await scratchFolder(t);
  const spillTo = join(folder, 'cache/out.txt');
  const before = process.memoryUsage().rss;
  const result = await run('yes', { spillTo: () => spillTo });
  assert.deepEqual([result.truncated, result.flooded, result.savedPath], [true, true, spillTo]);
  assert.match(result.stdout, /^y\ny\n[\s\S]*\[… \d+ bytes left out …\]\n[\s\S]*y\n\[output truncated\]$/);
  assert.ok(result.stdout.length < 70_000);
  const { size, mode } = await stat(spillTo);
  assert.deepEqual([size, mode & 0o777], [64 * 1024 * 1024, 0o600]);
  assert.equal((await stat(join(folder, 'cache'))).mode & 0o777, 0o700);
  assert.ok(process.memoryUsage().rss - before < 64 * 1024 * 1024);
});

test('BASH-3 the saved file contains every byte from the first', async (t) => {
  const { run } = supervisor(t);
  const spillTo = join(await scratchFolder(t), 'out.txt');
  const result = await run('seq 1 200000', { keepBytes: 1000, spillTo: () => spillTo });
  assert.equal(result.exitCode, 0);
  const expected = Array.from({ length: 200_000 }, (_, index) => `${index + 1}\n`).join('');
  assert.equal(await readFile(spillTo, 'utf8'), expected);
  assert.match(result.stdout, /^1\n2\n[\s\S]*199999\n200000\n\[output truncated\]$/);
});

test('BASH-3 small output is not saved; if the file cannot be written, only the copy is lost', async (t) => {
  const { run } = supervisor(t);
  const folder = await scratchFolder(t);
  const small = await run('echo hi', { spillTo: () => join(folder, 'none.txt') });
  assert.equal(small.savedPath, undefined);
  await assert.rejects(stat(join(folder, 'none.txt')), { code: 'ENOENT' });
  const refused = await run('seq 1 9999', { keepBytes: 100, spillTo: () => '/proc/nowhere/out.txt' });
  assert.deepEqual([refused.exitCode, refused.savedPath], [0, undefined]);
  assert.ok(refused.saveProblem);
});

test('F1 the output shown live is limited', async (t) => {
  const { run } = supervisor(t);
  let shown = 0;
  let last = '';
  await run('seq 1 2000000', {
    onOutput(text) {
      shown += text.length;
      last = text;
    },
  });
  assert.ok(shown > 1024 * 1024 && shown < 1.3 * 1024 * 1024, String(shown));
  assert.match(last, /not shown/);
});

test('F3 binary junk and a 10 MB line are returned safely and quickly', async (t) => {
  const { run } = supervisor(t);
  const started = performance.now();
  const junk = await run('head -c 200000 /dev/urandom; head -c 1000 /dev/zero');
  assert.ok(!junk.stdout.includes('\0'));
  const line = await run("head -c 10000000 /dev/zero | tr '\\0' 'x'");
  assert.ok(line.truncated && line.stdout.length < 70_000);
  assert.ok(performance.now() - started < 3000);
});

test('F1 the event loop stays responsive while a command floods', async (t) => {
  const { run } = supervisor(t);
  let longest = 0;
  let last = cpuTime();
  const timer = setInterval(() => {
    longest = Math.max(longest, cpuTime() - last); // measured in CPU time: other programs may hold the processor, this one may not
    last = cpuTime();
  }, 5);
  t.after(() => clearInterval(timer));
  await run('yes', { onOutput: () => undefined });
  assert.ok(longest < 100, `${longest} ms`);
});

test('SBX-14 the exit code reported by a wrapped command counts even if its exit was seen first', {
  skip: !isLinux,
}, async (t) => {
  const { run } = supervisor(t);
  const place = await scratchFolder(t);
  const [first, second, go] = ['first', 'second', 'go'].map((name) => join(place, name)) as [string, string, string];
  const line = `echo >&3; echo $$ >'${first}'; while [ ! -e '${go}' ]; do sleep 0.01; done; echo 7 >&3; exit 7`;
  const wrap = () => ({ argv: ['/bin/sh', '-c', line] as const, env: {}, tellsExit: true });
  const wrapped = run('true', { wrap });
  await until(() => isWritten(first), Boolean);
  // Node collects all exits at once when one is reported: the second command's exit is, and the first ends before its report is read.
  const told = run(`echo $$ >'${second}'; echo`, {
    onBytes() {
      writeFileSync(go, '');
      standStill(() => isZombie(first));
    },
  });
  standStill(() => isWritten(second) && isZombie(second));
  await told;
  const { exitCode, spawnError } = await wrapped;
  assert.deepEqual([exitCode, spawnError], [7, undefined]);
});

function isWritten(file: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').endsWith('\n');
}

/** True if the process whose id is in the file has ended and has not been waited for. */
function isZombie(file: string): boolean {
  return readFileSync(`/proc/${readFileSync(file, 'utf8').trim()}/stat`, 'utf8').includes(') Z ');
}

/** Blocks this process, event loop included, until the condition holds. */
function standStill(isSo: () => boolean): void {
  const nap = new Int32Array(new SharedArrayBuffer(4));
  for (let naps = 0; naps < 2000 && !isSo(); naps++) Atomics.wait(nap, 0, 0, 5);
}
