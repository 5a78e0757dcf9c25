/** Finds where words begin and end, in any script. */

import { nextBoundary, previousBoundary } from '../../../base/text/graphemes.ts';
import { chipIndex } from './chips.ts';

export type CharacterClass = 'blank' | 'word' | 'han' | 'kana' | 'hangul' | 'punctuation' | 'chip';

const BLANK = /^\s/u;
const HAN = /^[\p{Script=Han}々〆〇]/u;
const KANA = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
const HANGUL = /^\p{Script=Hangul}/u;
const WORD = /^[\p{L}\p{N}\p{M}_]/u;

// Cached: its dictionary is loaded when a Chinese or Japanese word is first stepped over. A memo of a pure value.
let segmenter: Intl.Segmenter | undefined;

function classOf(grapheme: string): CharacterClass {
  if (/^[A-Za-z0-9_]/.test(grapheme)) return 'word';
  if (BLANK.test(grapheme)) return 'blank';
  if (grapheme.charCodeAt(0) < 0x80) return 'punctuation';
  if (chipIndex(grapheme) !== undefined) return 'chip';
  if (HAN.test(grapheme)) return 'han';
  if (KANA.test(grapheme)) return 'kana';
  if (HANGUL.test(grapheme)) return 'hangul';
  return WORD.test(grapheme) ? 'word' : 'punctuation';
}

export function classAt(text: string, offset: number): CharacterClass {
  return classOf(text.slice(offset, nextBoundary(text, offset)));
}

/** The end of the word at or after `offset`. */
export function wordEnd(text: string, offset: number): number {
  const start = forwardWhile(text, offset, (kind) => kind === 'blank' || kind === 'punctuation');
  if (start >= text.length) return text.length;
  const kind = classAt(text, start);
  if (kind === 'chip') return nextBoundary(text, start);
  if (!isAsian(kind)) return forwardWhile(text, start, (other) => other === kind);
  const end = forwardWhile(text, start, isAsian);
  return asianWords(text, backwardWhile(text, start, isAsian), end).find((boundary) => boundary > start) ?? end;
}

/** The start of the word before `offset`. */
export function wordStart(text: string, offset: number): number {
  const end = backwardWhile(text, offset, (kind) => kind === 'blank' || kind === 'punctuation');
  if (end <= 0) return 0;
  const last = previousBoundary(text, end);
  const kind = classAt(text, last);
  if (kind === 'chip') return last;
  if (!isAsian(kind)) return backwardWhile(text, end, (other) => other === kind);
  const start = backwardWhile(text, end, isAsian);
  const whole = forwardWhile(text, end, isAsian);
  return [start, ...asianWords(text, start, whole)].findLast((boundary) => boundary < end) ?? start;
}

/** The start of the text between blanks before `offset`. */
export function bigWordStart(text: string, offset: number): number {
  const end = backwardWhile(text, offset, (kind) => kind === 'blank');
  const last = previousBoundary(text, end);
  if (end > 0 && classAt(text, last) === 'chip') return last;
  return backwardWhile(text, end, (kind) => kind !== 'blank' && kind !== 'chip');
}

function isAsian(kind: CharacterClass): boolean {
  return kind === 'han' || kind === 'kana' || kind === 'hangul';
}

/** Ends of the words in a run without blanks. */
function asianWords(text: string, start: number, end: number): number[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return Array.from(segmenter.segment(text.slice(start, end)), ({ index, segment }) => start + index + segment.length);
}

function forwardWhile(text: string, from: number, holds: (kind: CharacterClass) => boolean): number {
  let offset = from;
  while (offset < text.length) {
    const next = nextBoundary(text, offset);
    if (!holds(classOf(text.slice(offset, next)))) break;
    offset = next;
  }
  return offset;
}

function backwardWhile(text: string, from: number, holds: (kind: CharacterClass) => boolean): number {
  let offset = from;
  while (offset > 0) {
    const previous = previousBoundary(text, offset);
    if (!holds(classOf(text.slice(previous, offset)))) break;
    offset = previous;
  }
  return offset;
}
