/** A text so long that it is not kept as a string: as bytes, which are mostly half as many, to be read in slices. */

import { loadCollector } from '../collector.ts';
import { slicesOf } from './in-slices.ts';

export interface LongText {
  /** In UTF-16 units. */
  readonly length: number;
  /** In order, never cut within a character. */
  slices(): Generator<string>;
  /** At least so much of its end. */
  tail(length: number): string;
  /** As one string, which is made anew unless somebody still has it: where it matters, slices are what is read. */
  whole(): string;
}

export interface LongTextBuilder {
  readonly length: number;
  /** Not with half a character at its end whose other half may follow. */
  add(text: string): void;
  /** Nothing is added to it afterwards. */
  build(): LongText;
}

/** Its slices are in the form that takes less, one behind the other. */
interface Slice {
  block: ArrayBuffer;
  start: number;
  size: number;
  encoding: Encoding;
}

type Encoding = 'utf8' | 'utf16le';

/** Address space, not memory: that is had as it is needed. Many small pieces of memory would leave gaps that nothing else fits in. */
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

/** What is no text (half a character alone) is only kept as it is by its units. */
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
      loadCollector()(); // it is there twice for a moment: then nothing else should be that is not in use
      const one = { text: joined(slices) };
      made = new WeakRef(one);
      return one.text;
    },
  };
}

function textOf({ block, start, size, encoding }: Slice): string {
  return Buffer.from(block, start, size).toString(encoding);
}

/** What is in one form is read at once. */
function joined(slices: readonly Slice[]): string {
  const encoding = slices[0]?.encoding;
  if (slices.some((slice) => slice.encoding !== encoding)) return slices.map(textOf).join('');
  const blocks = new Set(slices.map(({ block }) => block));
  return Array.from(blocks, (block) => Buffer.from(block).toString(encoding)).join('');
}

/** Whether a short text is in a long one. */
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
