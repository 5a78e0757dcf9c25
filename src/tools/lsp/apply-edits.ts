/** Applies a language server's edits to a text: all places refer to the original text, and none overlap. */

import type { CodeEdit } from '../../protocol/lsp.ts';

/** `undefined` if the edits do not fit the text. */
export function applyEdits(text: string, edits: readonly CodeEdit[]): string | undefined {
  const starts = lineStarts(text);
  const offset = ({ line, column }: CodeEdit['from']): number => (starts[line - 1] ?? Number.NaN) + column - 1;
  const spans = edits
    .map((edit) => ({ start: offset(edit.from), end: offset(edit.to), text: edit.text }))
    .toSorted((a, b) => a.start - b.start);
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, text: replacement } of spans) {
    if (!(start >= done && end >= start && end <= text.length)) return undefined;
    parts.push(text.slice(done, start), replacement);
    done = end;
  }
  return parts.join('') + text.slice(done);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  return starts;
}
