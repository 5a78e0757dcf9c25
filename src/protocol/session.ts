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
  /** What every request of this session begins with; written when it changes. */
  | { type: 'request'; model: string; system: string; tools: readonly ToolSpec[] }
  | { type: 'setting'; key: 'mode' | 'model' | 'preset' | 'title' | 'compaction' | 'budget'; value: string }
  | { type: 'todos'; items: Todo[] }
  | { type: 'grant'; grant: Grant }
  /** Takes grants of this session back. */
  | { type: 'revoke'; scope: Scope }
  | {
      type: 'decision';
      turn: string;
      callId: string;
      tool: string;
      verdict: 'allow' | 'ask' | 'deny';
      reasons: Reason[];
      by: DecidedBy;
      /** What the person said with a no. */
      why?: string;
      /** The command line that the person refused. */
      line?: string;
    }
  /** The turn has changed files; what it changed is kept under its id. */
  | { type: 'checkpoint'; turn: string }
  /** The newest turn first; what was replaced is kept under the id `undo`. */
  | { type: 'undo' | 'redo'; undo: string; turns: string[] }
  | { type: 'turn-end'; turn: string; reason: StopReason; usage: Usage; error?: string }
  | CompactionEntry
  /** Takes the compaction of that entry back. */
  | { type: 'compaction-undo'; of: string }
  /** What a model call took whose messages are not in this log: a sub-agent's, a check's, that of a summary not used. */
  | { type: 'usage'; agent: string; model: string; usage: Usage };

/** Which session to continue; `unsaved`: a new one that is on no disk. */
export type SessionChoice =
  | { kind: 'new' }
  | { kind: 'unsaved' }
  | { kind: 'continue' }
  | { kind: 'resume'; id: string };

/** Who decided: the rules, the person, a setting that passes `ask`, a hook, or no one, as no one could be asked. */
export type DecidedBy = 'policy' | 'user' | 'auto' | 'hook' | 'nobody';

/** A session of this directory, as a list shows it. */
export interface ListedSession {
  id: string;
  title: string;
  /** Given by a person, to find it by. */
  name?: string;
  updatedAt: number;
  damaged?: true;
}

export const EXPORT_FORMATS = ['html', 'md', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type Exported = { status: 'saved' | 'exists'; path: string };

export interface Session {
  readonly id: string;
  /** The one list that grows: who follows it sees what is appended. */
  readonly entries: readonly Entry[];
  /** The time as its entries bear it: evenly within a turn, whatever happens to the system's clock. */
  now(): number;
  /** On disk when it resolves. */
  append(body: EntryBody): Promise<Entry>;
  /** On disk for good; the snapshot beside the log is rewritten when it is due, or `now`. */
  save(snapshot?: 'now'): Promise<void>;
  /** Saves and gives the lock back. */
  close(): Promise<void>;
}
