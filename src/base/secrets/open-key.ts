/** Finds a private key that continues beyond the end of a text, because half of it would be taken for all of it. */

const MARK = '-----BEGIN ';
const DASHES = 5;
/** Matches where a key is over: its end mark, or a character that no key contains. */
const OVER = /-----END [A-Z0-9 ]{0,40}-----|[^A-Za-z0-9+/=\s\\:,-]/;
const ENDED = /-----END [A-Z0-9 ]{0,40}-----$/;

/**
 * The offset of the open key; the text's length if there is none. The beginning of a mark counts too,
 * from its five dashes on: a single dash may just be typed text.
 */
export function openKeyIn(text: string): number {
  const begin = text.lastIndexOf(MARK);
  if (begin >= 0 && !OVER.test(text.slice(begin))) return begin;
  if (ENDED.test(text.slice(-64))) return text.length;
  for (let length = MARK.length - 1; length >= DASHES; length -= 1)
    if (text.endsWith(MARK.slice(0, length))) return text.length - length;
  return text.length;
}
