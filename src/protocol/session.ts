/** The session is an append-only log; conversation, todos, grants and undo are folds over it. */

import type { CompactionEntry } from './compaction.ts';
import type { StopReason } from './event.ts';
import type { Message, Usage } from './message.ts';
import type { Grant, Reason, Scope } from './policy.ts';
import type { ToolSpec } from './provider.ts';
import type { Todo } from './view.ts';

/** One line of the log. */
export type Entry = EntryBody & { id: string; at: number };

export type EntryBody =
  | { type: 'start'; version: 1; session: string; cwd: string; coder: string }
  | { type: 'message'; turn: string; prompt: string; message: Message }
  /** The start of every request of this session; written when it changes. */
  | { type: 'request'; model: string; system: string; tools: readonly ToolSpec[] }
  | { type: 'setting'; key: 'mode' | 'model' | 'preset' | 'title' | 'compaction' | 'budget'; value: string }
  | { type: 'todos'; items: Todo[] }
  | { type: 'grant'; grant: Grant }
  /** Revokes grants of this session. */
  | { type: 'revoke'; scope: Scope }
  | {
      type: 'decision';
      turn: string;
      callId: string;
      tool: string;
      verdict: 'allow' | 'ask' | 'deny';
      reasons: Reason[];
      by: DecidedBy;
      /** What the person said when refusing. */
      why?: string;
      /** The command line that the person refused. */
      line?: string;
    }
  /** The turn has changed files; its changes are kept under its id. */
  | { type: 'checkpoint'; turn: string }
  /** Newest turn first; the replaced contents are kept under the id `undo`. */
  | { type: 'undo' | 'redo'; undo: string; turns: string[] }
  | { type: 'turn-end'; turn: string; reason: StopReason; usage: Usage; error?: string }
  | CompactionEntry
  /** Undoes the compaction of that entry. */
  | { type: 'compaction-undo'; of: string }
  /** Usage of a model call whose messages are not in this log: a sub-agent's, a check's, or that of an unused summary. */
  | { type: 'usage'; agent: string; model: string; usage: Usage };

/** Which session to continue; `unsaved`: a new one that is never written to disk. */
export type SessionChoice =
  | { kind: 'new' }
  | { kind: 'unsaved' }
  | { kind: 'continue' }
  | { kind: 'resume'; id: string };

/** Who decided: the rules, the person, a setting that passes `ask`, a hook, or no one, because no one could be asked. */
export type DecidedBy = 'policy' | 'user' | 'auto' | 'hook' | 'nobody';

/** A session of this folder, as shown in a list. */
export interface ListedSession {
  id: string;
  title: string;
  /** Given by the person, to find the session by. */
  name?: string;
  updatedAt: number;
  damaged?: true;
}

export const EXPORT_FORMATS = ['html', 'md', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type Exported = { status: 'saved' | 'exists'; path: string };

export interface Session {
  readonly id: string;
  /** The same growing list throughout: its followers see what is appended. */
  readonly entries: readonly Entry[];
  /** The time used in its entries: it runs evenly within a turn, whatever happens to the system's clock. */
  now(): number;
  /** Resolves once the entry is on disk. */
  append(body: EntryBody): Promise<Entry>;
  /** Syncs the log to the disk; rewrites the snapshot beside it when due, or at once with `now`. */
  save(snapshot?: 'now'): Promise<void>;
  /** Saves and releases the lock. */
  close(): Promise<void>;
}
