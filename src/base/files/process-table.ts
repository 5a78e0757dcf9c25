/** The system's table of processes, on systems that have one (`/proc`), and whether a process is alive, which every system can tell. */

import { codeOf } from '../errors.ts';
import { readableNames } from './folder.ts';
import { textIfReadable } from './if-reachable.ts';

export interface ProcessStat {
  parent: number;
  group: number;
  session: number;
  /** The process group that has the keyboard of its terminal; not positive if there is none. */
  foreground: number;
  /** In clock ticks since boot, which tells a process from a later one with the same id. */
  start: string;
  /** True for a zombie, which only waits for its parent. */
  hasEnded: boolean;
}

/** Empty if there is no table. */
export function processIds(): number[] {
  return readableNames('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** `undefined` if the process is gone, hidden, or on a system without the table. */
export function statOf(pid: number): ProcessStat | undefined {
  const stat = textIfReadable(`/proc/${pid}/stat`, 'latin1');
  if (stat === '') return undefined;
  // The name in parentheses may contain anything, even parentheses, so the fields begin after the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session, , foreground] = fields;
  return {
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    foreground: Number(foreground),
    start: fields[19] ?? '',
    hasEnded: state === 'Z' || state === 'X',
  };
}

/** `foreign`: it may not be signalled, as it is another user's (or no process could have this id). A zombie is not gone. */
export function lifeOf(pid: number): 'own' | 'foreign' | 'gone' {
  try {
    process.kill(pid, 0);
    return 'own';
  } catch (error) {
    return codeOf(error) === 'ESRCH' ? 'gone' : 'foreign';
  }
}
