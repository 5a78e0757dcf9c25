/** A worktree that coder created for one piece of work, and the reasons for keeping one. */

import type { LockOwner } from '../base/files/file-lock.ts';
import type { Fault } from './fault.ts';

/** The record written beside a worktree before it is created. */
export interface WorktreeRecord {
  version: 1;
  name: string;
  /** The worktree's absolute path. */
  path: string;
  /** The git folder shared by all working copies of the repository. */
  common: string;
  branch: string;
  /** The commit that it starts from. */
  base: string;
  at: number;
  /** The process that created it, or works in it. */
  owner: LockOwner;
  /** True once the worktree was complete. Before that, it was not reported anywhere and nothing worked in it. */
  ready: boolean;
}

/** Each is something that a removal would lose, or a sign that the worktree is in use. */
export type KeptBecause =
  | { kind: 'changed' | 'ignored' | 'hidden' | 'nested' | 'submodule'; paths: string[] }
  | { kind: 'commits'; commits: string[] }
  | { kind: 'operation' | 'mount' | 'not-ours' | 'unreadable'; what: Fault }
  | { kind: 'process'; pids: number[] };

export type RemovedWorktree =
  | { status: 'removed'; branch?: string }
  /** Nothing of it was touched. */
  | { status: 'kept'; because: KeptBecause[] };
