/** All the engine needs from outside: the real ones from app/, fakes in tests. */

import type { Language } from '../base/language.ts';
import type { Outgoing } from '../context/outgoing.ts';
import type { CommandContext, CommandResult, ListedSkill, ModelPlace } from '../protocol/command.ts';
import type { CustomCommands } from '../protocol/custom-command.ts';
import type { Event } from '../protocol/event.ts';
import type { Job } from '../protocol/job.ts';
import type { Part } from '../protocol/message.ts';
import type { Agent, Mode } from '../protocol/mode.ts';
import type { Facts, Grant, Preset, Scope, Target, UsedPath } from '../protocol/policy.ts';
import type { ProjectFiles } from '../protocol/project.ts';
import type { Provider } from '../protocol/provider.ts';
import type { Answer, BlastRadius, Request } from '../protocol/request.ts';
import type { Exported, ExportFormat, ListedSession, Session, SessionChoice } from '../protocol/session.ts';
import type { TerminalControl } from '../protocol/terminal.ts';
import type { Tool } from '../protocol/tool.ts';
import type { Baseline } from '../protocol/turn.ts';
import type { Checkpoint, UndoControl } from '../protocol/undo.ts';
import type { Conversation } from './agent.ts';
import type { Meter } from './meter.ts';
import type { Routing } from './route-model.ts';

export interface Services {
  readonly cwd: string;
  readonly session: Session;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly tables: Tables;
  readonly limits: Limits;
  readonly approval: ApprovalSettings;
  readonly workflow: Workflow;
  readonly routing: Routing;
  /** The language of what coder itself says. */
  readonly lang: Language;
  /** Whether `! ls` goes through policy and approvals. */
  readonly commandModeChecks: boolean;
  provider(model: string): Promise<Provider>;
  contextLimit(model: string): number;
  /** What the next request would hold. */
  readonly outgoing: Outgoing;
  /** What the session spends, its sub-agents included. */
  readonly meter: Meter;
  /** Keeps the bulk of a result in a file and says where; nothing where that fails. */
  saveResult(callId: string, text: string): Promise<string | undefined>;
  systemPrompt(agent: Agent): Promise<string>;
  facts(preset: Preset): Facts;
  /** Absolute, symlinks followed: what policy and undo see. */
  resolve(path: string): Promise<Omit<UsedPath, 'access' | 'shown'>>;
  /** Whether a URL leads to this machine or a private network. */
  reach(url: string): Promise<{ name: string; private: boolean }>;
  /** What `@path` mentions in a message bring along, or what is wrong with one. */
  attach(
    text: string,
    mode: Mode,
    signal: AbortSignal,
  ): Promise<{ ok: true; parts: Part[] } | { ok: false; error: string }>;
  ask(request: Request, signal: AbortSignal): Promise<Answer>;
  /** Counts what a command would delete, move or overwrite; absent: nothing is counted. */
  blastRadius?(targets: readonly Target[], signal: AbortSignal): Promise<BlastRadius>;
  remember(grant: Grant): Promise<void>;
  /** How many grants were taken back. */
  revoke(scope: Scope): Promise<number>;
  /** Goes on with another session: from then on `session` and all that belongs to it are that one's. */
  openSession(choice: SessionChoice): Promise<Conversation>;
  readonly around: Around;
  readonly terminals: TerminalControl;
  /** Told around every call that may change files; absent: nothing can be undone. */
  readonly checkpoint?: Checkpoint;
  /** For `/undo`, `/redo` and `/diff`. */
  readonly files: UndoControl;
  /** A look at the project's files; nothing of the project is run for it. */
  project(): Promise<ProjectFiles>;
  /** Changes whenever a file of the workspace does. */
  treeState(signal: AbortSignal): Promise<string>;
  /** What checks said about which state of the workspace, for the session. */
  readonly baselines: Map<string, Baseline>;
  /** Runs a built-in command. */
  command(name: string, args: string, context: CommandContext): Promise<CommandResult>;
  /** `agent` names the sub-agent it comes from. */
  emit(event: Event, agent?: string): void;
}

/** What only commands need. */
export interface Around {
  sessions(limit: number): Promise<ListedSession[]>;
  exportSession(format: ExportFormat, file: string | undefined, replace: boolean): Promise<Exported>;
  places(signal: AbortSignal): Promise<readonly ModelPlace[]>;
  problemOf(model: string): string | undefined;
  saveModel(name: string, signal: AbortSignal): Promise<string>;
  skills(): Promise<readonly ListedSkill[]>;
  custom(): Promise<CustomCommands>;
  jobs(): readonly Job[];
}

export interface Tables {
  modes: Readonly<Record<string, Mode>>;
  agents: Readonly<Record<string, Agent>>;
  presets: Readonly<Record<string, Preset>>;
}

export interface Limits {
  maxSteps: number;
  /** 0: none. */
  maxSessionTurns: number;
  maxRetries: number;
  /** The first wait before a retry; it doubles each time. */
  retryBaseMs: number;
}

export interface ApprovalSettings {
  /** Policy asks pass; risks are still asked. */
  autoApprove: boolean;
  /** Somebody is there to answer. */
  attended: boolean;
  /** What happens to a risky call when nobody can be asked. */
  onRisk: 'deny' | 'allow';
}

/** What coder does by itself around the model's work. */
export interface Workflow {
  autoVerify: boolean;
  /** How often a failed check may be tried again after a repair. */
  maxVerifyAttempts: number;
  verifyCommands: readonly string[];
  verifyBaseline: boolean;
  /** Complex requests get a todo list. */
  requireTodos: boolean;
  nextSpeakerCheck: 'heuristic' | 'model' | 'off';
}
