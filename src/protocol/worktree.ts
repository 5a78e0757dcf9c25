/** A working copy of a repository that coder made for one piece of work, and why one is kept. */

import type { LockOwner } from '../base/files/file-lock.ts';

/** What is written down beside it before it is made. */
export interface WorktreeRecord {
  version: 1;
  name: string;
  /** Where it is, absolute. */
  path: string;
  /** The folder that all working copies of the repository share. */
  common: string;
  branch: string;
  /** The commit that it begins with. */
  base: string;
  at: number;
  /** Who made it, or works in it. */
  owner: LockOwner;
  /** All of it was there once. Before that, nobody was told of it and nothing worked in it. */
  ready: boolean;
}

/** Each is something that a removal would lose, or a sign that somebody is there. */
export type KeptBecause =
  | { kind: 'changed' | 'ignored' | 'hidden' | 'nested' | 'submodule'; paths: string[] }
  | { kind: 'commits'; commits: string[] }
  | { kind: 'operation' | 'mount' | 'not-ours' | 'unreadable'; what: string }
  | { kind: 'process'; pids: number[] };

export type RemovedWorktree =
  | { status: 'removed'; branch?: string }
  /** Nothing of it was touched. */
  | { status: 'kept'; because: KeptBecause[] };
