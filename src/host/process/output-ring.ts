/** Keeps the head and the tail of a byte stream of any length and returns them as safe text. */

import type { Cut } from './output-cut.ts';

export interface OutputRing {
  /** Number of all bytes ever pushed. */
  readonly total: number;
  readonly truncated: boolean;
  /** Where `text` is cut; absent if nothing is missing. */
  readonly cut: Cut | undefined;
  push(chunk: Uint8Array): void;
  /** The bytes that are kept, unchanged; head and tail are separate buffers if bytes between them are missing. */
  kept(): Buffer[];
  /** The kept bytes as text. If some are missing, a line in the middle gives their number and the last line says that text was cut. */
  text(): string;
  /** The text kept since byte `from`, and the offset for the next read. */
  since(from: number): { text: string; next: number };
}

const TRUNCATED = '[output truncated]';
/** The head's share: of 16 KB, 6 go to the head and 10 to the tail, where a program reports how it went. */
const HEAD_SHARE = 6 / 16;
/** A part is trimmed to whole lines only if that drops less than this share of it. */
const MOST_OF_A_PART = 1 / 2;
const NEWLINE = 0x0a;
const NOTHING = Buffer.alloc(0);

/** With `keepNul`, NUL is left in the text, for a program that reads it as a record separator. */
export function createOutputRing(keepBytes: number, options: { keepNul?: boolean } = {}): OutputRing {
  const read = options.keepNul ? (bytes: Buffer) => bytes.toString('utf8') : safeText;
  const headRoom = Math.max(1, Math.floor(keepBytes * HEAD_SHARE));
  const tailRoom = Math.max(1, keepBytes - headRoom);
  let head = NOTHING;
  let headLength = 0;
  let tail = NOTHING;
  /** Where the next byte of the tail goes. */
  let cursor = 0;
  let total = 0;

  const tailLength = () => Math.min(total - headLength, tailRoom);
  const isCut = () => total > headLength + tailRoom;

  function pushHead(chunk: Uint8Array): void {
    if (headLength + chunk.length > head.length) {
      const grown = Buffer.allocUnsafe(Math.min(headRoom, Math.max(headLength + chunk.length, head.length * 2, 256)));
      head.copy(grown, 0, 0, headLength);
      head = grown;
    }
    head.set(chunk, headLength);
    headLength += chunk.length;
  }

  function pushTail(chunk: Uint8Array): void {
    if (tail.length === 0) tail = Buffer.allocUnsafe(tailRoom);
    const last = chunk.length > tailRoom ? chunk.subarray(chunk.length - tailRoom) : chunk;
    const first = last.subarray(0, tailRoom - cursor);
    tail.set(first, cursor);
    tail.set(last.subarray(first.length), 0);
    cursor = (cursor + last.length) % tailRoom;
  }

  function tailBytes(): Buffer {
    if (tailLength() < tailRoom) return tail.subarray(0, cursor);
    return Buffer.concat([tail.subarray(cursor), tail.subarray(0, cursor)]);
  }

  function kept(): Buffer[] {
    const first = head.subarray(0, headLength);
    if (isCut()) return [first, tailBytes()];
    return total > headLength ? [Buffer.concat([first, tailBytes()])] : [first];
  }

  const joined = () => joinedText(kept(), total, read);

  return {
    get total() {
      return total;
    },
    get truncated() {
      return isCut();
    },
    get cut() {
      return isCut() ? joined().cut : undefined;
    },
    push(chunk) {
      const forHead = chunk.subarray(0, Math.max(0, headRoom - headLength));
      if (forHead.length > 0) pushHead(forHead);
      if (chunk.length > forHead.length) pushTail(chunk.subarray(forHead.length));
      total += chunk.length;
    },
    kept,
    text: () => (total === 0 ? '' : joined().text),
    since(from) {
      const [first = head, last] = kept();
      const start = Math.min(Math.max(0, from), total);
      const next = total - (total > start ? partialLength(last ?? first) : 0);
      if (!last) return { text: read(first.subarray(start, next)), next };
      const tailStart = total - tailRoom;
      if (start >= tailStart) return { text: read(last.subarray(start - tailStart, tailRoom - (total - next))), next };
      const missing = tailStart - Math.max(start, headLength);
      const before = start < headLength ? onOwnLine(read(wholeEnd(first.subarray(start)))) : '';
      const after = read(wholeStart(last.subarray(0, tailRoom - (total - next))));
      return { text: `${before}${leftOut(missing)}\n${after}`, next };
    },
  };
}

/** What is kept, as one text, and where bytes are missing in it. */
function joinedText(
  [first = NOTHING, last]: readonly Buffer[],
  total: number,
  read: (bytes: Buffer) => string,
): { text: string; cut?: Cut } {
  if (!last) return { text: read(first) };
  const [start, end] = [endingLine(wholeEnd(first)), beginningLine(wholeStart(last))];
  const [before, bytes] = [onOwnLine(read(start)), total - start.length - end.length];
  return {
    text: `${before}${leftOut(bytes)}\n${onOwnLine(read(end))}${TRUNCATED}`,
    cut: { line: before.split('\n').length, bytes },
  };
}

/** Decodes bytes to text that can be shown and stored: invalid UTF-8 and NUL become U+FFFD. */
function safeText(bytes: Buffer): string {
  return withoutNul(bytes.toString('utf8'));
}

export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}

function leftOut(bytes: number): string {
  return `[… ${bytes} bytes left out …]`;
}

function onOwnLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Drops a character that is cut off at the end. */
function wholeEnd(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length - partialLength(bytes));
}

/** Drops the rest of a character that began earlier. */
function wholeStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < 3 && start < bytes.length && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start);
}

/** Drops a line that is cut off at the end. */
function endingLine(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  return end > bytes.length * (1 - MOST_OF_A_PART) ? bytes.subarray(0, end) : bytes;
}

/** Drops the rest of a line that began earlier. */
function beginningLine(bytes: Buffer): Buffer {
  const start = bytes.indexOf(NEWLINE) + 1;
  return start < bytes.length * MOST_OF_A_PART ? bytes.subarray(start) : bytes;
}

/** Number of bytes at the end that belong to an incomplete character. */
function partialLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? back : 0;
  }
  return 0;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
