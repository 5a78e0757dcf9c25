import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { times } from '../fixtures/long.ts';
import { manyFiles } from '../fixtures/many-files.ts';
import { calls, say, startModelServer } from '../fixtures/model-server.ts';
import { lacks } from '../fixtures/programs.ts';
import { runCoder, scratch } from '../fixtures/run-coder.ts';

const FILES = Number(process.env.FILES ?? times({ long: 5000, short: 1200 }));

interface Result {
  name: string;
  outcome: { status: string; error?: string; result: Record<string, unknown> };
}

async function results(
  place: { path: string },
  list: { name: string; args: unknown }[],
  env: NodeJS.ProcessEnv = {},
): Promise<Result[]> {
  await using server = await startModelServer([
    calls(list.map((each, index) => ({ ...each, id: `c${index}` }))),
    say('done'),
  ]);
  const args = ['-p', 'go', '--mode', 'yolo', '--output-format', 'stream-json'];
  const { stdout, code } = await runCoder(args, { cwd: place.path, url: server.url, env });
  assert.equal(code, 0);
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; message?: Result & { role: string } });
  return events.flatMap(({ type, message }) => (type === 'message-end' && message?.role === 'tool' ? [message] : []));
}

test('F3 F4 SEC-3 a 5 GB sparse file, a 10 MB line and a large tree are handled within seconds, with bounded results', async () => {
  using place = scratch();
  const sparse = openSync(join(place.path, 'huge.bin'), 'w');
  ftruncateSync(sparse, 5 * 1024 ** 3);
  closeSync(sparse);
  writeFileSync(join(place.path, 'line.txt'), `${'x'.repeat(10 * 1024 * 1024)}\nsecond\n`);
  const folders = Array.from({ length: FILES / 100 }, (_, index) => join(place.path, 'tree', String(index)));
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  const names = Array.from({ length: 100 }, (_, index) => `f${index}.txt`);
  manyFiles(
    folders.flatMap((folder) => names.map((name) => join(folder, name))),
    'needle\n',
  );
  const started = performance.now();
  const [huge, line, glob, grep] = await results(place, [
    { name: 'read', args: { path: 'huge.bin' } },
    { name: 'read', args: { path: 'line.txt' } },
    { name: 'glob', args: { pattern: '**/*.txt' } },
    { name: 'grep', args: { pattern: 'needle', max_matches: 10 } },
  ]);
  assert.ok(performance.now() - started < 30_000);
  assert.equal(huge?.outcome.status, 'failed');
  assert.match(huge?.outcome.error ?? '', /not text|binary/);
  assert.equal(line?.outcome.status, 'ok');
  assert.ok(String(line?.outcome.result.content).length < 100_000);
  assert.equal(glob?.outcome.status, 'ok');
  assert.ok(grep?.outcome.status === 'ok');
  assert.equal((grep.outcome.result.matches as unknown[]).length, 10);
});

test('F1 F2 BASH-3 endless output is truncated and saved within its cap, and the session continues', async () => {
  using place = scratch();
  const old = join(place.path, '.coder', 'cache', 'bash', 'out_old.txt');
  mkdirSync(dirname(old), { recursive: true });
  writeFileSync(old, 'of last week\n');
  utimesSync(old, new Date(0), new Date(0));
  const [flood] = await results(place, [
    { name: 'bash', args: { command: 'echo first; yes | head -c 80000000; echo last' } },
  ]);
  const result: Record<string, unknown> = flood?.outcome.result ?? {};
  assert.equal(result.truncated, true);
  assert.match(String(result.stdout), /^first\ny\n/);
  assert.match(String(result.stdout), /\[output truncated\]\n?$/);
  assert.ok(String(result.stdout).length < 100_000);
  const saved = join(place.path, String(result.saved_path));
  assert.ok(!existsSync(old), 'old output goes when new output is saved');
  assert.ok(existsSync(saved));
  assert.ok(statSync(saved).size <= 64 * 1024 * 1024 + 1024);
});

test('G1 G5 nothing a command started outlives coder', async () => {
  using place = scratch();
  const marker = `coder-test-${process.pid}-${Date.now()}`;
  await results(place, [
    {
      name: 'bash',
      args: {
        command: `bash -c 'exec -a ${marker} sleep 300' & setsid bash -c 'exec -a ${marker} sleep 300' & echo started`,
      },
    },
  ]);
  const { execFileSync } = await import('node:child_process');
  const left = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((row) => row.startsWith(marker));
  assert.deepEqual(left, []);
});

test('BASH-2 BASH-5 a timeout promptly ends the whole process group, with exit code 124 and timed_out', async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'stubborn.sh'), "trap '' TERM INT; sleep 300 & wait; sleep 300\n");
  const [slow] = await results(place, [{ name: 'bash', args: { command: 'bash stubborn.sh', timeout_ms: 300 } }]);
  assert.deepEqual([slow?.outcome.result.exit_code, slow?.outcome.result.timed_out], [124, true]);
  assert.ok(Number(slow?.outcome.result.duration_ms) < 5000);
  assert.equal(readFileSync(join(place.path, 'stubborn.sh'), 'utf8').length > 0, true);
});

test('H3 out of file descriptors, tools report it and the turn continues', { skip: lacks('prlimit') }, async (t) => {
  const place = scratch(t);
  writeFileSync(join(place.path, 'a.txt'), 'needle\n');
  for (const limit of [24, 26, 28]) {
    await using server = await startModelServer([
      calls([{ id: 'c1', name: 'bash', args: { command: 'echo hi', interactive: true } }]),
      calls([{ id: 'c2', name: 'grep', args: { pattern: 'needle' } }]),
      say('done'),
    ]);
    const through = ['prlimit', `--nofile=${limit}`];
    const args = ['-p', 'go', '--mode', 'yolo'];
    const { code, stderr } = await runCoder(args, { cwd: place.path, url: server.url, through });
    assert.equal(code, 0, `${limit}: ${stderr}`);
    assert.doesNotMatch(stderr, /Unhandled|at .*\(node:/, String(limit));
  }
});

/** Workspace and home in a 256 KB folder, filled before the first run and freed before the last. */
const FULL_DISK = `
  mount -t tmpfs -o size=256k none . && cd "$PWD" && mkdir -p w h/.coder && cd w && export HOME="$PWD/../h" || exit 9
  printf 'hello\\n' > a.txt; printf '{ "lang": "en" }\\n' > ../h/.coder/config.json
  cat /dev/zero > ../filler 2> /dev/null
  "$@" -p go --mode yolo --no-stdin; echo "exit $?"
  "$@" config set ui.style full; echo "exit $?"
  rm ../filler; cat a.txt ../h/.coder/config.json
  "$@" -p hi --no-stdin; echo "exit $?"
  head -n 1 .coder/.gitignore; ls -A; find .. -name '*.tmp' -o -path '*/sessions/*' -size 0 -o -path '*/writing/*' -type f`;

test('H3 CLI-6 on a full disk existing files stay intact, each failure is named, and nothing is left over once there is room', {
  skip: lacks('unshare') || spawnSync('unshare', ['-Urm', 'true']).status !== 0,
}, async (t) => {
  const place = scratch(t);
  await using server = await startModelServer((_, index) =>
    index === 0
      ? calls([
          { id: 'c1', name: 'edit', args: { path: 'a.txt', old_string: 'hello', new_string: 'other' } },
          { id: 'c2', name: 'bash', args: { command: 'seq 1 100000' } },
          { id: 'c3', name: 'memory', args: { fact: 'uses tabs' } },
        ])
      : say('done'),
  );
  const through = ['unshare', '-Urm', 'sh', '-c', FULL_DISK, 'sh'];
  const { stdout, stderr } = await runCoder([], { cwd: place.path, url: server.url, through });
  assert.match(stderr, /The session cannot be saved \(ENOSPC[\s\S]*could not be saved/);
  assert.match(stderr, /a\.txt was not changed: there is no space left on its disk/);
  assert.match(stderr, /There is no space left on the disk of .*memory\.md/);
  assert.match(stderr, /The disk is full: .*config\.json \(ENOSPC, write\)\. Free some space and try again\./);
  assert.doesNotMatch(stderr, /Unhandled|at .*\(node:/);
  const kept = 'hello\n{ "lang": "en" }\n';
  assert.equal(stdout, `done\nexit 0\nexit 1\n${kept}done\nexit 0\nsessions/\n.coder\na.txt\n`, stderr);
});
