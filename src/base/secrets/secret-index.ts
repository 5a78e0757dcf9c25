/** Finds many secrets in a text at once, and the pieces of them that a cut text begins or ends with. */

import { createFinder, type FindNext } from './find-many.ts';
import { type ByteReader, windowAt } from './low-bytes.ts';
import { MIN_SECRET } from './secret-value.ts';

export interface SecretIndex {
  find(text: string): FindNext;
  /**
   * Offset of the beginning, at least `shortest` long, of a secret that runs on past the end of the
   * text; the text's length if there is none.
   */
  beginningAtEnd(text: string, shortest: number): number;
  /** Where the end of a secret that the text begins with is over; 0 if there is none. */
  endOfOneAtStart(text: string): number;
}

export function createSecretIndex(forms: Iterable<string>, { read }: ByteReader): SecretIndex {
  const all = [...forms];
  const find = createFinder(all);
  const longest = all.reduce((most, { length }) => Math.max(most, length), 0);
  const byFirst = Map.groupBy(all, (form) => form[0] ?? '');
  const byLast = Map.groupBy(all, (form) => form.slice(-MIN_SECRET));
  return {
    find: (text) => findInWindows(text, longest, (part) => find(part, read(part))),
    beginningAtEnd(text, shortest) {
      for (let at = Math.max(0, text.length - longest + 1); at <= text.length - shortest; at += 1) {
        const forms = byFirst.get(text[at] ?? '');
        if (!forms) continue;
        const rest = text.slice(at);
        if (forms.some((form) => form.length > rest.length && form.startsWith(rest))) return at;
      }
      return text.length;
    },
    endOfOneAtStart(text) {
      for (let end = Math.min(text.length, longest - 1); end >= MIN_SECRET; end -= 1) {
        const forms = byLast.get(text.slice(end - MIN_SECRET, end));
        if (forms?.some((form) => form.length > end && form.endsWith(text.slice(0, end)))) return end;
      }
      return 0;
    },
  };
}

function findInWindows(text: string, longest: number, find: (part: string) => FindNext): FindNext {
  let window = windowAt(text, 0, longest);
  let next = find(window.text);
  return (from) => {
    for (let at = from; at < text.length; at = window.to) {
      if (at >= window.to) {
        window = windowAt(text, at, longest);
        next = find(window.text);
      }
      const hit = next(at - window.start);
      if (hit && window.start + hit.at < window.to) return { ...hit, at: window.start + hit.at };
    }
    return undefined;
  };
}
