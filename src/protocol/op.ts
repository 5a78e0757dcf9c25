/** Everything a front end may ask of the engine. */

import type { ImagePart } from './message.ts';
import type { Answer } from './request.ts';

export type Op =
  | { type: 'submit'; text: string; images?: ImagePart[] }
  /** Delivered to the running turn before its next model call; a plain submit when nothing runs. */
  | { type: 'steer'; text: string }
  | { type: 'answer'; id: string; answer: Answer }
  | { type: 'cancel' }
  | { type: 'close' };
