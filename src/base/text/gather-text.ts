/** A text that arrives in pieces, perhaps a very long one: from some length on it is kept as bytes, which go as soon as it is whole. */

import { loadCollector } from '../collector.ts';

export interface TextGatherer {
  readonly isEmpty: boolean;
  add(piece: string): void;
  /** All of it; then it is empty again. */
  take(): string;
}

/** What is shorter is only joined. */
const LONG = 1 << 18;
/** So many units become bytes at a time: many strings that live long make the young generation grow. */
const CHUNK = 1 << 15;
/** Bytes and text are in memory together for a moment: where there are so many, nothing else should be that is not in use. */
const VERY_LONG = 1 << 22;
/** Address space, not memory: that is had as it is needed. */
const MOST_BYTES = 1 << 28;

export function createTextGatherer(): TextGatherer {
  let pieces: string[] = [];
  let units = 0;
  let limit = LONG;
  let memory: ArrayBuffer | undefined;
  let used = 0;
  let bytesUnits = 0;

  /** Half a character waits for its other half; one that has none keeps the text as it is. */
  function moveToBytes(): void {
    const joined = pieces.join('');
    const end = joined.length - (isHighSurrogate(joined.charCodeAt(joined.length - 1)) ? 1 : 0);
    const whole = joined.slice(0, end);
    const size = Buffer.byteLength(whole);
    if (!whole.isWellFormed() || used + size > MOST_BYTES) {
      pieces = [joined];
      limit = Number.POSITIVE_INFINITY;
      return;
    }
    memory ??= new ArrayBuffer(0, { maxByteLength: MOST_BYTES });
    memory.resize(used + size);
    Buffer.from(memory, used, size).write(whole);
    used += size;
    bytesUnits += whole.length;
    pieces = end < joined.length ? [joined.slice(end)] : [];
    units = joined.length - end;
    limit = CHUNK;
  }

  function fromBytes(): string {
    if (!memory) return '';
    if (used > VERY_LONG) loadCollector()();
    const text = Buffer.from(memory).toString(used === bytesUnits ? 'latin1' : 'utf8');
    memory.resize(0); // now, and not when somebody looks for what is in use
    memory = undefined;
    [used, bytesUnits] = [0, 0];
    return text;
  }

  return {
    get isEmpty() {
      return pieces.length === 0 && used === 0;
    },
    add(piece) {
      pieces.push(piece);
      units += piece.length;
      if (units >= limit) moveToBytes();
    },
    take() {
      if (memory && limit < Number.POSITIVE_INFINITY) moveToBytes();
      const rest = pieces.join('');
      const text = fromBytes() + rest;
      pieces = [];
      units = 0;
      limit = LONG;
      return text;
    },
  };
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}
