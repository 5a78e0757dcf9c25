/** Splits text into graphemes, what a person calls one character, and steps over them. */

/** Text in which every code unit is a grapheme on its own: ASCII, Latin, Greek, Cyrillic, CJK, kana, full-width forms. */
const SIMPLE =
  /^[\x00-\x0c\x0e-\x7f\xa0-\xa8\xaa-\xac\xaf-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u203b\u2500-\u257f\u3000-\u3029\u3041-\u3096\u30a0-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff60]*$/;

/** How far to look back for a certain grapheme boundary; longer clusters do not occur in text. */
const LOOK_BACK = 256;

// Setting up ICU costs 7–10 ms, so it waits for the first text that needs it. This only caches a pure value.
let segmenter: Intl.Segmenter | undefined;

/** True if each code unit is one grapheme, so that no segmenter is needed. */
export function isSimple(text: string): boolean {
  return SIMPLE.test(text);
}

export function graphemes(text: string): string[] {
  if (isSimple(text)) return text.split('');
  return Array.from(segments(text), ({ segment }) => segment);
}

/** The offset after the grapheme that begins at `offset`; the text's length at its end. */
export function nextBoundary(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  const window = text.slice(offset, offset + 2);
  if (window.length === 1 || isSimple(window)) return offset + 1;
  const from = safeStart(text, offset);
  const slice = text.slice(from, offset + LOOK_BACK);
  const found = segments(slice).containing(offset - from);
  return found === undefined ? text.length : from + found.index + found.segment.length;
}

/** The offset where the grapheme before `offset` begins; 0 at the start. */
export function previousBoundary(text: string, offset: number): number {
  if (offset <= 0) return 0;
  const before = Math.min(offset, text.length) - 1;
  return floorBoundary(text, before);
}

/** The start of the grapheme that contains `offset`. */
export function floorBoundary(text: string, offset: number): number {
  if (offset <= 0) return 0;
  if (offset >= text.length) return text.length;
  if (isSimple(text.slice(offset - 1, offset + 1))) return offset;
  const from = safeStart(text, offset);
  const found = segments(text.slice(from, offset + LOOK_BACK)).containing(offset - from);
  return found === undefined ? offset : from + found.index;
}

function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** A boundary at or shortly before `offset`: the second of two simple characters always begins a grapheme. */
function safeStart(text: string, offset: number): number {
  const limit = Math.max(0, offset - LOOK_BACK);
  for (let index = offset; index > limit; index -= 1) {
    if (isSimple(text.slice(index - 1, index + 1))) return index;
  }
  const unit = text.charCodeAt(limit);
  return limit > 0 && unit >= 0xdc00 && unit <= 0xdfff ? limit - 1 : limit;
}
