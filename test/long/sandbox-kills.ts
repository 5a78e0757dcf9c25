/** Cancels and kills: a thousand commands in the sandbox are cancelled, and as many coders killed, and no process is left. */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProcesses } from '../../src/host/process/process.ts';
import { createSandbox } from '../../src/host/sandbox/session.ts';
import { systemProgram } from '../../src/host/sandbox/system-program.ts';
import { call, startModelServer } from '../fixtures/model-server.ts';
import { CLI, coderEnv } from '../fixtures/run-coder.ts';

const [what = 'cancel', count = '20', layer = 'bubblewrap'] = process.argv.slice(2);
/** Slow to die is not left; what is there after this is. */
const PATIENCE_MS = 60_000;
const LOOK_MS = 100;
const base = mkdtempSync('/var/tmp/coder-kills-');
const NAP = 'sleep 77777';
const LINE = `${NAP} & setsid ${NAP} & (setsid nohup ${NAP} >/dev/null 2>&1 &); trap "" TERM; : > started; ${NAP}`;
const find = (name: string) => (name === 'bwrap' && layer === 'landlock' ? undefined : systemProgram(name));

const left = what === 'cancel' ? await cancelled(Number(count)) : await killed(Number(count));
rmSync(base, { recursive: true, force: true });
process.exit(left === 0 ? 0 : 1);

/** Runs the line again and again in one session and cancels it, at a different moment each time. */
async function cancelled(times: number): Promise<number> {
  const root = join(base, 'cancel');
  mkdirSync(root);
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
  const sandbox = createSandbox({ mode: 'auto', roots: [root], home: homedir(), env, find });
  const status = await sandbox.status();
  if (status.layer === 'none') throw new Error(status.why);
  const processes = createProcesses({ env: { ...env, KILLS: base }, marker: 'kills' });
  const wrap = (argv: readonly string[]) => sandbox.wrap(argv, { cwd: root, confinement: 'write' });
  let [left, slowest] = [0, 0];
  for (let round = 0; round < times; round += 1) {
    const controller = new AbortController();
    const running = processes.run({ line: LINE, cwd: root, timeoutMs: 0, keepBytes: 1000, wrap }, controller.signal);
    await sleep((round * 7) % 120);
    controller.abort();
    await running;
    const ended = await untilNoneOf(base, 'coder-holder');
    left += ended.left;
    slowest = Math.max(slowest, ended.ms);
  }
  await processes.close();
  await sandbox.close();
  const after = await untilNoneOf(base);
  console.log(
    `${times} cancels in ${status.layer}: ${left + after.left} processes left, the slowest gone after ${slowest.toFixed(0)} ms`,
  );
  return left + after.left;
}

/** The built coder runs the line because the model asks for it, and is killed at any moment from then on. */
async function killed(times: number): Promise<number> {
  await using server = await startModelServer(Array.from({ length: times }, () => call('bash', { command: LINE })));
  let [left, slowest, running] = [0, 0, 0];
  for (let round = 0; round < times; round += 1) {
    const folder = join(base, `r${round}`);
    const [path, home] = [join(folder, 'home', 'project'), join(folder, 'home')];
    mkdirSync(path, { recursive: true });
    const asked = server.requests.length;
    const child = spawn(process.execPath, [CLI, '-p', 'go', '--mode', 'yolo', '--yes'], {
      cwd: path,
      env: { ...coderEnv({ cwd: path, home, url: server.url }), CODER_SANDBOX: 'auto' },
      stdio: 'ignore',
    });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    while (server.requests.length === asked && child.exitCode === null) await sleep(5);
    // Half of them while the line runs, the others while its sandbox is made.
    if (round % 2 === 0) await sleep((round * 13) % 700);
    else while (!existsSync(join(path, 'started')) && child.exitCode === null) await sleep(10);
    if (processesOf(folder).some(({ command }) => command.includes(NAP))) running += 1;
    child.kill('SIGKILL');
    await gone;
    const ended = await untilNoneOf(folder);
    left += ended.left;
    slowest = Math.max(slowest, ended.ms);
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(
    `${times} kills, ${running} while the line ran: ${left} processes left, the slowest gone after ${slowest.toFixed(0)} ms`,
  );
  return left;
}

/** Whose arguments or environment name the folder; those that are left are ended here, and named. */
async function untilNoneOf(folder: string, spared?: string): Promise<{ left: number; ms: number }> {
  const started = performance.now();
  let found = processesOf(folder, spared);
  while (found.length > 0 && performance.now() - started < PATIENCE_MS) {
    await sleep(LOOK_MS);
    found = processesOf(folder, spared);
  }
  for (const { pid, command } of found) {
    console.log('LEFT', pid, command);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it went with another
    }
  }
  return { left: found.length, ms: performance.now() - started };
}

function processesOf(folder: string, spared?: string): { pid: number; command: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    const command = textOf(`/proc/${name}/cmdline`);
    const isOne = command.includes(folder) || textOf(`/proc/${name}/environ`).includes(folder);
    if (!isOne || (spared !== undefined && command.includes(spared))) return [];
    return [{ pid: Number(name), command: command.replaceAll('\0', ' ').slice(0, 150) }];
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return ''; // gone meanwhile
  }
}
