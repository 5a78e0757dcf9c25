/** What commands and terminals share: a mark in each environment, a watchdog, a limit on saved output, and one way to close. */

import { randomText } from '../../base/random.ts';
import { endTree, RUN_VARIABLE } from './process-tree.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

export interface Supervision {
  readonly isClosed: boolean;
  /** Returns a mark that only the next child carries, and that child's environment with the mark in it. */
  next(env?: Record<string, string | undefined>, endsAlone?: boolean): { marker: string; env: NodeJS.ProcessEnv };
  /** Reports a child's group to the watchdog, on systems where children cannot be found by their environment. */
  watch(group: number): void;
  /** Returns how many of `bytes` may still be saved to disk, and counts them as used. */
  allowance(bytes: number): number;
  /** Allows no further starts; ends `children` first, then everything that any of them left behind. */
  close(children: () => Promise<unknown>): Promise<void>;
}

const MAX_SAVED_BYTES = 512 * 1024 * 1024;
export const CLOSING = 'coder is closing: nothing more can be started';

/** `marker` identifies the session in the environment of every child. */
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
      if (!endsAlone) watchdog ??= startWatchdog(session); // before the child, so that a kill in between leaves nothing running
      const own = `${session}.${count};`;
      const inherited = inheritedBy();
      return { marker: own, env: { ...inherited, ...env, [RUN_VARIABLE]: (inherited[RUN_VARIABLE] ?? '') + own } };
    },
    watch(group) {
      if (process.platform !== 'linux') watchdog?.watch(group); // on Linux the watchdog finds children by their environment
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

/** Returns all that are running, the `kept` most recently started of those that have ended, and `added`. */
export function withRecent<T extends { readonly state: string }>(list: readonly T[], added: T, kept: number): T[] {
  const ended = list.filter(({ state }) => state !== 'running').slice(-kept);
  return [...list.filter((old) => old.state === 'running' || ended.includes(old)), added];
}

export function countRunning(list: readonly { readonly state: string }[]): number {
  return list.filter(({ state }) => state === 'running').length;
}
