/** A question to the person: what is shown, and what each typed line leads to. Pure values. */

import type { Answer } from '../../../protocol/request.ts';
import type { Key } from '../input/key-event.ts';
import type { Line } from '../screen/spans.ts';

export interface Dialog {
  /** Printed when this part of the dialogue begins; these lines stay. */
  lines: readonly Line[];
  /** Shown above the input while it waits for an answer. */
  hint: readonly Line[];
  /** Shown below the input. */
  below?: readonly Line[];
  /** Initial text of the input. */
  prefill?: string;
  /** True if pasted text may be part of an answer; it never is one on its own. */
  takesPaste: boolean;
  /** What a single character does while nothing is typed. */
  keys?: Readonly<Record<string, KeyEffect>>;
  /** Set if the person has started the dialogue and nothing can be harmed, so that keys typed ahead count. */
  takesAhead?: true;
  /** Set if typed text is shown as dots. */
  isHidden?: true;
  /** Handles a key before the input line gets it; `text` is the line so far. `undefined` if the key is for the line. */
  key?(pressed: Key, text: string): DialogResult | undefined;
  /** Returns the dialogue to show after the line has changed. */
  typed?(text: string): Dialog;
  submit(text: string): DialogResult;
  escape(): DialogResult;
}

export type KeyEffect =
  /** Takes effect at once. */
  | { type: 'now'; result(): DialogResult }
  /**
   * Goes to the line, and is the answer if nothing follows it for a moment, because the person may be typing out the
   * word that it begins, or a reason. Later, the rest of the word and Enter are ignored.
   */
  | { type: 'unless more'; word: string; ms: number };

export type DialogResult =
  /** `lines` stay on the screen, with a blank one below unless `isTight`. */
  | { type: 'answer'; answer: Answer; lines: readonly Line[]; isTight?: true }
  | { type: 'next'; dialog: Dialog }
  /** Draws the same question differently; the typed text stays. */
  | { type: 'show'; dialog: Dialog }
  /** Ends a question that the front end itself has asked; `undefined` if the person gave up. */
  | { type: 'done'; value: string | number | undefined; lines: readonly Line[] }
  /** Esc at an approval: ends the whole turn. */
  | { type: 'cancel' };

export const YES = /^(?:y|yes|是)$/i;
export const NO = /^(?:n|no|否)$/i;
