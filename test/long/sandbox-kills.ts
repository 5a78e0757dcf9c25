/**
 * Cancels a thousand commands in the sandbox, or kills as many coders, and checks that no process is left; leftovers are recognised by their
 * parents, not their names. Arguments: `cancel` or `kill`, how many, the layer, how many at a time, the first number. Run as a normal user.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProcesses } from '../../src/host/process/process.ts';
import { systemProgram } from '../../src/host/sandbox/layers/system-program.ts';
import { createSandbox } from '../../src/host/sandbox/session.ts';
import { call, startModelServer } from '../fixtures/model-server.ts';
import { withoutNamespaces } from '../fixtures/no-namespaces.ts';
import { commandOf, descendants, reaperArguments, startReaped } from '../fixtures/reaper.ts';
import { CLI, coderEnv } from '../fixtures/run-coder.ts';

const [what = 'cancel', count = '20', layer = 'bubblewrap', atATime = '4', first = '0'] = process.argv.slice(2);
const UNDER_REAPER = 'CODER_TEST_REAPER';
/** A process that still exists after this time counts as left, not as slow to end. */
const PATIENCE_SECONDS = 60;
const NAP = 'sleep 77777';
const LEAVES = `${NAP} & setsid ${NAP} & (env -i setsid nohup ${NAP} >/dev/null 2>&1 &)`;
const STUBBORN = `${LEAVES}; trap "" TERM; : > started; ${NAP}`;
const MEEK = `${LEAVES}; : > started; ${NAP}`;
/** Hard to kill: a process that keeps forking into a new one, a stopped one, and one that kills its supervisor. */
const MOVES = `perl -e 'for (;;) { exit if fork; setpgrp; select undef, undef, undef, 0.05 }'`;
const SLY = `${MOVES} & (kill -STOP $BASHPID) & kill -9 $PPID; : > started; ${NAP}`;
const LINES = [STUBBORN, MEEK, SLY];
/** The same through a script, because policy would refuse the line itself. */
const RUN_SLY = 'bash sly.sh';
/** Calls that a model can make, with their mode. */
const FORMS = [
  { args: { command: STUBBORN }, mode: 'yolo' },
  { args: { command: MEEK, background: true }, mode: 'yolo' },
  { args: { command: MEEK }, mode: 'yolo', hosts: ['localhost'] },
  { args: { command: STUBBORN, interactive: true }, mode: 'yolo' },
  { args: { command: MEEK }, mode: 'plan' },
  { args: { command: RUN_SLY }, mode: 'yolo' },
  { args: { command: RUN_SLY, interactive: true }, mode: 'yolo' },
];
const find = (name: string) => (name === 'bwrap' && layer === 'landlock' ? undefined : systemProgram(name));

const base = mkdtempSync('/var/tmp/coder-kills-');
process.exitCode = 1;
try {
  if (what === 'cancel') await cancelled(Number(count));
  else await killed(Number(count));
} finally {
  rmSync(base, { recursive: true, force: true });
}

/** Runs lines in one session and cancels each at a different moment. */
async function cancelled(times: number): Promise<void> {
  if (process.env[UNDER_REAPER] === undefined) {
    const [program, ...args] = reaperArguments([process.execPath, ...process.argv.slice(1)], PATIENCE_SECONDS);
    const env = { ...process.env, [UNDER_REAPER]: '1' };
    const { stdout } = spawnSync(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
    console.log(stdout.trim());
    if (/ 0 processes left/.test(stdout) && !/^left /m.test(stdout)) process.exitCode = 0;
    return;
  }
  const root = join(base, 'cancel');
  mkdirSync(root);
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
  const sandbox = createSandbox({ mode: 'auto', roots: [root], home: homedir(), env, find });
  const status = await sandbox.status();
  if (status.layer !== layer) throw new Error(`the layer is ${status.layer}`);
  const processes = createProcesses({ env, marker: 'kills' });
  const wrap = (argv: readonly string[]) => sandbox.wrap(argv, { cwd: root, confinement: 'write' });
  await processes.run({ line: 'true', cwd: root, timeoutMs: 0, keepBytes: 1000, wrap }, new AbortController().signal);
  const spared = new Set(descendants(process.ppid)); // coder's own processes, which hold the session together and end it
  let [left, slowest, wasRunning] = [0, 0, 0];
  const cancelOne = async (round: number) => {
    const controller = new AbortController();
    const cwd = join(root, `r${round}`);
    mkdirSync(cwd);
    const line = `cd ${cwd}; ${LINES[round % LINES.length]}`;
    const running = processes.run({ line, cwd: root, timeoutMs: 0, keepBytes: 1000, wrap }, controller.signal);
    const started = join(cwd, 'started');
    // Half are cancelled at any moment, the others while the line runs.
    if (round % 2 === 0) await sleep((round * 7) % 120);
    else while (!existsSync(started)) await sleep(5);
    if (existsSync(started)) wasRunning += 1;
    controller.abort();
    await running;
  };
  for (let round = 0; round < times; round += Number(atATime)) {
    const many = Math.min(Number(atATime), times - round);
    await Promise.all(Array.from({ length: many }, (_, index) => cancelOne(Number(first) + round + index)));
    const since = performance.now();
    left += await leftBeside(spared);
    slowest = Math.max(slowest, performance.now() - since);
  }
  await processes.close();
  await sandbox.close();
  left += await leftBeside(new Set([process.pid]));
  console.log(
    `${times} cancels in ${layer}, ${wasRunning} while the line ran: ${left} processes left, the slowest gone after ${slowest.toFixed(0)} ms`,
  );
}

/** Waits for processes to end, then reports and kills those that are left. */
async function leftBeside(spared: ReadonlySet<number>): Promise<number> {
  const look = () => descendants(process.ppid).filter((pid) => !spared.has(pid) && commandOf(pid) !== '');
  const deadline = performance.now() + PATIENCE_SECONDS * 1000;
  let found = look();
  while (found.length > 0 && performance.now() < deadline) {
    await sleep(10);
    found = look();
  }
  for (const pid of found) {
    console.log('LEFT', pid, commandOf(pid).slice(0, 150));
    spawnSync('kill', ['-9', String(pid)]);
  }
  return found.length;
}

interface Sum {
  done: number;
  left: number;
  slowest: number;
  /** Number killed while their line ran. */
  running: number;
}

/** Has the built coder run a line for the model, and kills it at any moment after that. */
async function killed(times: number): Promise<void> {
  const sum: Sum = { done: 0, left: 0, slowest: 0, running: 0 };
  let next = Number(first);
  const work = async () => {
    for (let round = next++; round < Number(first) + times; round = next++) await killOne(round, sum);
  };
  await Promise.all(Array.from({ length: Number(atATime) }, work));
  console.log(
    `${times} kills in ${layer}, ${sum.running} while the line ran: ${sum.left} processes left, the slowest gone after ${sum.slowest} ms`,
  );
  process.exitCode = sum.left === 0 ? 0 : 1;
}

async function killOne(round: number, sum: Sum): Promise<void> {
  const { args, mode, hosts = [] } = FORMS[round % FORMS.length] ?? { args: {}, mode: '' };
  await using server = await startModelServer((_request, index) =>
    index === 0 ? call('bash', args) : call('bash', { command: NAP }),
  );
  const folder = join(base, `r${round}`);
  const [path, home] = [join(folder, 'home', 'project'), join(folder, 'home')];
  mkdirSync(path, { recursive: true });
  mkdirSync(join(home, '.coder'));
  writeFileSync(join(path, 'sly.sh'), SLY);
  writeFileSync(join(home, '.coder', 'config.json'), JSON.stringify({ sandbox: { hosts } }));
  const argv = [process.execPath, CLI, '-p', 'go', '--mode', mode, '--yes'];
  const coder = await startReaped(layer === 'landlock' ? withoutNamespaces(argv) : argv, {
    cwd: path,
    env: {
      ...coderEnv({ cwd: path, home, url: server.url }),
      CODER_SANDBOX: 'auto',
      NODE_COMPILE_CACHE: join(base, 'compiled'),
    },
    patienceSeconds: PATIENCE_SECONDS,
  });
  const isAt = async (there: () => boolean) => {
    while (!there() && !coder.hasEnded) await sleep(5);
  };
  await isAt(() => server.requests.length > 0);
  // Half are killed while the sandbox is being created, the others while the line runs.
  if (round % 2 === 0) await sleep((round * 13) % 500);
  else await isAt(() => existsSync(join(path, 'started')) || (mode === 'plan' && napping(coder.pid)));
  if (napping(coder.pid)) sum.running += 1;
  if (coder.hasEnded) throw new Error(`coder ended by itself in round ${round}`);
  process.kill(coder.pid, 'SIGKILL');
  const { left, ms } = await coder.gone;
  for (const each of left) console.log(round, mode, JSON.stringify(args), each);
  sum.left += left.length;
  sum.slowest = Math.max(sum.slowest, ms);
  rmSync(folder, { recursive: true, force: true });
  sum.done += 1;
  if (sum.done % 25 === 0) console.log(JSON.stringify(sum));
}

function napping(pid: number): boolean {
  return descendants(pid).some((each) => commandOf(each).startsWith(NAP));
}
