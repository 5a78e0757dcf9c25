/** Which program has a terminal's keyboard, and whether it waits there: from the process table, where there is one. */

import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { codeOf } from '../../base/errors.ts';

export interface Foreground {
  name: string;
  /** What is typed now is, or becomes, a command line of a shell: it is at its prompt, or what runs in it does not read. */
  isShell: boolean;
  /** It is blocked on reading; absent where that cannot be told. */
  isReading?: boolean;
  cwd?: string;
}

const SHELLS = new Set(['bash', 'sh', 'dash', 'zsh', 'fish', 'ksh', 'ash', 'mksh']);
/** Where the kernel keeps a process that reads a terminal. */
const READING = /^(?:n_tty_read|wait_woken|tty_read)$/;
/** Where it keeps one that waits for something to read: for keys, if it has the terminal give it keys. */
const WAITING = /^(?:do_select|do_sys_poll|poll_schedule_timeout.*|do_epoll_wait|ep_poll)$/;
const DEEPEST = 32;
const MOST = 100;

/** `leader` leads the session of the terminal, which is read by keys or, as it usually is, by lines. */
export function foregroundOf(leader: number, byKeys: boolean): Foreground | undefined {
  const group = statOf(leader)?.foreground;
  const name = group === undefined ? '' : programOf(group).name;
  if (group === undefined || name === '') return undefined;
  const leads = reads(group, byKeys);
  const isReading = leads === false ? membersOf(group).some((pid) => reads(pid, byKeys) === true) : leads;
  const cwd = folderOf(group);
  return {
    name,
    isShell: programOf(group).isShell || (leads !== true && hasShellBehind(group, leader)),
    ...(isReading !== undefined && { isReading }),
    ...(cwd !== undefined && { cwd }),
  };
}

function reads(pid: number, byKeys: boolean): boolean | undefined {
  const waits = read(`/proc/${pid}/wchan`).trim();
  return waits === '' || waits === '0' ? undefined : READING.test(waits) || (byKeys && WAITING.test(waits));
}

/** What a script runs reads in its place: the processes of the group below its leader. */
function membersOf(group: number): number[] {
  const found: number[] = [];
  for (let row = [group]; row.length > 0 && found.length < MOST; ) {
    row = row.flatMap((pid) => read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number));
    found.push(...row);
  }
  return found;
}

/** What nobody reads now, the shell that started it reads later. */
function hasShellBehind(group: number, leader: number): boolean {
  let pid = group;
  for (let depth = 0; depth < DEEPEST && pid !== leader && pid > 1; depth += 1) {
    pid = statOf(pid)?.parent ?? 0;
    if (programOf(pid).isShell) return true;
  }
  return false;
}

/** A shell that reads its commands from the terminal: it was given neither a script nor a line. */
function programOf(pid: number): { name: string; isShell: boolean } {
  const [program = '', ...args] = read(`/proc/${pid}/cmdline`).split('\0');
  const name = basename(program).replace(/^-/, '');
  const isInteractive = args.every((arg) => arg === '' || (/^[-+]/.test(arg) && !/^-[a-z]*c/.test(arg)));
  return { name, isShell: SHELLS.has(name) && isInteractive };
}

function statOf(pid: number): { parent: number; foreground: number } | undefined {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const foreground = Number(fields[5]);
  return stat !== '' && foreground > 0 ? { parent: Number(fields[1]), foreground } : undefined;
}

function folderOf(pid: number): string | undefined {
  return ifThere(() => readlinkSync(`/proc/${pid}/cwd`));
}

function read(path: string): string {
  return ifThere(() => readFileSync(path, 'utf8')) ?? '';
}

/** Gone meanwhile, or no such table on this system. */
function ifThere<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}
