/** A question to the person: what is shown, and what a line typed in answer leads to. Pure values. */

import type { Answer } from '../../../protocol/request.ts';
import type { Line } from '../screen/spans.ts';

export interface Dialog {
  /** Shown for good when this part of the dialogue begins. */
  lines: readonly Line[];
  /** Shown above the input while it waits. */
  hint: readonly Line[];
  /** What the input begins with. */
  prefill?: string;
  /** A pasted text may be part of an answer; it never is one by itself. */
  takesPaste: boolean;
  submit(text: string): Step;
  escape(): Step;
}

export type Step =
  | { type: 'answer'; answer: Answer; lines: readonly Line[] }
  | { type: 'next'; dialog: Dialog }
  /** Esc at an approval: the whole turn ends. */
  | { type: 'cancel' };

export const YES = /^(?:y|yes|是)$/i;
export const NO = /^(?:n|no|否)$/i;
