/** What a command costs in the sandbox: medians of the same command with and without, interleaved; at most 4.5 times, and 10 ms more. */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createResolver } from '../src/base/net/url-reach.ts';
import { createSandbox, type Wrapped } from '../src/host/sandbox/session.ts';

const ROUNDS = 60;
const MOST_TIMES = 4.5;
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
await sandbox.close();
rmSync(root, { recursive: true, force: true });
const plain = median(times['plain'] ?? []);
for (const [name, list] of Object.entries(times)) {
  const own = median(list);
  console.log(`${name.padEnd(6)} ${own.toFixed(1)} ms  ${(own / plain).toFixed(1)} ×`);
}
const write = median(times['write'] ?? []);
process.exitCode = write <= plain * MOST_TIMES || write <= plain + 10 ? 0 : 1;

/** Until its exit code is known. */
function timed({ argv: [program, ...args], tellsExit }: Wrapped): Promise<number> {
  const start = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: '/',
      stdio: ['ignore', 'ignore', 'ignore', tellsExit ? 'pipe' : 'ignore'],
    });
    const done = () => resolve(performance.now() - start);
    if (tellsExit) child.stdio[3]?.once('data', done);
    else child.once('exit', done);
  });
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
}
