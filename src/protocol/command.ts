/** Built-in commands: they take a narrow context and return a view, so that they run in every front end. */

import type { Budget } from './budget.ts';
import type { Usage } from './message.ts';
import type { Mode } from './mode.ts';
import type { CompactedBy, Entry } from './session.ts';
import type { Price } from './spending.ts';
import type { UndoControl } from './undo.ts';
import type { View } from './view.ts';

export interface Command {
  name: string;
  run(args: string, context: CommandContext): Promise<View>;
}

/** No terminal, no engine internals. */
export interface CommandContext {
  readonly signal: AbortSignal;
  readonly entries: readonly Entry[];
  readonly mode: Mode;
  readonly model: string;
  readonly modes: readonly Mode[];
  /** Tools the mode has on, and those it has off. */
  readonly tools: readonly { name: string; description: string; permission: string; on: boolean }[];
  /** Takes effect at the next turn; the name is one of `modes`. */
  setMode(name: string): Promise<void>;
  setModel(name: string): Promise<void>;
  readonly context: { tokens: number; estimated: boolean; limit: number };
  /** Summarises the older part of the conversation now. */
  compact(focus: string): Promise<CompactReport>;
  /** Sends again what the last compaction left out; false where there is none. */
  undoCompaction(): Promise<boolean>;
  /** Nothing where it is not known. */
  price(model: string): Price | undefined;
  readonly budget: Budget;
  setBudget(budget: Budget): Promise<void>;
  /** Absent where nothing is kept. */
  undo?(): Promise<UndoControl>;
  /** Tells the model too, with the next prompt. */
  tell(text: string): Promise<void>;
  /** Shows what would happen and asks; nobody there to ask counts as yes. */
  confirm(view: View, yes: string, no: string): Promise<boolean>;
}

export type CompactReport =
  | { status: 'done'; by: CompactedBy; before: number; after: number; summary?: string; usage?: Usage }
  /** `why` says what to tell the person. */
  | { status: 'nothing'; why: string };

export function defineCommand(command: Command): Command {
  return command;
}
