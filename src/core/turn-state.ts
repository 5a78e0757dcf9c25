/** Everything a turn knows besides the conversation, which is in the session's log. A stage takes one state and returns the next. */

import type { StopReason } from '../protocol/event.ts';
import type { ToolCall, Usage } from '../protocol/message.ts';
import type { Agent, Mode } from '../protocol/mode.ts';
import type { ToolSpec } from '../protocol/provider.ts';
import type { Tool } from '../protocol/tool.ts';

export interface TurnState {
  readonly fixed: FixedForTurn;
  readonly toolbox: Toolbox;
  /** What the last chatStep returned. */
  readonly reply: Reply;
  readonly step: number;
  /** How often the model was asked to continue with this prompt. */
  readonly continued: number;
  /** The calls of this prompt with a fingerprint of their outcomes; `undefined` if loop detection is off. */
  readonly trail?: readonly Trace[];
  readonly verification: Verification;
  /** A needed approval was refused, or no one could give it. */
  readonly refused: boolean;
  /** A hook has prevented the turn from ending. */
  readonly heldByHook?: true;
  readonly usage: Usage;
  /** Set once; ends the loop. */
  readonly stop?: StopReason;
  readonly error?: string;
}

/** What a turn works with from its beginning to its end. */
export interface FixedForTurn {
  readonly turn: string;
  /** Kept through all continuations of one prompt. */
  readonly prompt: string;
  /** The text the person wrote. */
  readonly input: string;
  readonly mode: Mode;
  /** The agent that answers. */
  readonly agent: Agent;
  readonly model: string;
  /** The system prompt that every request of this turn starts with. */
  readonly system: string;
}

/** Replaced as a whole if a server announces more tools while the turn runs. */
export interface Toolbox {
  /** The tools that can be called. */
  readonly tools: readonly Tool[];
  /** Tools as described to the model: those whose definitions are sent. */
  readonly specs: readonly ToolSpec[];
  /** All tools of the engine, and how many had been looked up, at that time. */
  readonly madeFrom: { readonly tools: readonly Tool[]; readonly loaded: number | undefined };
}

/** For a model call that may not ask for anything. */
export const NO_TOOLS: Toolbox = { tools: [], specs: [], madeFrom: { tools: [], loaded: undefined } };

interface Reply {
  /** The calls that the model asked for and that have not run yet. */
  readonly calls: readonly ToolCall[];
  /** How the model call ended; absent if it broke off. */
  readonly ended?: 'stop' | 'calls' | 'length';
}

/** No call is left to run. */
export const NO_CALLS: Reply = { calls: [] };

/** What the turn changed, and how that was checked. */
export interface Verification {
  /** The changes made, in order. */
  readonly changes: readonly Change[];
  /** Checks that ran, by coder or by the model. */
  readonly checks: readonly Check[];
  /** How often coder itself has run the check after edits. */
  readonly runs: number;
  /** Length of `changes` when it last did. */
  readonly verifiedChanges?: number;
  /** The result of the check before the first edit. */
  readonly baseline?: Baseline;
}

/** One call of a turn, for detecting repetition. */
export interface Trace {
  /** Name and arguments. */
  call: string;
  /** A fingerprint of the outcome, computed when first compared; absent until the call has run. */
  result?(): string;
}

/** A file that a tool changed, as a real path, or a command that changes files. */
export type Change = { kind: 'file'; path: string } | { kind: 'command'; line: string };

/** A command that shows whether the project works, and its result. */
export interface Check {
  line: string;
  exitCode: number;
  /** Length of `changes` when it ran. */
  afterChanges: number;
  /** The failures, one line each. */
  failures?: readonly string[];
  /** Fails exactly as it did before the turn. */
  asBefore?: true;
}

export interface Baseline {
  line: string;
  exitCode: number;
  /** The failures, one line each. */
  failures: readonly string[];
}
