/** The session is an append-only log; conversation, todos, grants and undo are folds over it. */

import type { Message } from './message.ts';
import type { Grant, Reason } from './policy.ts';
import type { ToolSpec } from './provider.ts';
import type { StopReason } from './event.ts';
import type { Usage } from './message.ts';
import type { Todo } from './view.ts';

/** One line of the log. */
export type Entry = EntryBody & { id: string; at: number };

export type EntryBody =
  | { type: 'start'; version: 1; session: string; cwd: string; coder: string }
  | { type: 'message'; turn: string; prompt: string; message: Message }
  /** What every request of this session begins with; written when it changes. */
  | { type: 'request'; model: string; system: string; tools: readonly ToolSpec[] }
  | { type: 'setting'; key: 'mode' | 'model' | 'preset' | 'title'; value: string }
  | { type: 'todos'; items: Todo[] }
  | { type: 'grant'; grant: Grant }
  | {
      type: 'decision';
      turn: string;
      callId: string;
      tool: string;
      verdict: 'allow' | 'ask' | 'deny';
      reasons: Reason[];
      by: DecidedBy;
    }
  | { type: 'turn-end'; turn: string; reason: StopReason; usage: Usage; error?: string };

/** Who took a decision: the rules, the person, a setting that passes `ask`, or nobody who could be asked. */
export type DecidedBy = 'policy' | 'user' | 'auto' | 'nobody';

export interface Session {
  readonly id: string;
  readonly entries: readonly Entry[];
  /** On disk when it resolves. */
  append(body: EntryBody): Promise<Entry>;
  /** Rewrites the snapshot beside the log. */
  save(): Promise<void>;
  /** Saves and gives the lock back. */
  close(): Promise<void>;
}
