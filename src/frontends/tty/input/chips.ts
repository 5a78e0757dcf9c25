/** Represents each paste of several lines as one character in the text, shown as `[copy N lines]`. */

import { countLines } from '../../../base/text/count-lines.ts';

/** Characters for private use that no font fills; each paste gets its own. */
const FIRST = 0x10f000;
const LAST = 0x10fffd;
const CHIPS = /[\u{10f000}-\u{10fffd}]/gu;

export function chipAt(index: number): string | undefined {
  return FIRST + index <= LAST ? String.fromCodePoint(FIRST + index) : undefined;
}

/** Index of the paste that a grapheme represents. */
export function chipIndex(grapheme: string): number | undefined {
  const codePoint = grapheme.codePointAt(0) ?? 0;
  return codePoint >= FIRST && codePoint <= LAST ? codePoint - FIRST : undefined;
}

/** Removes characters from outside text that would be taken for a paste. */
export function withoutChips(text: string): string {
  return text.replace(CHIPS, '');
}

/** The text as it is sent, with pastes in full. */
export function expandChips(text: string, pastes: readonly string[]): string {
  return text.replace(CHIPS, (chip) => pastes[chipIndex(chip) ?? -1] ?? '');
}

/** The text as it is shown, with labels for pastes. */
export function showChips(text: string, pastes: readonly string[]): string {
  return text.replace(CHIPS, (chip) => chipLabel(pastes[chipIndex(chip) ?? -1] ?? ''));
}

export function chipLabel(paste: string): string {
  return `[copy ${countLines(paste)} lines]`;
}
