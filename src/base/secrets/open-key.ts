/** Where a private key begins that goes on behind the end of a text: half of it would be taken for all of it. */

const MARK = '-----BEGIN ';
const DASHES = 5;
/** A key has an end, and nothing but these characters before it. */
const OVER = /-----END [A-Z0-9 ]{0,40}-----|[^A-Za-z0-9+/=\s\\:,-]/;
const ENDED = /-----END [A-Z0-9 ]{0,40}-----$/;

/** The length of the text: there is none. Most of a mark counts as well; a dash that somebody types is one. */
export function openKeyIn(text: string): number {
  const begin = text.lastIndexOf(MARK);
  if (begin >= 0 && !OVER.test(text.slice(begin))) return begin;
  if (ENDED.test(text.slice(-64))) return text.length;
  for (let length = MARK.length - 1; length >= DASHES; length -= 1)
    if (text.endsWith(MARK.slice(0, length))) return text.length - length;
  return text.length;
}
