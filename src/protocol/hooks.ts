/** Hooks as the engine sees them: the facts they receive, the answers they may give, and how they are listed. */

import type { Fault } from './fault.ts';

export const HOOK_EVENTS = [
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PermissionRequest',
  'PermissionDenied',
  'Notification',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

export interface HookControl {
  /** True if any hook waits for the event; nothing is prepared for an event without one. */
  listens(event: HookEvent): boolean;
  /** Runs all hooks that wait for the event, in parallel; never rejects. */
  run(fact: HookFact, signal: AbortSignal): Promise<HookSaid>;
  /** The same control, for the events of a sub-agent. */
  within(agent: HookAgent): HookControl;
  list(): readonly ListedHook[];
}

/** Something that happened or is about to happen. */
export interface HookFact {
  event: HookEvent;
  scene: HookScene;
  call?: HookCall;
  /** All calls of a step. */
  calls?: readonly HookCall[];
  /** The text a matcher is compared with if the event is not about a tool: how a session began, what a notification is about. */
  subject?: string;
  /** Fields that only this event has. */
  fields?: Readonly<Record<string, unknown>>;
}

export interface HookScene {
  session: string;
  turn?: string;
  prompt?: string;
  mode?: string;
  /** The mode under the name other agents use. */
  permissionMode?: string;
  model?: string;
  origin?: 'model' | 'user' | 'verify';
}

export interface HookAgent {
  id: string;
  type: string;
  /** The session that the sub-agent works for. */
  session: string;
  /** The sub-agent's working folder, if not its parent's. */
  cwd?: string;
}

/** A tool call, under coder's names. */
export interface HookCall {
  id: string;
  tool: string;
  args: unknown;
  /** The shell line that the call runs. */
  line?: string;
  /** The call's result. */
  response?: HookResponse;
}

export interface HookResponse {
  result: Readonly<Record<string, unknown>>;
  /** The result as the model reads it. */
  text: string;
}

/** The combined answer of all hooks; the strictest of several wins. */
export interface HookSaid {
  /** Verdict on the call about to run; absent if no hook gave one. */
  verdict?: 'allow' | 'ask' | 'deny';
  /** Why the call is refused or asked about, one for each hook that demands it. */
  reasons: readonly HookReason[];
  /** Replacement arguments for the call, under coder's names. */
  args?: unknown;
  /** Text for the model, each marked as coming from a hook. */
  context: readonly string[];
  /** Why things must not proceed: a prompt is not sent, a turn does not end yet, a compaction is not made. */
  block?: Fault;
  /** Why the turn must end. */
  stop?: Fault;
}

export interface HookReason {
  /** The hook as shown to the person: event, matcher and file. */
  hook: string;
  /** In English. */
  text: string;
  /** The name and parameters of coder's own sentence; absent if `text` is the hook's. */
  says?: readonly string[];
  /** Present if the hook gave no answer: `text` and `says` tell what happened, and this is what it printed. */
  failed?: { printed: string };
}

export const NOTHING_SAID: HookSaid = { reasons: [], context: [] };

export interface ListedHook {
  /** The event as written in the file; Gemini's names stay. */
  event: string;
  /** Empty if the hook matches everything. */
  matcher: string;
  /** The command or the address. */
  what: string;
  /** File, line and column. */
  where: string;
  source: 'user' | 'project' | 'plugin';
  state: 'ready' | 'untrusted' | 'changed' | 'never-runs';
  /** Why the hook never runs: coder does not have this event, or this type of hook. */
  why?: 'event' | 'type';
  /** The name of that event or type. */
  name?: string;
  runs: number;
  failures: number;
  /** Duration and start of the last run. */
  lastMs?: number;
  lastAt?: number;
  /** What went wrong in the last run that gave no answer. */
  problem?: Fault;
}

/**
 * A call as hooks of other agents know it, built where the tools are known. One call may have several forms, as a patch has several files.
 */
export interface CallForm {
  /** Claude's name for the tool; coder's name if Claude has none. */
  name: string;
  /** Gemini's name for the tool. */
  gemini?: string;
  /** coder's name for the tool. */
  tool: string;
  /** Other names that a matcher may use. */
  also: readonly string[];
  /** The arguments under Claude's names. */
  input: Readonly<Record<string, unknown>>;
  /** The texts that rules such as `Bash(git *)` are compared with. */
  texts: readonly string[];
  response?: unknown;
  /** Converts another input to coder's arguments; `undefined` if that is not possible. */
  argsOf(input: Record<string, unknown>): unknown;
}
