/** Everything a front end may ask of the engine. */

import type { ImagePart } from './message.ts';
import type { ReasoningChoice } from './provider.ts';
import type { Answer } from './request.ts';

/** Text not written by the person: standard input, or what an editor shows. */
export interface AttachedText {
  name: string;
  text: string;
}

export type Op =
  /** `attached` goes to the model unchanged beside a prompt; commands get none of it. */
  | { type: 'submit'; text: string; images?: ImagePart[]; attached?: AttachedText[] }
  /** Continues what the last prompt asked for, from its last complete step, if it was cut short. Adds no message if that is possible. */
  | { type: 'continue' }
  /** Delivered to the running turn before its next model call; a plain submit if nothing is running. */
  | { type: 'steer'; text: string }
  | { type: 'answer'; id: string; answer: Answer }
  /** The person's typing into an interactive program, unchanged. */
  | { type: 'terminal-input'; id: string; data: string }
  /** Without an id: applies to all current and future terminals, and turns on `terminal-screen` events. */
  | { type: 'terminal-resize'; id?: string; columns: number; rows: number }
  /** Scrolls the screen back by this many rows. */
  | { type: 'terminal-scroll'; id: string; back: number }
  /** Returns a call that waits for the person at that program, so that the model continues. */
  | { type: 'terminal-hand-over'; id: string }
  | { type: 'terminal-close'; id: string }
  /** Sets what the next turn runs with: a mode, a model, how much it thinks. Errors become notices; nothing is asked. */
  | { type: 'set'; mode?: string; model?: string; reasoning?: ReasoningChoice }
  /** Asks which programs run in the background; a `state-change` with `programs` answers. */
  | { type: 'report-programs' }
  | { type: 'cancel' }
  | { type: 'close' };
