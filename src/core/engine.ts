/** The parts of the engine fixed for the process: settings as data, and narrow ports to models, machine and person. */

import type { Settings } from '../config/settings.ts';
import type { PromptSetting } from '../context/system-prompt.ts';
import type { ModelCheck, ProviderModels, SavedModel } from '../protocol/command.ts';
import type { Event } from '../protocol/event.ts';
import type { Fault } from '../protocol/fault.ts';
import type { HookControl } from '../protocol/hooks.ts';
import type { IdeControl } from '../protocol/ide.ts';
import type { Job } from '../protocol/job.ts';
import type { CodeCheck } from '../protocol/lsp.ts';
import type { Part } from '../protocol/message.ts';
import type { Agent, Mode } from '../protocol/mode.ts';
import type { Preset, Target, UsedPath } from '../protocol/policy.ts';
import type { ProjectFiles } from '../protocol/project.ts';
import type { Provider, ReasoningChoice } from '../protocol/provider.ts';
import type { Answer, BlastRadius, Request } from '../protocol/request.ts';
import type { SandboxControl } from '../protocol/sandbox.ts';
import type { Secrets } from '../protocol/secrets.ts';
import type { ServerControl } from '../protocol/servers.ts';
import type { SubagentReport, SubagentTask } from '../protocol/subagent.ts';
import type { TerminalControl } from '../protocol/terminal.ts';
import type { Tool } from '../protocol/tool.ts';
import type { TrustControl } from '../protocol/trust.ts';
import type { Words } from '../words/words.ts';
import type { LiveSession } from './live-session.ts';

/** Does not include the session, which is passed as an argument so that `/new` and `/resume` can replace it. */
export interface Engine {
  readonly settings: EngineSettings;
  readonly models: Models;
  readonly machine: Machine;
  readonly person: Person;
  readonly secrets: Secrets;
  readonly tools: ReadonlyMap<string, Tool>;
  /** Decides which parts of the project may be used; absent if no part is used. */
  readonly trust?: TrustControl | undefined;
  /** MCP servers; absent if none is configured. */
  readonly servers?: ServerControl | undefined;
  /** Commands that run on events; absent if none is configured. */
  readonly hooks?: HookControl | undefined;
  /** Finds what a step broke, using language servers; absent if nothing is checked. */
  readonly code?: CodeCheck;
  /** The texts for the person, in their language. */
  readonly words: Words;
  /** Runs a sub-agent for a call of the given session. Injected, because a call cannot import the turns it is part of. */
  delegate(task: SubagentTask, live: LiveSession, signal: AbortSignal): Promise<SubagentReport>;
}

/** Data only: whole sections of the settings, and values derived from them. */
export interface EngineSettings extends Readonly<Pick<Settings, 'runtime' | 'routing' | 'command_mode'>> {
  readonly cwd: string;
  readonly tables: Tables;
  readonly approval: ApprovalSettings;
  readonly workflow: Workflow;
}

export interface Models {
  provider(model: string): Promise<Provider>;
  /** Maximum number of tokens in a request to this model. */
  window(model: string): number;
  systemPrompt(agent: Agent, setting: PromptSetting): Promise<string>;
  /** Usable models, grouped by provider. */
  byProvider(signal: AbortSignal): Promise<readonly ProviderModels[]>;
  /** Why a model cannot be used, as far as is known locally; `undefined` if it can. */
  problemOf(model: string): Fault | undefined;
  /** Checks against its endpoint's list whether a model can be used. */
  check(model: string, signal: AbortSignal): Promise<ModelCheck<Fault>>;
  /** Sets how much every model thinks from now on. */
  reason(choice: ReasoningChoice): void;
  /** Saves the model for the next start; throws if saving fails. */
  save(model: string, signal: AbortSignal): Promise<SavedModel>;
}

export interface Machine {
  /** The absolute path with symlinks followed, as policy and undo see it. */
  resolve(path: string): Promise<Omit<UsedPath, 'access' | 'shown'>>;
  /** Whether a URL leads to this machine or a private network, judged by its name alone: no lookup happens before the person agrees. */
  reach(url: string): Promise<{ name: string; private: boolean }>;
  /** Resolves the `@path` mentions in a message to their contents, or to an error for the first bad one. */
  attach(text: string, signal: AbortSignal): Promise<Attached>;
  /** Where commands run. */
  readonly sandbox: SandboxControl;
  /** Counts what a command would delete, move or overwrite; `undefined` if it was not counted. */
  measure(targets: readonly Target[], signal: AbortSignal): Promise<BlastRadius | undefined>;
  /** Saves the bulk of a result to a file and returns the file's path; `undefined` if saving failed. */
  saveResult(callId: string, text: string): Promise<string | undefined>;
  /** Looks at the project's files without running anything in the project. */
  project(): Promise<ProjectFiles>;
  /** A mark that changes whenever one of these files does; paths are relative to the working folder. */
  contentMark(paths: readonly string[]): Promise<string>;
  /** A mark that changes whenever a file of the workspace does. */
  treeState(signal: AbortSignal): Promise<string>;
  /** Interactive programs. */
  readonly terminals: TerminalControl;
  /** Commands in the background. */
  jobs(): readonly Job[];
  /** Ends everything that is still running. */
  close(): Promise<void>;
}

type Attached = { ok: true; parts: Part[] } | { ok: false; error: Fault };

export interface Person {
  /**
   * Waits for the answer; `cancelled` if the signal aborts. `elsewhere` is a second place to answer, which closes once there is an answer.
   */
  ask(request: Request, signal: AbortSignal, elsewhere?: Elsewhere): Promise<Answer>;
  /** `agent` names the sub-agent the event comes from, `task` the call it works for. */
  emit(event: Event, agent?: string, task?: string): void;
  /** Resolves when emitted events leave room for more; `undefined` if there is room now. */
  room?(): Promise<void> | undefined;
  /** The editor beside the terminal; absent if there cannot be one. */
  readonly ide?: IdeControl;
}

/** Resolves to `undefined` if no answer was given there. */
export type Elsewhere = (signal: AbortSignal) => Promise<Answer | undefined>;

interface Tables {
  modes: Readonly<Record<string, Mode>>;
  agents: Readonly<Record<string, Agent>>;
  presets: Readonly<Record<string, Preset>>;
}

interface ApprovalSettings {
  /** True if approvals that policy asks for are given automatically; risks are still asked. */
  autoApprove: boolean;
  /** True if a person is present to answer. */
  attended: boolean;
  /** What happens to a risky call when no one can be asked. */
  onRisk: 'deny' | 'allow';
}

/** What coder does on its own around the model's work. */
type Workflow = Settings['workflow'] & {
  /** True if `verify_commands` was set by the person, not by the project's file. */
  hasOwnCommands: boolean;
  /** True if the person has trusted the project file that sets `verify_commands`. */
  hasTrustedCommands?: boolean;
};
