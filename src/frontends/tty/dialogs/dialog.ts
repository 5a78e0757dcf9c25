/** A question to the person: what is shown, and what a line typed in answer leads to. Pure values. */

import type { Answer } from '../../../protocol/request.ts';
import type { Key } from '../input/key-event.ts';
import type { Line } from '../screen/spans.ts';

export interface Dialog {
  /** Shown for good when this part of the dialogue begins. */
  lines: readonly Line[];
  /** Shown above the input while it waits. */
  hint: readonly Line[];
  /** Shown below it. */
  below?: readonly Line[];
  /** What the input begins with. */
  prefill?: string;
  /** A pasted text may be part of an answer; it never is one by itself. */
  takesPaste: boolean;
  /** What a single character does while nothing is typed. */
  keys?: Readonly<Record<string, KeyStep>>;
  /** The person has begun it, and nothing can be harmed: keys that were on their way count. */
  takesAhead?: true;
  /** What is typed shows as dots. */
  isHidden?: true;
  /** A key that is the dialogue's own, before the line gets it; `text` is what was typed so far. */
  key?(pressed: Key, text: string): Step | undefined;
  /** The same dialogue after the line has changed. */
  typed?(text: string): Dialog;
  submit(text: string): Step;
  escape(): Step;
}

export type KeyStep =
  /** At once. */
  | { type: 'now'; step(): Step }
  /**
   * It goes to the line, and is the answer if nothing follows it for a moment: the word it begins, or a reason, may be
   * typed out. The rest of the word and Enter that come later are then nothing more.
   */
  | { type: 'unless more'; word: string; ms: number };

export type Step =
  /** `lines` are shown for good, with a blank one below unless `isTight`. */
  | { type: 'answer'; answer: Answer; lines: readonly Line[]; isTight?: true }
  | { type: 'next'; dialog: Dialog }
  /** Another look of the same question: what was typed stays. */
  | { type: 'show'; dialog: Dialog }
  /** The end of a question that the front end itself has asked; `undefined`: it was given up. */
  | { type: 'done'; value: string | number | undefined; lines: readonly Line[] }
  /** Esc at an approval: the whole turn ends. */
  | { type: 'cancel' };

export const YES = /^(?:y|yes|是)$/i;
export const NO = /^(?:n|no|否)$/i;
