/** Hides secrets in a long text, which is looked at part by part and not whole. */

import { createLongText, type LongText } from '../long-text/long-text.ts';
import { openKeyIn } from './open-key.ts';

/** `cut`: what it begins or ends with may be a piece of a secret. */
export type Mask = (text: string, options?: { cut?: boolean }) => string;

/** As long as a token or a private key goes on. A known secret of any length is told by its piece where it is cut. */
const OVERLAP = 1 << 13;
/** Lines of an encoding are no shorter. */
const LONG_WORD = 60;
/** Where there is no place to cut for so long, there is none. */
const LONGEST = 1 << 19;

/** The same text if nothing is hidden. */
export function maskLong(text: LongText, mask: Mask): string | LongText {
  const found = look(text, mask);
  if (found === 'nothing') return text;
  return (found === 'something' && masked(text, mask)) || mask(text.whole());
}

/** Each part together with the end of the one before. All are looked at: what is found once is hidden everywhere. */
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

/** Where both sides are masked as both together, and no secret begins that is not over; 0: there is no such place. */
function harmlessCut(text: string, mask: Mask): number {
  const end = harmlessEnd(text, text.length);
  const at = harmlessEnd(text, end - OVERLAP);
  if (at === 0) return 0;
  const both = text.slice(0, end);
  const whole = mask(both);
  if (mask(both, { cut: true }) !== whole) return 0;
  return mask(text.slice(0, at)) + mask(text.slice(at, end)) === whole ? at : 0;
}

/** Behind a blank, and not within a private key: half of a token or a key would be taken for all of it. 0: there is no such place. */
function harmlessEnd(text: string, before: number): number {
  const end = endOfBlank(text, before);
  const key = openKeyIn(text.slice(0, end));
  return key < end ? endOfBlank(text, key) : end;
}

/** Not behind a line of an encoding either: a secret may go on in the next one. */
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
