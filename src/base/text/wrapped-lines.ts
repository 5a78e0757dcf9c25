/** Encoded text that was broken into lines, as `base64` and `xxd -p` print it: a value may go on behind a break. */

import type { LowBytes } from './low-bytes.ts';

export interface WrappedBlock {
  start: number;
  end: number;
  /** Its lines without the breaks. */
  joined: string;
  /** Where each line begins in `joined`, and in the text. */
  lines: readonly { joinedAt: number; at: number }[];
}

const MIN_LINE = 60;
/** Letters, digits, `+ / = - _`, by their number. */
const OF_ENCODING = new Uint8Array(256);
for (const code of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_'))
  OF_ENCODING[code] = 1;

/** Lines in a row of which all but the first and the last are long and have nothing but letters of an encoding. */
export function wrappedBlocks(text: string, read: (text: string) => LowBytes): WrappedBlock[] {
  const blocks: WrappedBlock[] = [];
  const first = text.indexOf('\n');
  if (first < 0) return blocks;
  const { bytes } = read(text);
  let at = 0;
  if (first > 0 && isAll(text, 0, endBefore(text, first))) at = take(0); // it may be the rest of a line that came before
  while (true) {
    const start = lineOfEncoding(text, bytes, at);
    if (start === undefined) return blocks;
    at = take(start);
  }

  /** Where the block that begins there ends. */
  function take(start: number): number {
    const lines: { at: number; end: number }[] = [];
    let next = start;
    let isOpen = true;
    while (isOpen && next <= text.length) {
      const found = text.indexOf('\n', next);
      const end = found < 0 ? text.length : endBefore(text, found);
      if (!isAll(text, next, end)) break;
      lines.push({ at: next, end });
      isOpen = found >= 0 && (end - next >= MIN_LINE || next === 0);
      next = found < 0 ? text.length + 1 : found + 1;
    }
    if (lines.length > 1) blocks.push(blockOf(text, lines));
    return Math.max(next - 1, start + 1);
  }
}

/** Whether the last two lines may be such; `before`: how much of the first line of the text came before it. */
export function endsWrapped(text: string, before: number): boolean {
  const last = text.lastIndexOf('\n');
  if (last < 1 || !isAll(text, last + 1, text.length)) return false;
  const start = text.lastIndexOf('\n', last - 1) + 1;
  const end = endBefore(text, last);
  return end - start + (start === 0 ? before : 0) >= MIN_LINE && isAll(text, start, end);
}

/** The next line that is long and of an encoding. Looks at few letters: a run cannot pass one that is not of it. */
function lineOfEncoding(text: string, bytes: Uint8Array, from: number): number | undefined {
  let at = from + MIN_LINE - 1;
  while (at < text.length) {
    let back = at;
    while (back > at - MIN_LINE && OF_ENCODING[bytes[back] ?? 0] === 1) back -= 1;
    if (back > at - MIN_LINE) {
      at = back + MIN_LINE;
      continue;
    }
    const start = back + 1;
    let end = at + 1;
    while (end < text.length && OF_ENCODING[bytes[end] ?? 0] === 1) end += 1;
    const isLine = (start === 0 || text.charCodeAt(start - 1) === 10) && /^(?:\r?\n|$)/.test(text.slice(end, end + 2));
    if (isLine && end < text.length) return start;
    at = end + MIN_LINE;
  }
  return undefined;
}

function endBefore(text: string, newline: number): number {
  return newline > 0 && text.charCodeAt(newline - 1) === 13 ? newline - 1 : newline;
}

/** Where in the text a place of `joined` is. */
export function placeIn({ lines }: WrappedBlock, joinedAt: number): number {
  const line = lines.findLast((each) => each.joinedAt <= joinedAt) ?? { joinedAt: 0, at: 0 };
  return line.at + joinedAt - line.joinedAt;
}

function blockOf(text: string, open: readonly { at: number; end: number }[]): WrappedBlock {
  let joined = '';
  const lines = open.map(({ at, end }) => {
    const line = { joinedAt: joined.length, at };
    joined += text.slice(at, end);
    return line;
  });
  return { start: open[0]?.at ?? 0, end: open.at(-1)?.end ?? 0, joined, lines };
}

function isAll(text: string, at: number, end: number): boolean {
  for (let index = at; index < end; index += 1) if (!isOfEncoding(text.charCodeAt(index))) return false;
  return true;
}

function isOfEncoding(code: number): boolean {
  return OF_ENCODING[code] === 1;
}
