/** Pastes of several lines stand in the text as one character each, shown as `[copy N lines]`. */

import { countLines } from '../../../base/text/count-lines.ts';

/** Characters for private use that no font fills; each paste gets its own. */
const FIRST = 0x10f000;
const LAST = 0x10fffd;
const CHIPS = /[\u{10f000}-\u{10fffd}]/gu;

export function chipAt(index: number): string | undefined {
  return FIRST + index <= LAST ? String.fromCodePoint(FIRST + index) : undefined;
}

/** Which paste a grapheme stands for. */
export function chipIndex(grapheme: string): number | undefined {
  const codePoint = grapheme.codePointAt(0) ?? 0;
  return codePoint >= FIRST && codePoint <= LAST ? codePoint - FIRST : undefined;
}

/** Text from outside, without characters that would pass for a paste. */
export function withoutChips(text: string): string {
  return text.replace(CHIPS, '');
}

/** What is sent: the pastes in full. */
export function expandChips(text: string, pastes: readonly string[]): string {
  return text.replace(CHIPS, (chip) => pastes[chipIndex(chip) ?? -1] ?? '');
}

/** What is shown: the pastes by their labels. */
export function showChips(text: string, pastes: readonly string[]): string {
  return text.replace(CHIPS, (chip) => chipLabel(pastes[chipIndex(chip) ?? -1] ?? ''));
}

export function chipLabel(paste: string): string {
  return `[copy ${countLines(paste)} lines]`;
}
