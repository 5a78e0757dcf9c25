/** What is fixed for the process: settings as data, and narrow ports to models, machine and person. */

import type { PromptSetting } from '../context/system-prompt.ts';
import type { ModelCheck, ModelPlace, SavedModel } from '../protocol/command.ts';
import type { Event } from '../protocol/event.ts';
import type { HookControl } from '../protocol/hooks.ts';
import type { IdeControl } from '../protocol/ide.ts';
import type { Job } from '../protocol/job.ts';
import type { CodeCheck } from '../protocol/lsp.ts';
import type { Part } from '../protocol/message.ts';
import type { Agent, Mode } from '../protocol/mode.ts';
import type { PlaceControl } from '../protocol/place.ts';
import type { Preset, Target, UsedPath } from '../protocol/policy.ts';
import type { ProjectFiles } from '../protocol/project.ts';
import type { Provider, ReasoningChoice } from '../protocol/provider.ts';
import type { Answer, BlastRadius, Request } from '../protocol/request.ts';
import type { Secrets } from '../protocol/secrets.ts';
import type { ServerControl } from '../protocol/servers.ts';
import type { SubagentReport, SubagentTask } from '../protocol/subagent.ts';
import type { TerminalControl } from '../protocol/terminal.ts';
import type { Tool } from '../protocol/tool.ts';
import type { TrustControl } from '../protocol/trust.ts';
import type { Fault } from '../words/fault.ts';
import type { Words } from '../words/words.ts';
import type { LiveSession } from './live-session.ts';
import type { Routing } from './route-model.ts';

/** The session is not in it: it is an argument, and `/new` and `/resume` replace it. */
export interface Engine {
  readonly settings: EngineSettings;
  readonly models: Models;
  readonly machine: Machine;
  readonly person: Person;
  readonly secrets: Secrets;
  readonly tools: ReadonlyMap<string, Tool>;
  /** What of the project may be used; absent where nothing of it is. */
  readonly trust?: TrustControl | undefined;
  /** MCP servers; absent where none is configured. */
  readonly servers?: ServerControl | undefined;
  /** Commands that wait for what happens; absent where none is configured. */
  readonly hooks?: HookControl | undefined;
  /** What a step breaks, as language servers see it; absent: nobody looks. */
  readonly code?: CodeCheck;
  /** What is said to the person, in their language. */
  readonly words: Words;
  /** Runs a sub-agent for a call of that session. Given from outside: a call cannot import the turns it is part of. */
  delegate(task: SubagentTask, live: LiveSession, signal: AbortSignal): Promise<SubagentReport>;
}

/** Data only; sections of the settings keep their names and those of their keys. */
export interface EngineSettings {
  readonly cwd: string;
  readonly tables: Tables;
  readonly runtime: Runtime;
  readonly approval: ApprovalSettings;
  readonly workflow: Workflow;
  readonly routing: Routing;
  /** Whether `! ls` goes through policy and approvals. */
  readonly command_mode: { approval: 'risk' | 'policy' | 'direct' };
}

export interface Models {
  provider(model: string): Promise<Provider>;
  /** Tokens that a request to it may hold. */
  window(model: string): number;
  systemPrompt(agent: Agent, setting: PromptSetting): Promise<string>;
  /** By place, those that can be used from here. */
  places(signal: AbortSignal): Promise<readonly ModelPlace[]>;
  /** Why a model cannot be used, as far as that is known here; `undefined`: it can. */
  problemOf(model: string): Fault | undefined;
  /** Whether a model can be used, by the list of its own endpoint. */
  check(model: string, signal: AbortSignal): Promise<ModelCheck<Fault>>;
  /** How much every model thinks from now on. */
  reason(choice: ReasoningChoice): void;
  /** For the next start; throws if it could not be saved. */
  save(model: string, signal: AbortSignal): Promise<SavedModel>;
}

export interface Machine {
  /** Absolute, symlinks followed: what policy and undo see. */
  resolve(path: string): Promise<Omit<UsedPath, 'access' | 'shown'>>;
  /** Whether a URL leads to this machine or a private network, as far as its name says: nothing is looked up before the person agrees. */
  reach(url: string): Promise<{ name: string; private: boolean }>;
  /** What `@path` mentions in a message bring along, or what is wrong with one. */
  attach(text: string, mode: Mode, signal: AbortSignal): Promise<Attached>;
  /** Where commands run. */
  readonly place: PlaceControl;
  /** Counts what a command would delete, move or overwrite; `undefined`: it was not counted. */
  measure(targets: readonly Target[], signal: AbortSignal): Promise<BlastRadius | undefined>;
  /** Keeps the bulk of a result in a file and says where; `undefined`: it could not be kept. */
  saveResult(callId: string, text: string): Promise<string | undefined>;
  /** A look at the project's files; nothing of the project is run for it. */
  project(): Promise<ProjectFiles>;
  /** Changes whenever one of these files does; relative to the working directory. */
  contentMark(paths: readonly string[]): Promise<string>;
  /** Changes whenever a file of the workspace does. */
  treeState(signal: AbortSignal): Promise<string>;
  /** Interactive programs. */
  readonly terminals: TerminalControl;
  /** Commands in the background. */
  jobs(): readonly Job[];
  /** Ends what still runs. */
  close(): Promise<void>;
}

type Attached = { ok: true; parts: Part[] } | { ok: false; error: string };

export interface Person {
  /** Waits for the answer; ends as `cancelled` with the signal. `elsewhere`: somewhere else it can be given too, until its signal ends. */
  ask(request: Request, signal: AbortSignal, elsewhere?: Elsewhere): Promise<Answer>;
  /** `agent` names the sub-agent it comes from, `task` the call that it works for. */
  emit(event: Event, agent?: string, task?: string): void;
  /** Resolves when what was emitted leaves room for more; `undefined`: it does now. */
  room?(): Promise<void> | undefined;
  /** The editor beside the terminal; absent where there can be none. */
  readonly ide?: IdeControl;
}

/** `undefined`: it is not answered there. */
export type Elsewhere = (signal: AbortSignal) => Promise<Answer | undefined>;

interface Tables {
  modes: Readonly<Record<string, Mode>>;
  agents: Readonly<Record<string, Agent>>;
  presets: Readonly<Record<string, Preset>>;
}

/** The section `runtime` of the settings, as far as the engine reads it. */
export interface Runtime {
  max_steps: number;
  /** 0: none. */
  max_session_turns: number;
  max_retries: number;
  /** The first wait before a retry; it doubles each time. */
  retry_base_ms: number;
  next_speaker_check: 'heuristic' | 'model' | 'off';
}

interface ApprovalSettings {
  /** Policy asks pass; risks are still asked. */
  autoApprove: boolean;
  /** A person is there to answer. */
  attended: boolean;
  /** What happens to a risky call when no one can be asked. */
  onRisk: 'deny' | 'allow';
}

/** The section `workflow`: what coder does by itself around the model's work. */
export interface Workflow {
  auto_verify_after_edit: boolean;
  /** How often a failed check may be tried again after a repair. */
  max_verify_attempts: number;
  verify_commands: readonly string[];
  /** The person set them, not the project's own file. */
  hasOwnCommands: boolean;
  /** The person has trusted the file of the project that names them. */
  hasTrustedCommands?: boolean;
  verify_baseline: boolean;
  /** Steps that the person enumerated become a todo list; `true`: any complex request gets one. */
  require_todo_for_complex: boolean | 'enumerated';
}
