/** Everything a built-in command works with, in terms of the conversation, so that it runs in every front end. */

import type { Language } from '../base/language.ts';
import type { CompactedBy } from './compaction.ts';
import type { CustomCommands, PromptPiece } from './custom-command.ts';
import type { Fault } from './fault.ts';
import type { HookControl } from './hooks.ts';
import type { IdeControl } from './ide.ts';
import type { Job } from './job.ts';
import type { Usage } from './message.ts';
import type { Mode } from './mode.ts';
import type { Explanation, Facts, Preset, Scope } from './policy.ts';
import type { SandboxControl } from './sandbox.ts';
import type { ServerControl } from './servers.ts';
import type { Entry, Exported, ExportFormat, ListedSession, SessionChoice } from './session.ts';
import type { Budget, Price } from './spending.ts';
import type { TerminalControl } from './terminal.ts';
import type { TrustControl } from './trust.ts';
import type { UndoControl } from './undo.ts';
import type { View } from './view.ts';

/**
 * A view is shown. A prompt goes to the model as if it had been typed; in pieces, after a shell has
 * run the lines among them. A problem says why nothing was done and what to type instead: a command that was to change
 * something and did not answers with one, unless what was asked for holds already or the person decided against it. That
 * there is nothing to show is a view.
 */
export type CommandResult = View | { prompt: string } | { pieces: readonly PromptPiece[] } | { problem: View };

/** Contains no terminal and no engine internals. A cancel ends whatever a member waits for. */
export interface CommandContext {
  readonly session: SessionControl;
  readonly mode: ModeControl;
  readonly model: ModelControl;
  readonly rules: RuleControl;
  readonly context: ContextControl;
  readonly budget: BudgetControl;
  /** Changes that turns made to files. */
  readonly files: UndoControl;
  readonly programs: ProgramControl;
  readonly extensions: ExtensionControl;
  readonly setup: SetupControl;
  readonly person: PersonControl;
  /** Adds text that the model reads with the next prompt. */
  tellModel(text: string): Promise<void>;
}

export interface SessionControl {
  readonly id: string;
  readonly entries: readonly Entry[];
  /** Switches to another session. If it cannot be opened, this one stays open and `problem` says why. */
  open(choice: SessionChoice): Promise<{ entries: readonly Entry[]; mode?: ChangedMode } | { problem: string }>;
  /** The sessions of this folder, newest first. */
  list(limit: number): Promise<ListedSession[]>;
  /** Gives this session a name to resume it by; `false` if the name is not valid. */
  name(name: string): Promise<boolean>;
  /** Removes a name, not the session; `false` if no session has it. */
  forgetName(name: string): Promise<boolean>;
  /** Without `file`, the export goes to the workspace, named after the session. An existing file is only replaced if `replace` is set. */
  export(format: ExportFormat, file: string | undefined, replace: boolean): Promise<Exported>;
}

export interface ModeControl {
  readonly current: Mode;
  readonly all: readonly Mode[];
  /** The tools, each marked as on or off in this mode. */
  readonly tools: readonly ListedTool[];
  /** Takes effect at the next turn; `name` is one of `all`. */
  set(name: string): Promise<void>;
  /** Loop detection. */
  readonly loops: { readonly isOn: boolean; set(on: boolean): void };
}

interface ModelControl {
  readonly current: string;
  set(name: string): Promise<void>;
  /** The models that can be used from here, by provider. */
  byProvider(): Promise<readonly ProviderModels[]>;
  /** Checks whether a model can be used, against the list of its endpoint. */
  check(name: string): Promise<ModelCheck>;
  /** Saves the model for the next start; throws if saving failed. */
  save(name: string): Promise<SavedModel>;
}

/** A log in the project may tighten permissions, never loosen them: a session may resume in a stricter mode than it was left in. */
interface ChangedMode {
  was: string;
  now: string;
}

/** `Why`: the form in which a reason is given. */
export type ModelCheck<Why = string> =
  | { status: 'ok' }
  | { status: 'refused'; why: Why }
  /** The endpoint has a list of models, and this one is not on it. */
  | { status: 'unlisted'; host: string; near?: string }
  /** The endpoint gave no list to check against. */
  | { status: 'unchecked'; why: Why };

export interface SavedModel {
  /** The file the model was saved to. */
  file: string;
  /** An environment variable that takes precedence at the next start. */
  overriddenBy?: string;
}

export interface ProviderModels {
  name: string;
  models: readonly string[];
  error?: string;
}

/** The rules that decide about calls, to show and to change. */
export interface RuleControl {
  /** Includes the preset in force and all grants. */
  readonly facts: Facts;
  readonly presets: readonly Preset[];
  /** True if the preset has been in force since coder started. */
  wasInForce(preset: string): boolean;
  /** Holds until the mode changes; `name` is one of `presets`. */
  setPreset(name: string): Promise<void>;
  explain(line: string): Promise<Explanation>;
  /** Returns the number of grants revoked. */
  revoke(scope: Scope): Promise<number>;
}

/** What is sent to the model. */
export interface ContextControl {
  /** Before the first request, the fixed start of every request is estimated. */
  size(): Promise<{ tokens: number; estimated: boolean; limit: number }>;
  /** Summarises the older part of the conversation now. */
  compact(focus: string): Promise<CompactReport>;
  /** Restores what the last compaction left out; `false` if there was none. */
  undoCompaction(): Promise<boolean>;
  /** Tells the model, and keeps the text verbatim through every compaction. */
  pin(text: string): Promise<void>;
  /** Names of the secrets hidden from the model, and how often each was hidden; never a value. */
  secrets(): readonly { name: string; hidden: number }[];
}

export interface BudgetControl {
  readonly limits: Budget;
  set(limits: Budget): Promise<void>;
  /** `undefined` if the price is not known. */
  price(model: string): Price | undefined;
}

/** Programs started for the person or the model. */
interface ProgramControl {
  readonly jobs: readonly Job[];
  readonly terminals: TerminalControl;
  /** Where commands run. */
  readonly sandbox: SandboxControl;
}

/** What the person, the project or another program adds to coder. */
export interface ExtensionControl {
  skills(): Promise<readonly ListedSkill[]>;
  /** Commands defined by the person or the project. */
  custom(): Promise<CustomCommands>;
  /** What of the project may be used; absent if nothing of it is used. */
  readonly trust?: TrustControl;
  /** MCP servers; absent if none is configured. */
  readonly servers?: ServerControl;
  /** The editor beside the terminal; absent if there can be none. */
  readonly ide?: IdeControl;
  /** Hooks; absent if none is configured. */
  readonly hooks?: HookControl;
}

/** How coder is set up here. */
export interface SetupControl {
  readonly version: string;
  readonly cwd: string;
  readonly agents: readonly ListedAgent[];
  /** The built-in commands, and other names of some. */
  builtIn(): Promise<{
    commands: readonly ListedCommand[];
    aliases: Readonly<Record<string, ListedCommand['name']>>;
  }>;
  /** The branch that is checked out; `undefined` outside a repository. */
  branch(): string | undefined;
  /** The settings files in force, and every setting that differs from its default, wherever it is set. */
  settings(): Promise<{ files: readonly string[]; changed: readonly ListedSetting[] }>;
  /** The files that the model reads at the start of every conversation here. */
  notes(): Promise<readonly { path: string; lines: number }[]>;
  /** Checks of the machine; `undefined` if the front end offers none. */
  examine(): Promise<readonly MachineCheck[] | undefined>;
}

export interface ListedCommand {
  name: string;
  /** The form that `/help` shows. */
  usage: string;
  /** What the command is for, as shown by `/help` and completion. */
  summary: Readonly<Record<Language, string>>;
  /** A custom command of the same name takes precedence. */
  isWeak?: true;
}

interface ListedAgent {
  name: string;
  kind: 'primary' | 'sub';
  description?: string;
  /** True if coder brings it along with this description. */
  isAsShipped?: boolean;
}

export interface ListedSetting {
  key: string;
  value: string;
  where: Fault;
}

export interface MachineCheck {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  detail: string;
  advice?: string;
}

export interface PersonControl {
  /** Lets the person pick one of several; `null` if they picked none, `undefined` if no one is available to pick. */
  pick(title: string, options: string[], selected?: number): Promise<number | null | undefined>;
  /** Shows what would happen and asks; counts as yes if no one is available to ask. */
  confirm(view: View | undefined, yes: string, no: string): Promise<boolean>;
  /** Aborts when the command is cancelled. */
  readonly signal: AbortSignal;
  /** Shows a highlighted line, before anything is asked. */
  warn(text: string): void;
}

export interface RoomRequest {
  model: string;
  /** `full`: the next step would be too big; `overflow`: the provider reported it; `command`: the person asked for it. */
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
  /** True if the rules for commands decide, not those for the tool. */
  runsCommand: boolean;
}

export interface ListedSkill {
  name: string;
  description: string;
  path: string;
  /** True for the one that coder brings along. */
  isBuiltIn?: true;
}
