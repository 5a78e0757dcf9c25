/** Everything a front end may ask of the engine. */

import type { ImagePart } from './message.ts';
import type { ReasoningChoice } from './provider.ts';
import type { Answer } from './request.ts';

/** Text that is not the person's own: what came on standard input, what an editor shows. */
export interface AttachedText {
  name: string;
  text: string;
}

export type Op =
  /** `attached` goes to the model beside a prompt, as it is; commands get none of it. */
  | { type: 'submit'; text: string; images?: ImagePart[]; attached?: AttachedText[] }
  /** Goes on with what the last prompt asked for and was cut short, from its last complete step. Nothing is said where that is possible. */
  | { type: 'continue' }
  /** Delivered to the running turn before its next model call; a plain submit when nothing runs. */
  | { type: 'steer'; text: string }
  | { type: 'answer'; id: string; answer: Answer }
  /** What the person types into an interactive program, as it is. */
  | { type: 'terminal-input'; id: string; data: string }
  /** Without an id: applies to all current and future terminals, and turns on `terminal-screen` events. */
  | { type: 'terminal-resize'; id?: string; columns: number; rows: number }
  /** Shows the screen so many rows back. */
  | { type: 'terminal-scroll'; id: string; back: number }
  /** A call that waits for the person at that program returns: the model goes on with it. */
  | { type: 'terminal-hand-over'; id: string }
  | { type: 'terminal-close'; id: string }
  /** What the next turn runs with: a mode, a model, how much it thinks; what is wrong is a notice. Nothing is asked. */
  | { type: 'set'; mode?: string; model?: string; reasoning?: ReasoningChoice }
  | { type: 'cancel' }
  | { type: 'close' };
