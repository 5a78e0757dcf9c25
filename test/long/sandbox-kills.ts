/** Cancels and kills: a thousand commands in the sandbox are cancelled, and as many coders killed, and no process is left. */

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createProcesses } from '../../src/host/process/process.ts';
import { createSandbox } from '../../src/host/sandbox/session.ts';

const [what = 'cancel', count = '20'] = process.argv.slice(2);
const SLEEP = `7${process.pid}`;
const LINE = `sleep ${SLEEP} & setsid sleep ${SLEEP} & (setsid nohup sleep ${SLEEP} >/dev/null 2>&1 &); trap "" TERM; sleep ${SLEEP}`;

if (what === 'victim') await work(count, undefined);
else if (what === 'cancel') await work(SLEEP, Number(count));
else await killed(Number(count));

/** Runs the line again and again and cancels it; without a number of times, until it is killed. */
async function work(sleep: string, times: number | undefined): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'coder-kills-'));
  const sandbox = createSandbox({
    mode: 'auto',
    roots: [root],
    home: homedir(),
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  });
  const status = await sandbox.status();
  if (status.layer === 'none') throw new Error(status.why);
  const processes = createProcesses({ env: process.env, marker: 'kills' });
  const command = {
    line: LINE.replaceAll(SLEEP, sleep),
    cwd: root,
    timeoutMs: 0,
    keepBytes: 1000,
    wrap: (argv: readonly string[]) => sandbox.wrap(argv, { cwd: root, confinement: 'write' as const }),
  };
  if (times === undefined) {
    console.log('up');
    await processes.run(command, new AbortController().signal);
  }
  let left = 0;
  for (let round = 0; round < (times ?? 0); round += 1) {
    const controller = new AbortController();
    const running = processes.run(command, controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 20 + (round % 40)));
    controller.abort();
    await running;
  }
  await processes.close();
  await sandbox.close();
  left = leftOf(sleep);
  rmSync(root, { recursive: true, force: true });
  console.log(`${times} cancels: ${left} processes left`);
  process.exit(left === 0 ? 0 : 1);
}

async function killed(times: number): Promise<void> {
  let left = 0;
  for (let round = 0; round < times; round += 1) {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'victim', SLEEP], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    await new Promise((resolve) => setTimeout(resolve, 20 + (round % 60)));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    const deadline = Date.now() + 3000;
    while (leftOf(SLEEP) > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
    left += leftOf(SLEEP);
  }
  console.log(`${times} kills: ${left} processes left`);
  process.exit(left === 0 ? 0 : 1);
}

function leftOf(sleep: string): number {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandOf(pid) === `sleep\0${sleep}\0`).length;
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return ''; // gone meanwhile
  }
}
