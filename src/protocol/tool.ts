/** What a tool is: one module with its schema, what it does to the world, and how it is drawn. */

import { CoderError, messageOf } from '../base/errors.ts';
import type { Schema } from '../base/schema.ts';
import type { Completion, CompletionRequest } from './completion.ts';
import type { ImagePart, Outcome } from './message.ts';
import type { Mode } from './mode.ts';
import type { Confinement, HostClient, LentName } from './place.ts';
import type { SubagentReport } from './subagent.ts';
import type { Todo, View } from './view.ts';

/** What a call does to the world. Policy, undo and verify read this, never the tool's name. */
export type Effect = 'read' | 'edit' | 'run' | 'network' | 'ask' | 'none';

interface ToolCommand {
  line: string;
  cwd?: string;
  permission?: string;
  interactive?: boolean;
  typedAt?: string;
  /** Why it must run outside the sandbox. */
  outside?: string;
  /** A socket of the person that it needs in the sandbox. */
  lend?: LentName;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of tools holds tools of different arguments; each parses its own.
// oxlint-disable-next-line typescript/no-explicit-any
export interface Tool<Args = any> {
  name: string;
  /** What other agents call such a tool; a model may call it so, too. */
  alsoCalled?: readonly string[];
  /** For the model: short, every word earns its tokens. */
  description: string;
  input: Schema<Args>;
  effect: Effect;
  /** The row of the permission table that decides. */
  permission: string;
  /** Files this call would touch, as named by the caller. */
  paths?(args: Args): PathUse[];
  /**
   * The shell line this call would run; `permission`: the row that decides about it, if not the tool's own;
   * `interactive`: more can be typed into it later, so that it never counts as only reading; `typedAt`: the shell at whose prompt it is typed.
   */
  command?(args: Args): ToolCommand | undefined;
  /** The arguments that run a shell line as it is: the tool that `! ls` and checks of coder's own go through. */
  forLine?(line: string, options: { interactive: boolean }): Args;
  /** The call of another tool that is meant; that one is then judged and run instead. */
  passOn?(args: Args): { tool: string; args: unknown } | undefined;
  /** Only primary agents have it: it asks the person, plans, or starts a sub-agent. */
  primaryOnly?: true;
  /** It needs more than the workspace and the session: another model, the user's own files. A replay cannot run it again. */
  outside?: true;
  /** How it looks at the workspace, for the person's sake: several looks in a row are told in one. */
  looks?: 'read' | 'list' | 'search';
  /** Calls of it that follow each other run side by side: each has a conversation of its own. */
  sideBySide?: true;
  /** Its definition is sent once it was looked up, or called by its name. */
  deferred?: true;
  /** Looks up deferred tools; without any of these it is left out. */
  findsTools?: true;
  /** The model keeps the todo list with it. */
  keepsTodos?: true;
  /** The address this call would reach. */
  url?(args: Args): string;
  /** It would send something there or change something, not only ask for a page. */
  sends?(args: Args): boolean;
  /** What the call would do, for the approval; a failure ends the call before the person is asked. */
  preview?(args: Args, context: ToolContext): Promise<View | Failure>;
  /** May throw: the message of a `CoderError` is the call's failure, an abort cancels it, anything else is a bug. */
  execute(args: Args, context: ToolContext): Promise<Outcome>;
  /** The result as the model reads it: plain text, nothing that repeats the call. Absent: its JSON. Failures without it are `error: …`. */
  forModel?(args: Args, outcome: Outcome): string;
  /** Before (no outcome) and after it ran. */
  view(args: Args, outcome?: Outcome): View;
}

export interface PathUse {
  path: string;
  access: 'read' | 'write';
}

export interface ToolContext {
  callId: string;
  /** The turn's id: what jobs, snapshots and logs are filed under. */
  turn: string;
  /** Who asked for the call. */
  origin?: 'model' | 'user' | 'verify';
  /** The mode and model of the turn: what a sub-agent inherits. */
  mode: Mode;
  model: string;
  signal: AbortSignal;
  /** The session's todo list. */
  todos: TodoStore;
  /** Has a sub-agent work on an objective, in the mode of this turn. */
  delegate(agent: string, objective: string): Promise<SubagentReport>;
  /** Asks the model something for whoever serves the call, on the session's account. */
  complete?(request: CompletionRequest): Promise<Completion>;
  /** How the sandbox holds the command; absent: nothing does. */
  confinement?: Confinement;
  /** Where the layer cannot tell hosts apart: the command has the network. */
  sockets?: true;
  /** The socket that a confined command is lent. */
  lend?: LentName;
  /** Judges where a confined command connects. */
  hosts?: HostClient;
  /** The line only reads: its environment holds git to that, in these folders. */
  readsGitIn?: readonly string[];
  /** Files that the call changes besides those it names, as real paths. */
  changed?(paths: readonly string[]): void;
  /** Said by a preview: what the files would become, where all of it is text; an editor can show it, and the person change it there. */
  proposes?(files: readonly ProposedFile[]): void;
  /** By real path: what the person made of it in their editor, to be written instead. */
  instead?: ReadonlyMap<string, string>;
  /** From the next step on the definitions of these deferred tools are sent. */
  loadTools?(names: readonly string[]): void;
  /** Output as it comes, for the person watching. */
  output(text: string, stream: 'stdout' | 'stderr'): void;
}

/** What a file would become; the path is real and absolute. */
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

/** What a tool threw, as the outcome of its call. */
export function failureOf(error: unknown, tool: string, signal: AbortSignal): Failure {
  if (signal.aborted) return cancelled();
  return error instanceof CoderError ? failed(error.message, error.details) : failed(`${tool}: ${messageOf(error)}`);
}

/** Runs a tool by itself, outside of a turn; in a turn every call goes through the engine. */
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
