/** Everything a front end may ask of the engine. */

import type { ImagePart } from './message.ts';
import type { Answer } from './request.ts';

export type Op =
  | { type: 'submit'; text: string; images?: ImagePart[] }
  /** Delivered to the running turn before its next model call; a plain submit when nothing runs. */
  | { type: 'steer'; text: string }
  | { type: 'answer'; id: string; answer: Answer }
  /** What the person types into an interactive program, as it is. */
  | { type: 'terminal-input'; id: string; data: string }
  /** Without an id: for all there are and all to come; from then on their screens are told. */
  | { type: 'terminal-resize'; id?: string; columns: number; rows: number }
  /** Shows the screen so many rows back. */
  | { type: 'terminal-scroll'; id: string; back: number }
  | { type: 'terminal-close'; id: string }
  | { type: 'cancel' }
  | { type: 'close' };
