/** Finds matching brackets and tags. */

import type { Span } from './selection.ts';

const PAIRS = '()[]{}';
const TAG = /<(\/?)([A-Za-z][\w:.-]*)(?:\s[^<>]*?)?(\/?)>/g;

/** For `%`: the partner of the first bracket on the line at or after the cursor. */
export function matchingBracket(text: string, from: number, end: number): number | undefined {
  for (let offset = from; offset < end; offset += 1) {
    const index = PAIRS.indexOf(text[offset] ?? ' ');
    if (index < 0) continue;
    const isOpening = index % 2 === 0;
    const open = PAIRS[isOpening ? index : index - 1] ?? '';
    const close = PAIRS[isOpening ? index + 1 : index] ?? '';
    return isOpening ? closingAfter(text, offset + 1, open, close) : openingBefore(text, offset - 1, open, close);
  }
  return undefined;
}

/** The pair around an offset, `levels` out; a bracket under the cursor counts as inside. */
export function enclosingPair(text: string, at: number, open: string, close: string, levels: number): Span | undefined {
  let start = text[at] === open ? at : openingBefore(text, at - 1, open, close);
  for (let level = 1; level < levels && start !== undefined; level += 1) {
    start = openingBefore(text, start - 1, open, close);
  }
  if (start === undefined) return undefined;
  const end = closingAfter(text, start + 1, open, close);
  return end === undefined ? undefined : { start, end };
}

/** The tag around an offset: `outer` includes the tags, `inner` does not. */
export function enclosingTag(text: string, at: number, levels: number): { outer: Span; inner: Span } | undefined {
  const open: { name: string; start: number; end: number }[] = [];
  const found: { outer: Span; inner: Span }[] = [];
  for (const match of text.matchAll(TAG)) {
    const [whole, slash, name = '', selfClosing] = match;
    const end = match.index + whole.length;
    if (selfClosing === '/') continue;
    if (slash !== '/') {
      open.push({ name, start: match.index, end });
      continue;
    }
    const index = open.findLastIndex((tag) => tag.name === name);
    const tag = open[index];
    if (tag === undefined) continue;
    open.length = index;
    if (tag.start <= at && at < end) {
      found.push({ outer: { start: tag.start, end }, inner: { start: tag.end, end: match.index } });
    }
  }
  return found[levels - 1];
}

function closingAfter(text: string, from: number, open: string, close: string): number | undefined {
  let depth = 0;
  for (let offset = from; offset < text.length; offset += 1) {
    if (text[offset] === close) {
      if (depth === 0) return offset;
      depth -= 1;
    } else if (text[offset] === open) depth += 1;
  }
  return undefined;
}

function openingBefore(text: string, from: number, open: string, close: string): number | undefined {
  let depth = 0;
  for (let offset = from; offset >= 0; offset -= 1) {
    if (text[offset] === open) {
      if (depth === 0) return offset;
      depth -= 1;
    } else if (text[offset] === close) depth += 1;
  }
  return undefined;
}
