/** Facts in order, named noun-action. Every front end renders this one stream. */

import type { Message, Outcome, ToolCall, Usage } from './message.ts';
import type { Answer, Request } from './request.ts';
import type { CompactedBy } from './session.ts';
import type { ShareInput, TerminalHand, TerminalScreen } from './terminal.ts';
import type { Todo, View } from './view.ts';

export type Event =
  | { type: 'turn-start'; turn: string; prompt: string; input: string }
  /** `refused`: a needed approval was refused, or nobody could give it. */
  | {
      type: 'turn-end';
      turn: string;
      reason: StopReason;
      usage: Usage;
      error?: string;
      refused?: true;
      /** After a cancel: commands in the background that still run. */
      jobs?: string[];
    }
  | { type: 'text-delta'; text: string }
  | { type: 'thinking-delta'; text: string }
  | { type: 'message-end'; message: Message }
  | { type: 'call-start'; call: ToolCall; view: View }
  | { type: 'call-output'; callId: string; stream: 'stdout' | 'stderr'; text: string }
  | { type: 'call-end'; callId: string; outcome: Outcome; view: View; durationMs: number }
  | { type: 'request-start'; request: Request }
  | { type: 'request-end'; id: string; answer: Answer }
  /** The attempt failed and another follows; what it had streamed (`discarded`) is withdrawn. */
  | { type: 'retry'; attempt: number; of: number; delayMs: number; reason: string; discarded: boolean }
  /** From the next request on less is sent; what was said stays in the session. Sizes in tokens. */
  | { type: 'compaction'; by: CompactedBy; before: number; after: number; summary?: string }
  | { type: 'state-change'; change: StateChange }
  | { type: 'notice'; level: 'info' | 'warn' | 'error'; view: View }
  /** An interactive program began; `share` says what of the person's typing the model gets. */
  | {
      type: 'terminal-start';
      id: string;
      command: string;
      by: TerminalHand;
      share: ShareInput;
      columns: number;
      rows: number;
    }
  /** What it shows now; only told to a front end that has given its size. */
  | { type: 'terminal-screen'; id: string; screen: TerminalScreen }
  /** `text` is the last screen. */
  | { type: 'terminal-end'; id: string; exitCode: number; durationMs: number; text: string };

/** What a front end shows besides the stream; only what changed is there. */
export interface StateChange {
  session?: { id: string; title?: string };
  mode?: string;
  model?: string;
  context?: { tokens: number; estimated: boolean; limit: number };
  todos?: Todo[];
}

export type StopReason = 'answered' | 'cancelled' | 'step-limit' | 'turn-limit' | 'budget' | 'failed';

/** On the wire and in recordings; `agent` names the sub-agent, absent for the main one. */
export type Stamped = Event & { seq: number; at: number; agent?: string };
