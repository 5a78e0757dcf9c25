/** Finds encoded text broken into lines, as `base64` and `xxd -p` print it, because a value may continue after a line break. */

import { areDense, type ByteReader, windowAt } from './low-bytes.ts';

export interface WrappedBlock {
  start: number;
  end: number;
  /** The lines without their line breaks. */
  joined: string;
  /** Where each line begins, in `joined` and in the text. */
  lines: readonly { joinedAt: number; at: number }[];
}

const MIN_LINE = 60;
/** By character code: 1 for letters, digits and `+ / = - _`. */
const OF_ENCODING = new Uint8Array(256);
for (const code of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_'))
  OF_ENCODING[code] = 1;

/** Runs of lines with only characters of an encoding, of which all but the first and the last are long. */
export function wrappedBlocks(text: string, reader: ByteReader): WrappedBlock[] {
  const blocks: WrappedBlock[] = [];
  const first = text.indexOf('\n');
  if (first < 0) return blocks;
  let at = 0;
  if (first > 0 && isAll(text, 0, endBefore(text, first))) at = take(0); // it may be the rest of a line that came before
  while (true) {
    const start = lineOfEncoding(text, reader, at);
    if (start === undefined) return blocks;
    at = take(start);
  }

  /** Records the block that begins at `start` and returns where to continue. */
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

/** True if the last two lines may be encoded text; `before`: how much of the text's first line came before it. */
export function endsWrapped(text: string, before: number): boolean {
  const last = text.lastIndexOf('\n');
  if (last < 1 || !isAll(text, last + 1, text.length)) return false;
  const start = text.lastIndexOf('\n', last - 1) + 1;
  const end = endBefore(text, last);
  return end - start + (start === 0 ? before : 0) >= MIN_LINE && isAll(text, start, end);
}

/** Distance in words between sampled places, each tested with its next word: whatever is as long as a line contains one such pair. */
const APART = ((MIN_LINE - 3) >> 2) - 1;

/** Start of the next long line of encoded text. */
function lineOfEncoding(text: string, { read }: ByteReader, from: number): number | undefined {
  for (let at = from; at < text.length; ) {
    const window = windowAt(text, at, MIN_LINE);
    const { words } = read(window.text);
    const count = window.text.length >> 2;
    for (let word = (at - window.start + 3) >> 2; ; word += APART) {
      word = nextDense(words, word, count);
      if (word + 1 >= count) break;
      const [start, end] = runAround(text, window.start + word * 4, at);
      const isLong = end - start >= MIN_LINE && end < text.length;
      if (isLong && (start === 0 || text.charCodeAt(start - 1) === 10) && /^\r?\n/.test(text.slice(end, end + 2)))
        return start;
      if (end === window.start + word * 4) continue;
      word = ((end - window.start + 3) >> 2) - APART;
      at = end;
    }
    at = Math.max(at, window.to);
  }
  return undefined;
}

/** Text as long as a line has six more words on one side. A separate function, because a loop without calls is fast. */
function nextDense(words: Int32Array, from: number, count: number): number {
  for (let at = from; at + 1 < count; at += APART) {
    if (!areDense(words[at] as number, words[at + 1] as number)) continue;
    if (at < 2 || at + 3 >= count) return at;
    if (areDense(words[at + 2] as number, words[at + 3] as number)) return at;
    if (areDense(words[at - 2] as number, words[at - 1] as number)) return at;
  }
  return count;
}

/** The run of encoding characters around `at`; empty if there is none. */
function runAround(text: string, at: number, least: number): [start: number, end: number] {
  let start = at;
  let end = at;
  while (end < text.length && isOfEncoding(text.charCodeAt(end))) end += 1;
  if (end > at) while (start > least && isOfEncoding(text.charCodeAt(start - 1))) start -= 1;
  return [start, end];
}

function endBefore(text: string, newline: number): number {
  return newline > 0 && text.charCodeAt(newline - 1) === 13 ? newline - 1 : newline;
}

/** The offset in the text of an offset in `joined`. */
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
