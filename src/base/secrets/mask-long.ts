/** Hides secrets in a long text, part by part instead of as a whole. */

import { createLongText, type LongText } from '../long-text/long-text.ts';
import { openKeyIn } from './open-key.ts';

/** `cut`: the text may begin or end with a piece of a secret. */
export type Mask = (text: string, options?: { cut?: boolean }) => string;

/** The longest token or private key. Known secrets of any length are recognised by their pieces at a cut. */
const OVERLAP = 1 << 13;
/** Lines of encoded text are at least this long. */
const LONG_WORD = 60;
/** A text without a safe place to cut within this length is masked as a whole. */
const LONGEST = 1 << 19;

/** Returns the same text if nothing is hidden. */
export function maskLong(text: LongText, mask: Mask): string | LongText {
  const found = look(text, mask);
  if (found === 'nothing') return text;
  return (found === 'something' && masked(text, mask)) || mask(text.whole());
}

/** Checks each part together with the end of the one before. Checks all of them, because a secret found once is hidden everywhere. */
function look(text: LongText, mask: Mask): 'nothing' | 'something' | undefined {
  let found: 'nothing' | 'something' = 'nothing';
  let open = '';
  const lookAt = (part: string) => {
    if (mask(part, { cut: true }) !== part) found = 'something';
  };
  for (const slice of text.slices()) {
    open += slice;
    const end = harmlessEnd(open, open.length);
    if (end > OVERLAP) {
      lookAt(open.slice(0, end));
      open = open.slice(harmlessEnd(open, end - OVERLAP));
    }
    if (open.length > LONGEST) return undefined;
  }
  lookAt(open);
  return found;
}

function masked(text: LongText, mask: Mask): LongText | undefined {
  const result = createLongText();
  let open = '';
  for (const slice of text.slices()) {
    open += slice;
    const at = harmlessCut(open, mask);
    if (at > 0) result.add(mask(open.slice(0, at)));
    open = open.slice(at);
    if (open.length > LONGEST) return undefined;
  }
  result.add(mask(open));
  return result.build();
}

/**
 * An offset at which both sides, masked separately, equal both masked together, and no unfinished
 * secret begins before it; 0 if there is none.
 */
function harmlessCut(text: string, mask: Mask): number {
  const end = harmlessEnd(text, text.length);
  const at = harmlessEnd(text, end - OVERLAP);
  if (at === 0) return 0;
  const both = text.slice(0, end);
  const whole = mask(both);
  if (mask(both, { cut: true }) !== whole) return 0;
  return mask(text.slice(0, at)) + mask(text.slice(at, end)) === whole ? at : 0;
}

/** An offset after a blank and not within a private key, because half a token or key would be taken for all of it; 0 if there is none. */
function harmlessEnd(text: string, before: number): number {
  const end = endOfBlank(text, before);
  const key = openKeyIn(text.slice(0, end));
  return key < end ? endOfBlank(text, key) : end;
}

/** Skips line ends of encoded text too, because a secret may continue on the next line. */
function endOfBlank(text: string, before: number): number {
  for (let end = before; end > 0; ) {
    const blank = lastBlank(text, end);
    const word = lastBlank(text, blank) + 1;
    if (blank - word < LONG_WORD) return blank + 1;
    end = word;
  }
  return 0;
}

function lastBlank(text: string, before: number): number {
  return before <= 0 ? -1 : Math.max(text.lastIndexOf('\n', before - 1), text.lastIndexOf(' ', before - 1));
}
