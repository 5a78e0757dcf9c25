/** Everything a turn knows besides what was said, which is in the session's log. A step takes one and returns the next. */

import type { StopReason } from './event.ts';
import type { ToolCall, Usage } from './message.ts';
import type { Mode } from './mode.ts';
import type { ToolSpec } from './provider.ts';
import type { Tool } from './tool.ts';

export interface TurnState {
  readonly turn: string;
  /** Kept through all continuations of one prompt. */
  readonly prompt: string;
  readonly mode: Mode; // mode, model, system, tools, specs: fixed for the turn
  readonly model: string;
  readonly system: string;
  readonly tools: readonly Tool[];
  /** The same tools as the model is told of them. */
  readonly specs: readonly ToolSpec[];
  /** What the last chatStep asked for. */
  readonly calls: readonly ToolCall[];
  readonly step: number;
  /** What was changed, in order. */
  readonly changes: readonly Change[];
  /** A needed approval was refused, or no one could give it. */
  readonly refused: boolean;
  /** What the person wrote. */
  readonly input: string;
  /** How the last model call ended. */
  readonly ended?: 'stop' | 'calls' | 'length';
  /** How often the model was asked to continue with this prompt. */
  readonly continued: number;
  /** Calls of this prompt with a mark of what came of them; `undefined`: loops are not watched for. */
  readonly trail?: readonly Trace[];
  /** Checks that ran, by coder or by the model. */
  readonly checks: readonly Check[];
  /** How often coder itself has run the check after edits. */
  readonly verifyRuns: number;
  /** How many of `changes` were there when it last did. */
  readonly verifiedChanges?: number;
  /** The check as it was before the first edit. */
  readonly baseline?: Baseline;
  /** A hook has kept the turn from ending. */
  readonly heldByHook?: true;
  readonly usage: Usage;
  /** Set once; ends the loop. */
  readonly stop?: StopReason;
  readonly error?: string;
}

/** One call of a turn, as far as repetition goes. */
export interface Trace {
  /** Name and arguments. */
  call: string;
  /** A mark of the outcome, made when it is first compared; absent while the call has not run. */
  result?(): string;
}

/** A file that a tool changed, as a real path, or a command that changes files. */
export type Change = { kind: 'file'; path: string } | { kind: 'command'; line: string };

/** A command that says whether the project works, and what it said. */
export interface Check {
  line: string;
  exitCode: number;
  /** How many of `changes` were there when it ran. */
  afterChanges: number;
  /** What failed, one line each. */
  failures?: readonly string[];
  /** It fails just as it did before the turn. */
  asBefore?: true;
}

export interface Baseline {
  line: string;
  exitCode: number;
  /** What failed, one line each. */
  failures: readonly string[];
}
