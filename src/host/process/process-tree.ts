/** All processes of a run, wherever they went: by group, by parent, by the marker in their environment; and their end. */

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../base/errors.ts';

export interface Tree {
  /** The group's leader, as long as it has not been waited for; absent: by marker alone. */
  leader?: number;
  /** A part of the value of `CODER_RUN` that only this tree carries. */
  marker: string;
  /** The leader holds a sandbox together: with it all others end at once, so that it is told last. */
  leaderIsWrapper?: boolean;
  /** The leader ends all others when it is told TERM, with a moment for them to tidy up, and goes last. */
  leaderEndsAll?: boolean;
}

interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
  /** Tells a process from a later one of the same id. */
  start: string;
}

/** The variable every child carries; a coder inside coder adds to it, so that the outer one still finds all. */
export const RUN_VARIABLE = 'CODER_RUN';

const GRACE_MS = 200;
const POLL_MS = 10;
const KILL_ROUNDS = 25;
const LATER_MS = 500;
/** Longer than the leader's own way takes on a busy machine; then it is done without it. */
const LEADER_MS = 3000;

/** TERM, a moment to tidy up, then KILL, until nothing is left or the kernel keeps it. */
export async function endTree(whole: Tree): Promise<void> {
  const tree = whole.leaderEndsAll && (await leaderEnded(whole.leader)) ? { marker: whole.marker } : whole;
  const { leader, leaderIsWrapper = false }: Tree = tree;
  if (!leaderIsWrapper) signalGroup(leader, 'SIGTERM'); // at once: looking for the others takes a moment
  let members = await findAny(tree);
  for (const row of members) {
    if (leaderIsWrapper ? row.pid !== leader : row.group !== leader) signalProcess(row, 'SIGTERM');
  }
  for (const row of members) signalProcess(row, 'SIGCONT'); // a stopped one would not hear it
  const deadline = performance.now() + GRACE_MS;
  while (members.length > 0 && performance.now() < deadline) {
    await sleep(POLL_MS);
    members = members.filter(isAlive);
    if (members.length === 0) members = await findAny(tree); // what was forked meanwhile
  }
  // At once, as on a busy machine looking for the others takes long: what is in the group ends, and with a wrapper all that it holds.
  if (members.some((row) => row.pid === leader && isAlive(row))) signalGroup(leader, 'SIGKILL');
  for (let round = 0; members.length > 0 && round < KILL_ROUNDS; round += 1) {
    for (const row of members) signalProcess(row, 'SIGSTOP'); // none may fork while the others are ended
    for (const row of await findTree(tree)) signalProcess(row, 'SIGKILL');
    await sleep(POLL_MS);
    members = await findAny(tree);
  }
  if (!leaderIsWrapper) void lookLater(tree.marker);
}

/** Whether it is gone, and with it all that came from it. */
async function leaderEnded(leader: number | undefined): Promise<boolean> {
  const row = leader === undefined ? undefined : readRow(leader);
  if (!row) return true;
  const deadline = performance.now() + LEADER_MS;
  signalProcess(row, 'SIGTERM');
  while (isAlive(row) && performance.now() < deadline) await sleep(POLL_MS);
  return !isAlive(row);
}

/** A process that is just becoming another program has no environment to be found by, on a busy machine for longer than all looks take. */
async function lookLater(marker: string): Promise<void> {
  await sleep(LATER_MS, undefined, { ref: false });
  if (process.platform !== 'linux' || !isMarked(marker)) return;
  for (const row of await findTree({ marker })) signalProcess(row, 'SIGKILL');
}

/** Looks twice before it says that nothing is left: one that forks and exits while the table is read is in no row of it. */
async function findAny(tree: Tree): Promise<ProcessRow[]> {
  if (tree.leader === undefined && process.platform === 'linux' && !isMarked(tree.marker)) return [];
  const rows = await findTree(tree);
  return rows.length > 0 ? rows : findTree(tree);
}

/** The mark alone says who belongs to it: the rows need not be read, and whoever was there at the first look has not got it since. */
function isMarked(marker: string): boolean {
  const first = processIds();
  if (first.some((pid) => carries(pid, marker))) return true;
  const known = new Set(first);
  return processIds().some((pid) => !known.has(pid) && carries(pid, marker));
}

/** Zombies are not counted: they only wait for their parent. */
async function findTree(tree: Tree): Promise<ProcessRow[]> {
  const rows = process.platform === 'linux' ? readProcessTable() : await askPs();
  const found = new Set<number>();
  for (const row of rows) {
    const isMember = row.pid === tree.leader || row.group === tree.leader || carries(row.pid, tree.marker);
    if (isMember) found.add(row.pid);
  }
  for (let grew = found.size > 0; grew; ) {
    grew = false;
    for (const row of rows) {
      if (!found.has(row.parent) || found.has(row.pid)) continue;
      found.add(row.pid);
      grew = true;
    }
  }
  found.delete(process.pid);
  return rows.filter((row) => found.has(row.pid));
}

function readProcessTable(): ProcessRow[] {
  const rows: ProcessRow[] = [];
  for (const pid of processIds()) {
    const row = readRow(pid);
    if (row) rows.push(row);
  }
  return rows;
}

function processIds(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function readRow(pid: number): ProcessRow | undefined {
  const stat = readProc(pid, 'stat');
  // The name in parentheses may hold anything, parentheses too: the fields begin after the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = 'X', parent, group] = fields;
  if (state === 'Z' || state === 'X') return undefined;
  return { pid, parent: Number(parent), group: Number(group), start: fields[19] ?? '' };
}

function carries(pid: number, marker: string): boolean {
  if (process.platform !== 'linux') return false;
  const environment = readProc(pid, 'environ');
  const at = environment.indexOf(`${RUN_VARIABLE}=`);
  return at >= 0 && environment.slice(at, environment.indexOf('\0', at)).includes(marker);
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch (error) {
    // Gone meanwhile, or another user's: not ours either way.
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return '';
    throw error;
  }
}

function askPs(): Promise<ProcessRow[]> {
  return new Promise((resolve) => {
    execFile('ps', ['-axo', 'pid=,ppid=,pgid=,stat='], { encoding: 'utf8' }, (_error, stdout) => {
      resolve(
        stdout.split('\n').flatMap((line) => {
          const [pid, parent, group, state = 'Z'] = line.trim().split(/\s+/);
          if (!pid || state.startsWith('Z')) return [];
          return [{ pid: Number(pid), parent: Number(parent), group: Number(group), start: '' }];
        }),
      );
    });
  });
}

function isAlive(row: ProcessRow): boolean {
  return process.platform === 'linux' ? readRow(row.pid)?.start === row.start : signal(row.pid, 0);
}

function signalProcess(row: ProcessRow, name: NodeJS.Signals): void {
  if (isAlive(row)) signal(row.pid, name);
}

function signalGroup(leader: number | undefined, name: NodeJS.Signals): void {
  if (leader !== undefined) signal(-leader, name);
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) === 'EPERM') return true; // there, but changed its user: nothing to be done
    if (codeOf(error) === 'ESRCH') return false;
    throw error;
  }
}
