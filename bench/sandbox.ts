/**
 * What a command costs in the sandbox: the same command with and without it, interleaved, by wall time and processor time; at most 4.5
 * times, and 10 ms more.
 */

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createResolver } from '../src/base/net/url-reach.ts';
import { createDoor } from '../src/host/sandbox/door.ts';
import { createSandbox } from '../src/host/sandbox/session.ts';
import type { Wrapped } from '../src/host/sandbox/wrap.ts';

const ROUNDS = 60;
const MOST_TIMES = 4.5;
const MOST_MORE_MS = 10;
const root = mkdtempSync(join(tmpdir(), 'coder-bench-'));
const sandbox = createSandbox({
  mode: 'auto',
  roots: [root],
  home: homedir(),
  env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  hosts: { resolve: createResolver(), env: {} },
});
const started = performance.now();
const status = await sandbox.status();
console.log(`layer: ${status.layer}, ready after ${(performance.now() - started).toFixed(0)} ms`);
if (status.layer === 'none') process.exit(0);

const plainArgv = ['/bin/bash', '--norc', '--noprofile', '-c', 'true'];
const times: Record<string, number[]> = { plain: [], read: [], write: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  times['plain']?.push(await timed({ argv: plainArgv as [string, ...string[]], env: {}, tellsExit: false }));
  for (const confinement of ['read', 'write'] as const)
    times[confinement]?.push(await timed(sandbox.wrap(plainArgv, { cwd: root, confinement })));
}
const inside = [...sandbox.wrap(plainArgv, { cwd: root, confinement: 'write', onTerminal: true }).argv];
rmSync(root, { recursive: true, force: true });
const plain = median(times['plain'] ?? []);
for (const [name, list] of Object.entries(times)) {
  const own = median(list);
  console.log(`${name.padEnd(6)} ${own.toFixed(1)} ms  ${(own / plain).toFixed(1)} ×`);
}
const door = createDoor([process.cwd()], [], () => root);
const looks: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const before = performance.now();
  door.enter().leave();
  looks.push(performance.now() - before);
}
console.log(
  `looking for files that run later in this folder: ${median(looks).toFixed(1)} ms a command, the first ${(looks[0] ?? 0).toFixed(1)} ms`,
);
const cpu = { plain: processorMs(plainArgv), write: processorMs(inside) };
console.log(`processor time: ${cpu.plain.toFixed(1)} ms without, ${cpu.write.toFixed(1)} ms in the sandbox`);
await sandbox.close();
const write = median(times['write'] ?? []);
const [times4, more] = [write / plain, Math.min(write - plain, cpu.write - cpu.plain)]; // on a busy machine, waiting is not a cost of the sandbox
console.log(`${times4.toFixed(1)} × (at most ${MOST_TIMES}), ${more.toFixed(1)} ms more (at most ${MOST_MORE_MS})`);
process.exitCode = times4 <= MOST_TIMES && more <= MOST_MORE_MS ? 0 : 1;

/** User and system time of one run with all its processes, the median of many. */
function processorMs([program = '', ...args]: readonly string[]): number {
  const least: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const script = `"$@"; times`;
    const { stdout } = spawnSync('/bin/bash', ['--norc', '-c', script, 'bash', program, ...args], { encoding: 'utf8' });
    const children = stdout.trim().split('\n').at(-1) ?? '';
    const spent = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => Number(m) * 60_000 + Number(s) * 1000);
    least.push(spent.reduce((a, b) => a + b, 0));
  }
  return median(least);
}

/** The time until the exit code is known. */
function timed({ argv: [program, ...args], tellsExit }: Wrapped): Promise<number> {
  const start = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: '/',
      stdio: ['ignore', 'ignore', 'ignore', tellsExit ? 'pipe' : 'ignore'],
    });
    const done = () => resolve(performance.now() - start);
    let told = '';
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      if (/\d\n/.test(told)) done(); // an empty line before the code means that the command was started
    });
    if (!tellsExit) child.once('exit', done);
  });
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
}
