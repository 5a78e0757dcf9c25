/** What a built-in command works with: nouns of the conversation, so that it runs in every front end. */

import type { CompactedBy } from './compaction.ts';
import type { CustomCommands, PromptPiece } from './custom-command.ts';
import type { HookControl } from './hooks.ts';
import type { IdeControl } from './ide.ts';
import type { Job } from './job.ts';
import type { Usage } from './message.ts';
import type { Mode } from './mode.ts';
import type { PlaceControl } from './place.ts';
import type { Explanation, Facts, Preset, Scope } from './policy.ts';
import type { ServerControl } from './servers.ts';
import type { Entry, Exported, ExportFormat, ListedSession, SessionChoice } from './session.ts';
import type { Budget, Price } from './spending.ts';
import type { TerminalControl } from './terminal.ts';
import type { TrustControl } from './trust.ts';
import type { UndoControl } from './undo.ts';
import type { View } from './view.ts';

/**
 * A view is shown; a prompt goes to the model as if it had been typed, in pieces once a shell has answered the lines among them; a problem says why
 * nothing was done, and what to type instead.
 */
export type CommandResult = View | { prompt: string } | { pieces: readonly PromptPiece[] } | { problem: View };

/** No terminal, no engine internals. A cancel ends whatever a member waits for. */
export interface CommandContext {
  readonly session: SessionControl;
  readonly mode: ModeControl;
  readonly model: ModelControl;
  readonly rules: RuleControl;
  readonly context: ContextControl;
  readonly budget: BudgetControl;
  /** Loop detection. */
  readonly loops: { readonly isOn: boolean; set(on: boolean): void };
  /** What turns did to files. */
  readonly files: UndoControl;
  /** Where commands run. */
  readonly place: PlaceControl;
  /** What is hidden from the model, by name, and how often it was; never a value. */
  secrets(): readonly { name: string; hidden: number }[];
  readonly programs: { readonly jobs: readonly Job[]; readonly terminals: TerminalControl };
  skills(): Promise<readonly ListedSkill[]>;
  /** Commands that the user or the project defines. */
  custom(): Promise<CustomCommands>;
  readonly setup: SetupControl;
  readonly person: PersonControl;
  /** What of the project may be used; absent where nothing of it is. */
  readonly trust?: TrustControl;
  /** MCP servers; absent where none is configured. */
  readonly servers?: ServerControl;
  /** The editor beside the terminal; absent where there can be none. */
  readonly ide?: IdeControl;
  /** Hooks; absent where none is configured. */
  readonly hooks?: HookControl;
  /** The model reads it with the next prompt. */
  tellModel(text: string): Promise<void>;
}

export interface SessionControl {
  readonly id: string;
  readonly entries: readonly Entry[];
  /** Continues with another one; if that cannot be opened, this one stays, and `problem` says why. */
  open(choice: SessionChoice): Promise<{ entries: readonly Entry[]; mode?: ChangedMode } | { problem: string }>;
  /** The sessions of this folder, the newest first. */
  list(limit: number): Promise<ListedSession[]>;
  /** Gives this session a name by which it can be resumed; `false`: it cannot be one. */
  name(name: string): Promise<boolean>;
  /** The session stays; `false`: none has it. */
  forgetName(name: string): Promise<boolean>;
  /** Without a file, one named after the session, in the workspace. An existing file is only replaced when asked to. */
  export(format: ExportFormat, file: string | undefined, replace: boolean): Promise<Exported>;
}

export interface ModeControl {
  readonly current: Mode;
  readonly all: readonly Mode[];
  /** Tools the mode has on, and those it has off. */
  readonly tools: readonly ListedTool[];
  /** Takes effect at the next turn; the name is one of `all`. */
  set(name: string): Promise<void>;
}

interface ModelControl {
  readonly current: string;
  set(name: string): Promise<void>;
  /** By place, those that can be used from here. */
  places(): Promise<readonly ModelPlace[]>;
  /** Whether a model can be used, by the list of its own endpoint. */
  check(name: string): Promise<ModelCheck>;
  /** For the next start; throws if it could not be saved. */
  save(name: string): Promise<SavedModel>;
}

/** A log in the project may tighten, never loosen: a session continues in a stricter mode than it was left in. */
interface ChangedMode {
  was: string;
  now: string;
}

/** `Why`: how a reason is given. */
export type ModelCheck<Why = string> =
  | { status: 'ok' }
  | { status: 'refused'; why: Why }
  /** The endpoint has a list, and this is not on it. */
  | { status: 'unlisted'; host: string; near?: string }
  /** The endpoint gave no list to check against. */
  | { status: 'unchecked'; why: Why };

export interface SavedModel {
  /** The file it went to. */
  file: string;
  /** A variable that decides instead at the next start. */
  overriddenBy?: string;
}

export interface ModelPlace {
  name: string;
  models: readonly string[];
  error?: string;
}

/** What decides about calls, to look at and to change. */
export interface RuleControl {
  /** With the preset in force and all grants. */
  readonly facts: Facts;
  readonly presets: readonly Preset[];
  /** Whether it was in force before, since coder started. */
  wasInForce(preset: string): boolean;
  /** Until the mode changes; the name is one of `presets`. */
  setPreset(name: string): Promise<void>;
  explain(line: string): Promise<Explanation>;
  /** How many grants were revoked. */
  revoke(scope: Scope): Promise<number>;
}

/** What is sent to the model. */
export interface ContextControl {
  readonly size: { tokens: number; estimated: boolean; limit: number };
  /** Summarises the older part of the conversation now. */
  compact(focus: string): Promise<CompactReport>;
  /** Sends again what the last compaction left out; false if there is none. */
  undoCompaction(): Promise<boolean>;
  /** Tells the model, and keeps the words through every compaction. */
  pin(text: string): Promise<void>;
}

export interface BudgetControl {
  readonly limits: Budget;
  set(limits: Budget): Promise<void>;
  /** `undefined`: not known. */
  price(model: string): Price | undefined;
}

/** How coder is set up here. */
export interface SetupControl {
  readonly version: string;
  readonly cwd: string;
  readonly agents: readonly ListedAgent[];
  /** The branch that is checked out, in a repository. */
  branch(): string | undefined;
  /** The files in force, and what they and others set besides the defaults. */
  settings(): Promise<{ files: readonly string[]; changed: readonly ListedSetting[] }>;
  /** What the model reads at the start of every conversation here. */
  notes(): Promise<readonly { path: string; lines: number }[]>;
  /** A look at the machine; `undefined` where the front end has none. */
  examine(): Promise<readonly MachineCheck[] | undefined>;
}

interface ListedAgent {
  name: string;
  kind: 'primary' | 'sub';
  description?: string;
}

export interface ListedSetting {
  key: string;
  value: string;
  where: string;
}

export interface MachineCheck {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  detail: string;
  advice?: string;
}

export interface PersonControl {
  /** One of several; `undefined`: none was picked, or no one is there to pick. */
  pick(title: string, options: string[], selected?: number): Promise<number | undefined>;
  /** Shows what would happen and asks; counts as yes if no one is there to ask. */
  confirm(view: View | undefined, yes: string, no: string): Promise<boolean>;
  /** Ends with what the command waits for. */
  readonly signal: AbortSignal;
  /** A line that stands out, before anything is asked. */
  warn(text: string): void;
}

export interface RoomRequest {
  model: string;
  /** `full`: the step is about to be too big; `overflow`: the provider said so; `command`: the person wants it. */
  why: 'full' | 'overflow' | 'command';
  focus?: string;
}

export type CompactReport =
  | { status: 'done'; by: CompactedBy; before: number; after: number; summary?: string; usage?: Usage }
  | { status: 'nothing'; why: 'cancelled' | 'not-shorter' | 'nothing-older' | 'nothing-to-drop' | 'held-by-hook' };

export interface ListedTool {
  name: string;
  description: string;
  permission: string;
  on: boolean;
  /** The rules for commands decide, not those for the tool. */
  runsCommand: boolean;
}

export interface ListedSkill {
  name: string;
  description: string;
  path: string;
}
