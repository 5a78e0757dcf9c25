/** Built-in commands: they take a narrow context and return a view, so that they run in every front end. */

import type { Language } from '../base/language.ts';
import type { Usage } from './message.ts';
import type { Mode } from './mode.ts';
import type { Explanation, Facts, Preset, Scope } from './policy.ts';
import type { CompactedBy, Entry, SessionChoice } from './session.ts';
import type { Budget, Price } from './spending.ts';
import type { Surroundings } from './surroundings.ts';
import type { UndoControl } from './undo.ts';
import type { View } from './view.ts';

export interface Command {
  name: string;
  run(args: string, context: CommandContext): Promise<CommandResult>;
}

/** A view is shown; a prompt goes to the model as if it had been typed; a problem says why nothing was done, and what to type instead. */
export type CommandResult = View | { prompt: string } | { problem: View };

/** No terminal, no engine internals. */
export interface CommandContext {
  readonly signal: AbortSignal;
  /** The language of what coder itself says. */
  readonly lang: Language;
  readonly entries: readonly Entry[];
  readonly mode: Mode;
  readonly model: string;
  readonly modes: readonly Mode[];
  /** Tools the mode has on, and those it has off. */
  readonly tools: readonly ListedTool[];
  /** Takes effect at the next turn; the name is one of `modes`. */
  setMode(name: string): Promise<void>;
  setModel(name: string): Promise<void>;
  readonly context: { tokens: number; estimated: boolean; limit: number };
  /** Summarises the older part of the conversation now. */
  compact(focus: string): Promise<CompactReport>;
  /** Sends again what the last compaction left out; false where there is none. */
  undoCompaction(): Promise<boolean>;
  /** Tells the model, and keeps the words through every compaction. */
  pin(text: string): Promise<void>;
  /** Nothing where it is not known. */
  price(model: string): Price | undefined;
  readonly budget: Budget;
  setBudget(budget: Budget): Promise<void>;
  /** The id of the session. */
  readonly session: string;
  /** Goes on with another one. Where that cannot be opened it says why, and this one stays. */
  openSession(choice: SessionChoice): Promise<{ entries: readonly Entry[] } | { problem: string }>;
  readonly permissions: PermissionControl;
  readonly around: Surroundings;
  /** One of several; nothing where none was picked or nobody is there to pick. */
  pick(title: string, options: string[]): Promise<number | undefined>;
  /** A line that stands out, before anything is asked. */
  warn(text: string): void;
  /** Whether turns that repeat themselves are stopped, in this session. */
  readonly watchesLoops: boolean;
  watchLoops(on: boolean): void;
  /** Absent where nothing is kept. */
  undo?(): Promise<UndoControl>;
  /** Tells the model too, with the next prompt. */
  tell(text: string): Promise<void>;
  /** Shows what would happen and asks; nobody there to ask counts as yes. */
  confirm(view: View | undefined, yes: string, no: string): Promise<boolean>;
}

export type CompactReport =
  | { status: 'done'; by: CompactedBy; before: number; after: number; summary?: string; usage?: Usage }
  /** `why` says what to tell the person. */
  | { status: 'nothing'; why: string };

export interface ListedTool {
  name: string;
  description: string;
  permission: string;
  on: boolean;
  /** The rules for commands decide, not those for the tool. */
  runsCommand: boolean;
}

/** What decides about calls, to look at and to change. */
export interface PermissionControl {
  /** With the preset in force and all grants. */
  readonly facts: Facts;
  readonly presets: readonly Preset[];
  /** Whether it was in force before, since coder started. */
  wasInForce(preset: string): boolean;
  /** Until the mode changes; the name is one of `presets`. */
  setPreset(name: string): Promise<void>;
  explain(line: string): Promise<Explanation>;
  /** How many grants were taken back. */
  revoke(scope: Scope): Promise<number>;
}

export function defineCommand(command: Command): Command {
  return command;
}
