/** Finds out from the process table, if there is one, which program has a terminal's keyboard, and whether it is waiting for input. */

import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { statOf } from '../../base/files/process-table.ts';

export interface Foreground {
  name: string;
  /** True if typed input is, or will become, a shell's command line: the shell is at its prompt, or its program does not read input. */
  isShell: boolean;
  /** The shell that reads the input, or will read what the program leaves: its parent, its child, or on another machine. */
  shell?: string;
  /** True if it was started with flags only: without a script, a file or a line to run. */
  isBare: boolean;
  /** True if it is blocked reading input; absent if that cannot be determined. */
  isReading?: boolean;
  cwd?: string;
}

const SHELLS =
  /^(?:r?bash|sh|dash|r?zsh|fish|[rlmo]?k?sh(?:93)?|mksh|loksh|ash|hush|t?csh|yash|posh|osh|ysh|xonsh|nu|elvish|ion|pwsh|busybox)$/;
/** Programs that provide a shell the process table does not show: under other rights, on other machines, or on other screens. */
const CARRIERS =
  /^(?:ssh|mosh|mosh-client|telnet|rsh|su|sudo|doas|pkexec|runuser|docker|podman|nerdctl|kubectl|oc|lxc|incus|machinectl|vagrant|adb|tmux|screen|zellij|script|expect|wsl(?:\.exe)?)$/;
/** Kernel functions in which a process waits while it reads a terminal. */
const READING = /^(?:n_tty_read|wait_woken|tty_read)$/;
/** Kernel functions in which a process waits for input: for keys, if it has put the terminal into key mode. */
const WAITING = /^(?:do_select|do_sys_poll|poll_schedule_timeout.*|do_epoll_wait|ep_poll)$/;
const DEEPEST = 32;
const MOST = 100;

/** `leader` is the session leader of the terminal. `byKeys` is true if the terminal is read key by key, not line by line as usual. */
export function foregroundOf(leader: number, byKeys: boolean): Foreground | undefined {
  const group = statOf(leader)?.foreground ?? 0;
  const name = group > 0 ? programOf(group).name : '';
  if (name === '') return undefined;
  const leads = reads(group, byKeys);
  const isReading = leads === false ? membersOf(group).some((pid) => reads(pid, byKeys) === true) : leads;
  const cwd = folderOf(group);
  const front = programOf(group);
  const shell = front.isShell ? name : CARRIERS.test(name) ? name : shellBelow(leader);
  return {
    name,
    isShell: front.isShell || (leads !== true && hasShellBehind(group, leader)),
    isBare: front.isBare,
    ...(shell !== undefined && { shell }),
    ...(isReading !== undefined && { isReading }),
    ...(cwd !== undefined && { cwd }),
  };
}

function reads(pid: number, byKeys: boolean): boolean | undefined {
  const waits = read(`/proc/${pid}/wchan`).trim();
  return waits === '' || waits === '0' ? undefined : READING.test(waits) || (byKeys && WAITING.test(waits));
}

/** All descendants of the group's leader: a program run by a script reads in its place. */
function membersOf(group: number): number[] {
  const found: number[] = [];
  for (let row = [group]; row.length > 0 && found.length < MOST; ) {
    row = row.flatMap((pid) => read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number));
    found.push(...row);
  }
  return found;
}

/** True if a shell is among its ancestors: input that no process reads now is later read by that shell. */
function hasShellBehind(group: number, leader: number): boolean {
  let pid = group;
  for (let depth = 0; depth < DEEPEST && pid !== leader && pid > 1; depth += 1) {
    pid = statOf(pid)?.parent ?? 0;
    if (programOf(pid).isShell) return true;
  }
  return false;
}

/** The first shell among all processes started in the terminal. */
function shellBelow(leader: number): string | undefined {
  return [leader, ...membersOf(leader)].map(programOf).find(({ isShell }) => isShell)?.name;
}

/** A shell reads commands from the terminal if it got neither a script nor a line. Its executable identifies it, whatever name it uses. */
function programOf(pid: number): { name: string; isShell: boolean; isBare: boolean } {
  const [program = '', ...args] = read(`/proc/${pid}/cmdline`).replace(/\0$/, '').split('\0');
  const name = basename(program).replace(/^-/, '');
  const file = basename(ifThere(() => readlinkSync(`/proc/${pid}/exe`)) ?? '');
  const applet = file === 'busybox' && SHELLS.test(args[0] ?? '') ? args.slice(1) : args;
  const isShell = [name, file].some((one) => SHELLS.test(one)) && readsTerminal(applet);
  return { name, isShell, isBare: args.every((arg) => arg.startsWith('-') && !/^-[a-z]*[cep]$/.test(arg)) };
}

function readsTerminal(args: readonly string[]): boolean {
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (!/^[-+]./.test(arg)) return arg === '-' || /^\/dev\/(?:stdin|tty|fd\/0)$/.test(arg);
    if (/^-[a-zA-Z]*s/.test(arg) || arg === '--') return args[at + 1] === undefined || arg !== '--';
    if (/^-[a-zA-Z]*c/.test(arg) || arg.startsWith('--command')) return false;
    if (/^[-+][a-zA-Z]*[oOC]$|^--(?:rcfile|init-file|init-command)$/.test(arg)) at += 1;
  }
  return true;
}

function folderOf(pid: number): string | undefined {
  return ifThere(() => readlinkSync(`/proc/${pid}/cwd`));
}

function read(path: string): string {
  return ifThere(() => readFileSync(path, 'utf8')) ?? '';
}

/** `undefined` if the process is gone, or the system has no such table. */
function ifThere<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}
