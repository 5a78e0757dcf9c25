/** A block of lines made unique in its file by the lines around it: what `edit` needs to find it. */

export interface Block {
  /** The text to find, and what stands in its place. */
  before: string;
  after: string;
}

/**
 * Replaces lines `first` to `last` (from 1, both included) by `lines`; an empty list deletes them.
 * The line end of the last line is left alone unless lines are deleted.
 */
export function replaceLines(content: string, first: number, last: number, lines: readonly string[]): Block {
  const all = content.replace(/\n$/, '').split('\n');
  let from = first - 1;
  let to = last;
  if (lines.length === 0 && from > 0) from--;
  else if (lines.length === 0) to = Math.min(all.length, to + 1);
  const block = () => all.slice(from, to).join('\n');
  while (occurrences(content, block()) > 1 && (from > 0 || to < all.length)) {
    if (from > 0) from--;
    if (to < all.length) to++;
  }
  return {
    before: block(),
    after: [...all.slice(from, first - 1), ...lines, ...all.slice(last, to)].join('\n'),
  };
}

export function occurrences(text: string, part: string): number {
  if (part === '') return 0;
  return text.split(part).length - 1;
}
