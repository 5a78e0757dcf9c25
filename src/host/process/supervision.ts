/** What commands and terminals have in common: a mark in each environment, a watchdog, a limit for saved output, one end. */

import { existsSync } from 'node:fs';
import { randomText } from '../../base/random.ts';
import { endTree, RUN_VARIABLE } from './process-tree.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

export interface Supervision {
  readonly isClosed: boolean;
  /** The mark that only the next child carries, and its environment with that mark. */
  next(env?: Record<string, string | undefined>, endsAlone?: boolean): { marker: string; env: NodeJS.ProcessEnv };
  /** Where children cannot be found by their environment, the watchdog has to know the group of each. */
  watch(group: number): void;
  /** How much output may still be saved; it counts what it gives. */
  allowance(bytes: number): number;
  /** Nothing more is started. `children` are ended first, then what any of them left behind. */
  close(children: () => Promise<unknown>): Promise<void>;
}

const MAX_SAVED_BYTES = 512 * 1024 * 1024;
export const CLOSING = 'coder is closing: nothing is started any more';

/** `marker` names the session in the environment of every child. */
export function superviseChildren(inheritedBy: () => NodeJS.ProcessEnv, marker: string): Supervision {
  const session = `${marker}-${randomText(12)}`; // not shared with another run of the same session
  let count = 0;
  let mayLeave = false;
  let saved = 0;
  let isClosed = false;
  let watchdog: Watchdog | undefined;
  return {
    get isClosed() {
      return isClosed;
    },
    next(env = {}, endsAlone = false) {
      count += 1;
      mayLeave ||= !endsAlone;
      if (!endsAlone) watchdog ??= startWatchdog(session); // before the child, so that a kill in that moment leaves nothing running either
      const own = `${session}.${count};`;
      const inherited = inheritedBy();
      return { marker: own, env: { ...inherited, ...env, [RUN_VARIABLE]: (inherited[RUN_VARIABLE] ?? '') + own } };
    },
    watch(group) {
      if (process.platform !== 'linux') watchdog?.watch(group); // on Linux it finds them by their environment
    },
    allowance(bytes) {
      const given = Math.max(0, Math.min(bytes, MAX_SAVED_BYTES - saved));
      saved += given;
      return given;
    },
    async close(children) {
      isClosed = true;
      await children();
      if (mayLeave) await endTree({ marker: session });
      watchdog?.dismiss();
    },
  };
}

/** With the new one, all that run and the latest of those that have ended. */
export function withRecent<T extends { readonly state: string }>(list: readonly T[], added: T, kept: number): T[] {
  const ended = list.filter(({ state }) => state !== 'running').slice(-kept);
  return [...list.filter((old) => old.state === 'running' || ended.includes(old)), added];
}

export function countRunning(list: readonly { readonly state: string }[]): number {
  return list.filter(({ state }) => state === 'running').length;
}

export function usualShell(): string {
  return existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
}
