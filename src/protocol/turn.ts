/** All that a turn knows. A step takes one and returns the next. */

import type { StopReason } from './event.ts';
import type { Message, ToolCall, Usage } from './message.ts';
import type { Mode } from './mode.ts';
import type { Tool } from './tool.ts';

export interface TurnState {
  readonly turn: string;
  /** Kept through all continuations of one prompt. */
  readonly prompt: string;
  readonly mode: Mode; // mode, model, system, tools: fixed for the turn
  readonly model: string;
  readonly system: string;
  readonly tools: readonly Tool[];
  readonly messages: readonly Message[];
  /** What the last chatStep asked for. */
  readonly calls: readonly ToolCall[];
  readonly step: number;
  /** Files that were changed, as real paths. */
  readonly edited: readonly string[];
  /** A needed approval was refused, or nobody could give it. */
  readonly refused: boolean;
  readonly verifyAttempts: number;
  readonly usage: Usage;
  /** Set once; ends the loop. */
  readonly stop?: StopReason;
  readonly error?: string;
}
