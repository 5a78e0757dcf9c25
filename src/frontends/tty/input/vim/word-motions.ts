/** vim's words: runs of characters of one class; an empty line is a word too. */

import { nextBoundary, previousBoundary } from '../../../../base/text/graphemes.ts';
import { classAt } from '../words.ts';

/** `small` words end where letters meet punctuation, `big` ones only at blanks. */
export type WordSize = 'small' | 'big';

export function nextWordStart(text: string, from: number, size: WordSize): number {
  let offset = from;
  const kind = kindAt(text, offset, size);
  if (kind !== 'blank') offset = runEnd(text, offset, size);
  while (offset < text.length && kindAt(text, offset, size) === 'blank') {
    if (offset !== from && isEmptyLine(text, offset)) return offset;
    offset = nextBoundary(text, offset);
  }
  return offset;
}

export function previousWordStart(text: string, from: number, size: WordSize): number {
  let offset = previousBoundary(text, from);
  while (offset > 0 && kindAt(text, offset, size) === 'blank') {
    if (isEmptyLine(text, offset)) return offset;
    offset = previousBoundary(text, offset);
  }
  return runStart(text, offset, size);
}

/** The start of the last character of a word. */
export function nextWordEnd(text: string, from: number, size: WordSize): number {
  let offset = nextBoundary(text, from);
  while (offset < text.length && kindAt(text, offset, size) === 'blank') offset = nextBoundary(text, offset);
  return previousBoundary(text, runEnd(text, offset, size));
}

export function previousWordEnd(text: string, from: number, size: WordSize): number {
  let offset = from;
  if (kindAt(text, offset, size) !== 'blank') offset = runStart(text, offset, size);
  offset = previousBoundary(text, offset);
  while (offset > 0 && kindAt(text, offset, size) === 'blank') {
    if (isEmptyLine(text, offset)) return offset;
    offset = previousBoundary(text, offset);
  }
  return offset;
}

/** The end of the run of one class that contains `from`. */
export function runEnd(text: string, from: number, size: WordSize): number {
  const kind = kindAt(text, from, size);
  let offset = from;
  while (offset < text.length && kindAt(text, offset, size) === kind) offset = nextBoundary(text, offset);
  return offset;
}

export function runStart(text: string, from: number, size: WordSize): number {
  const kind = kindAt(text, from, size);
  let offset = from;
  while (offset > 0) {
    const previous = previousBoundary(text, offset);
    if (kindAt(text, previous, size) !== kind) break;
    offset = previous;
  }
  return offset;
}

export function isBlankAt(text: string, offset: number): boolean {
  return kindAt(text, offset, 'big') === 'blank';
}

function kindAt(text: string, offset: number, size: WordSize): string {
  if (offset >= text.length) return 'end';
  const kind = classAt(text, offset);
  return size === 'big' && kind !== 'blank' ? 'word' : kind;
}

function isEmptyLine(text: string, offset: number): boolean {
  return text[offset] === '\n' && (offset === 0 || text[offset - 1] === '\n');
}
