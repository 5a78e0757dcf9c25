/** What a tool is: one module with its schema, what it does to the world, and how it is drawn. */

import { CoderError, messageOf } from '../base/errors.ts';
import type { Schema } from '../base/schema.ts';
import type { Completion, CompletionRequest } from './completion.ts';
import type { ImagePart, Outcome } from './message.ts';
import type { Confinement, HostClient, LentName } from './sandbox.ts';
import type { SubagentReport } from './subagent.ts';
import type { Todo, View } from './view.ts';

/** What a call does to the world. Policy, undo and verify read this, never the tool's name. */
export type Effect = 'read' | 'edit' | 'run' | 'network' | 'ask' | 'none';

export interface ToolCommand {
  line: string;
  cwd?: string;
  permission?: string;
  interactive?: boolean;
  typedAt?: string;
  /** Why the command must run outside the sandbox. */
  outside?: string;
  /** The person's socket that the command needs in the sandbox. */
  lend?: LentName;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of tools holds tools of different arguments; each parses its own.
// oxlint-disable-next-line typescript/no-explicit-any
export interface Tool<Args = any> {
  name: string;
  /** Names that other agents use for this tool; a model may use them too. */
  alsoCalled?(): readonly string[];
  /** For the model: short, because every word costs tokens. */
  description: string;
  input: Schema<Args>;
  effect: Effect;
  /** The row of the permission table that decides. */
  permission: string;
  /** Files this call would touch, as named by the caller. */
  paths?(args: Args): PathUse[];
  /**
   * The shell line this call would run. `permission`: the row that decides about it, if not the tool's own. `interactive`:
   * more can be typed into it later, so it never counts as only reading. `typedAt`: the shell at whose prompt it is typed.
   */
  command?(args: Args): ToolCommand | undefined;
  /** The arguments that run a shell line as it is. Marks the tool that `! ls` and coder's own checks go through. */
  forLine?(line: string, options: { interactive: boolean }): Args;
  /** The call to another tool that is meant by this one; that call is judged and run instead. */
  passOn?(args: Args): { tool: string; args: unknown } | undefined;
  /** Only for primary agents: it asks the person, plans, or starts a sub-agent. */
  primaryOnly?: true;
  /** Needs more than the workspace and the session, such as another model or the person's files; a replay cannot run it again. */
  outside?: true;
  /** How it looks at the workspace; for the person, several looks in a row are shown as one. */
  looks?: 'read' | 'list' | 'search';
  /** Consecutive calls run in parallel, because each has a separate conversation. */
  sideBySide?: true;
  /** Its definition is sent only after it was looked up, or called by name. */
  deferred?: true;
  /** Looks up deferred tools; left out if there are none. */
  findsTools?: true;
  /** The tool with which the model keeps the todo list. */
  keepsTodos?: true;
  /** The address this call would reach. */
  url?(args: Args): string;
  /** True if the call would send or change something there, not only fetch a page. */
  sends?(args: Args): boolean;
  /** What the call would do, for the approval; a failure ends the call before the person is asked. */
  preview?(args: Args, context: PreviewContext): Promise<View | Failure>;
  /** May throw: the message of a `CoderError` is the call's failure, an abort cancels it, anything else is a bug. */
  execute(args: Args, context: ToolContext): Promise<Outcome>;
  /**
   * The result as the model reads it: plain text that does not repeat the call. If absent, the model
   * reads the JSON, or `error: …` for a failure.
   */
  forModel?(args: Args, outcome: Outcome): string;
  /** Called before the call runs (no outcome) and after. */
  view(args: Args, outcome?: Outcome): View;
}

export interface PathUse {
  path: string;
  access: 'read' | 'write';
}

export interface ToolContext {
  callId: string;
  /** The origin of the call. */
  origin?: 'model' | 'user' | 'verify';
  signal: AbortSignal;
  /** The session's todo list. */
  todos: TodoStore;
  /** Has a sub-agent work on an objective, in the mode of this turn. */
  delegate(agent: string, objective: string): Promise<SubagentReport>;
  /** Asks the model on behalf of the server that handles the call, charged to the session. */
  complete?(request: CompletionRequest): Promise<Completion>;
  /** The sandbox that the command runs in; absent if nothing confines it. */
  sandbox?: ToolSandbox;
  /** The line only reads: its environment prevents git from running programs in these folders. */
  readsGitIn?: readonly string[];
  /** Reports files that the call changes besides those it names, as real paths. */
  changed?(paths: readonly string[]): void;
  /** Contents that the person changed in their editor, by real path; written instead. */
  instead?: ReadonlyMap<string, string>;
  /** Sends the definitions of these deferred tools from the next step on. */
  loadTools?(names: readonly string[]): void;
  /** Passes output on as it arrives, for the person watching. */
  output(text: string, stream: 'stdout' | 'stderr'): void;
}

export interface PreviewContext extends Pick<ToolContext, 'callId' | 'origin' | 'signal'> {
  /** Takes the new file contents, if all are text, so that an editor can show them and the person can change them there. */
  proposes?(files: readonly ProposedFile[]): void;
}

interface ToolSandbox {
  /** How the sandbox confines the command. */
  confinement: Confinement;
  /** Judges where the command may connect. */
  hosts: HostClient;
  /** Set if the layer cannot filter by host: the command has the network. */
  sockets?: true;
  /** The socket that the command is lent. */
  lend?: LentName;
}

/** The proposed content of a file; the path is real and absolute. */
export interface ProposedFile {
  path: string;
  text: string;
}

export interface TodoStore {
  read(): readonly Todo[];
  write(todos: Todo[]): Promise<void>;
}

export interface Failure {
  status: 'failed' | 'denied' | 'cancelled';
  error: string;
  result?: Record<string, unknown>;
}

export function defineTool<Args>(tool: Tool<Args>): Tool<Args> {
  return tool;
}

export function ok(result: Record<string, unknown>, images?: ImagePart[]): Outcome {
  return images && images.length > 0 ? { status: 'ok', result, images } : { status: 'ok', result };
}

/** `result` keeps structured fields of a failure (exit code, closest match). */
export function failed(error: string, result?: Readonly<Record<string, unknown>>): Failure {
  return result ? { status: 'failed', error, result: { ...result } } : { status: 'failed', error };
}

export function cancelled(error = 'Cancelled.', result?: Record<string, unknown>): Failure {
  return result ? { status: 'cancelled', error, result } : { status: 'cancelled', error };
}

/** Turns what a tool threw into the outcome of its call. */
export function failureOf(error: unknown, tool: string, signal: AbortSignal): Failure {
  if (signal.aborted) return cancelled();
  return error instanceof CoderError ? failed(error.message, error.details) : failed(`${tool}: ${messageOf(error)}`);
}

/** Runs a tool directly, outside a turn; in a turn every call goes through the engine. */
export async function executeTool<Args>(tool: Tool<Args>, args: Args, context: ToolContext): Promise<Outcome> {
  try {
    return await tool.execute(args, context);
  } catch (error) {
    return failureOf(error, tool.name, context.signal);
  }
}

export function isFailure(value: object): value is Failure {
  return 'status' in value && value.status !== 'ok';
}
