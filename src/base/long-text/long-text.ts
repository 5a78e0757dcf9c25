/** A text too long to keep as a string: stored as bytes, mostly half the size, and read in slices. */

import { loadCollector } from '../collector.ts';
import { slicesOf } from './in-slices.ts';

export interface LongText {
  /** Length in UTF-16 units. */
  readonly length: number;
  /** The text in order, never cut within a character. */
  slices(): Generator<string>;
  /** The end of the text, at least this long. */
  tail(length: number): string;
  /** The text as one string, rebuilt unless an earlier one is still in use. Read slices where memory matters. */
  whole(): string;
}

export interface LongTextBuilder {
  readonly length: number;
  /** `text` must not end in half a character whose other half may follow. */
  add(text: string): void;
  /** Nothing may be added afterwards. */
  build(): LongText;
}

/** A stored piece, in whichever encoding takes less space; pieces follow each other in a block. */
interface Slice {
  block: ArrayBuffer;
  start: number;
  size: number;
  encoding: Encoding;
}

type Encoding = 'utf8' | 'utf16le';

/** Reserved address space; memory is committed as the block grows. Many small allocations would leave gaps that nothing else fits in. */
const BLOCK = 1 << 26;

export function createLongText(): LongTextBuilder {
  const slices: Slice[] = [];
  let block = new ArrayBuffer(0, { maxByteLength: BLOCK });
  let length = 0;

  function add(text: string): void {
    const { encoding, size } = formOf(text);
    const start = block.byteLength;
    if (start + size > block.maxByteLength) {
      block = new ArrayBuffer(0, { maxByteLength: Math.max(BLOCK, size) });
      return add(text);
    }
    block.resize(start + size);
    Buffer.from(block, start, size).write(text, encoding);
    slices.push({ block, start, size, encoding });
    length += text.length;
  }

  return {
    get length() {
      return length;
    },
    add,
    build: () => longText(slices, length),
  };
}

/** Only UTF-16 preserves text that is not well-formed (half a character alone). */
function formOf(text: string): { encoding: Encoding; size: number } {
  const size = Buffer.byteLength(text);
  if (size > 2 * text.length || !text.isWellFormed()) return { encoding: 'utf16le', size: 2 * text.length };
  return { encoding: 'utf8', size };
}

function longText(slices: readonly Slice[], length: number): LongText {
  let made: WeakRef<{ text: string }> | undefined;
  return {
    length,
    *slices() {
      for (const slice of slices) yield* slicesOf(textOf(slice));
    },
    tail(least) {
      const tail: string[] = [];
      for (let at = slices.length - 1, units = 0; at >= 0 && units < least; at -= 1) {
        const text = textOf(slices[at] as Slice);
        tail.unshift(text);
        units += text.length;
      }
      return tail.join('');
    },
    whole() {
      const known = made?.deref();
      if (known) return known.text;
      loadCollector()(); // the text exists twice for a moment, so free everything unused first
      const one = { text: joined(slices) };
      made = new WeakRef(one);
      return one.text;
    },
  };
}

function textOf({ block, start, size, encoding }: Slice): string {
  return Buffer.from(block, start, size).toString(encoding);
}

/** Decodes each block at once if all slices have the same encoding. */
function joined(slices: readonly Slice[]): string {
  const encoding = slices[0]?.encoding;
  if (slices.some((slice) => slice.encoding !== encoding)) return slices.map(textOf).join('');
  const blocks = new Set(slices.map(({ block }) => block));
  return Array.from(blocks, (block) => Buffer.from(block).toString(encoding)).join('');
}

/** True if the long text contains the short one. */
export function includesText(long: LongText, wanted: string): boolean {
  const overlap = wanted.length - 1;
  let end = '';
  for (const slice of long.slices()) {
    const part = end + slice;
    if (part.includes(wanted)) return true;
    end = part.slice(Math.max(0, part.length - overlap));
  }
  return false;
}
