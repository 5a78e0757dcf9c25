/** Finds all processes of a run, wherever they went (by group, parent, or the marker in their environment), and ends them. */

import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { elapsedMs } from '../../base/elapsed.ts';
import { codeOf } from '../../base/errors.ts';
import { textIfReadable } from '../../base/files/if-reachable.ts';
import { lifeOf, processIds, statOf } from '../../base/files/process-table.ts';

export interface Tree {
  /** The leader of the process group, until it has been waited for; if absent, members are found by the marker alone. */
  leader?: number;
  /** A part of the value of `CODER_RUN` that only this tree carries. */
  marker: string;
  /** The leader is a sandbox wrapper: all others end at once when it does, so it is signalled last. */
  leaderIsWrapper?: boolean;
  /** On SIGTERM, the leader ends all others, gives them a moment to tidy up, and exits last. */
  leaderEndsAll?: boolean;
}

interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
  /** Start time, which tells a process from a later one with the same id. */
  start: string;
}

/** The variable that every child carries; a coder inside coder appends to it, so that the outer one still finds all processes. */
export const RUN_VARIABLE = 'CODER_RUN';

const GRACE_MS = 200;
const POLL_MS = 10;
const KILL_ROUNDS = 25;
const LATER_MS = 500;
/** Longer than the leader needs even on a busy machine; after that the tree is ended without its help. */
const LEADER_MS = 3000;

/** Sends TERM, allows a moment to tidy up, then sends KILL until nothing is left or the kernel will not release the rest. */
export async function endTree(whole: Tree): Promise<void> {
  const tree = whole.leaderEndsAll && (await leaderEnded(whole.leader)) ? { marker: whole.marker } : whole;
  const { leader, leaderIsWrapper = false }: Tree = tree;
  if (!leaderIsWrapper) signalGroup(leader, 'SIGTERM'); // before the search for the others, which takes a moment
  let members = await findAny(tree);
  for (const row of members) {
    if (leaderIsWrapper ? row.pid !== leader : row.group !== leader) signalProcess(row, 'SIGTERM');
  }
  for (const row of members) signalProcess(row, 'SIGCONT'); // a stopped process would not receive TERM
  const deadline = elapsedMs() + GRACE_MS;
  while (members.length > 0 && elapsedMs() < deadline) {
    await sleep(POLL_MS);
    members = members.filter(isAlive);
    if (members.length === 0) members = await findAny(tree); // processes forked meanwhile
  }
  // KILL before the next search, which takes long on a busy machine: this ends the group and, with a wrapper, everything in its sandbox.
  if (members.some((row) => row.pid === leader && isAlive(row))) signalGroup(leader, 'SIGKILL');
  for (let round = 0; members.length > 0 && round < KILL_ROUNDS; round += 1) {
    for (const row of members) signalProcess(row, 'SIGSTOP'); // so that none can fork while the others are ended
    for (const row of await findTree(tree)) signalProcess(row, 'SIGKILL');
    await sleep(POLL_MS);
    members = await findAny(tree);
  }
  if (!leaderIsWrapper) void lookLater(tree.marker);
}

/** Asks the leader to end its tree. True if the leader, and so everything it started, is gone. */
async function leaderEnded(leader: number | undefined): Promise<boolean> {
  const row = leader === undefined ? undefined : readRow(leader);
  if (!row) return true;
  const deadline = elapsedMs() + LEADER_MS;
  signalProcess(row, 'SIGTERM');
  while (isAlive(row) && elapsedMs() < deadline) await sleep(POLL_MS);
  return !isAlive(row);
}

/** Looks once more: during an exec a process has no environment to be found by, and on a busy machine that can outlast all other looks. */
async function lookLater(marker: string): Promise<void> {
  await sleep(LATER_MS, undefined, { ref: false });
  if (process.platform !== 'linux' || !isMarked(marker)) return;
  for (const row of await findTree({ marker })) signalProcess(row, 'SIGKILL');
}

/** Looks twice before reporting that nothing is left: a process that forks and exits while the table is read appears in no row. */
async function findAny(tree: Tree): Promise<ProcessRow[]> {
  if (tree.leader === undefined && process.platform === 'linux' && !isMarked(tree.marker)) return [];
  const rows = await findTree(tree);
  return rows.length > 0 ? rows : findTree(tree);
}

/**
 * True if any process carries the marker; no rows are read. The second pass checks only new processes: others cannot have gained it
 * since.
 */
function isMarked(marker: string): boolean {
  const first = processIds();
  if (first.some((pid) => carries(pid, marker))) return true;
  const known = new Set(first);
  return processIds().some((pid) => !known.has(pid) && carries(pid, marker));
}

/** Leaves out zombies, which only wait for their parent. */
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

function readRow(pid: number): ProcessRow | undefined {
  const stat = statOf(pid);
  return stat && !stat.hasEnded ? { pid, parent: stat.parent, group: stat.group, start: stat.start } : undefined;
}

function carries(pid: number, marker: string): boolean {
  if (process.platform !== 'linux') return false;
  const environment = textIfReadable(`/proc/${pid}/environ`, 'latin1'); // empty if the process has ended or is another user's
  const at = environment.indexOf(`${RUN_VARIABLE}=`);
  return at >= 0 && environment.slice(at, environment.indexOf('\0', at)).includes(marker);
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
  return process.platform === 'linux' ? readRow(row.pid)?.start === row.start : lifeOf(row.pid) !== 'gone';
}

function signalProcess(row: ProcessRow, name: NodeJS.Signals): void {
  if (isAlive(row)) signal(row.pid, name);
}

function signalGroup(leader: number | undefined, name: NodeJS.Signals): void {
  if (leader !== undefined) signal(-leader, name);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'EPERM' && code !== 'ESRCH') throw error; // it now runs as another user, or has ended
  }
}
