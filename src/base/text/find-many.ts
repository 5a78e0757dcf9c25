/** Finds many fixed texts by looking at few places: whichever of them is there covers one, and the three characters there tell which it may be. */

export interface Found {
  at: number;
  pattern: string;
}

/** The leftmost, and of those that begin there the longest; `undefined`: none from there on. */
export type FindNext = (from: number) => Found | undefined;

interface Table {
  /** How far apart the places are: the shortest pattern covers one with three characters. */
  stride: number;
  /** Whether three characters are in a pattern: a bit for each key, so that all stay in the processor's nearest memory. */
  isKnown: Uint8Array;
  /** In which, and how far from its beginning. */
  where: ReadonlyMap<number, readonly Place[]>;
}

interface Place {
  pattern: string;
  offset: number;
}

const KEY_BITS = 17;
const LONGEST_STRIDE = 64;

/** Patterns of fewer than three characters are left out. `bytes`: the low ones of the text's units. */
export function createFinder(patterns: Iterable<string>): (text: string, bytes: Uint8Array) => FindNext {
  const wanted = [...new Set(patterns)].filter(({ length }) => length >= 3);
  if (wanted.length === 0) return () => () => undefined;
  const table = tableOf(wanted);
  return (text, bytes) => (from) => findNext(text, bytes, from, table);
}

function findNext(text: string, bytes: Uint8Array, from: number, table: Table): Found | undefined {
  const { stride, isKnown } = table;
  const last = bytes.length - 3;
  for (let at = Math.ceil(from / stride) * stride; at <= last; at += stride) {
    const key = keyAt(bytes, at);
    if ((((isKnown[key >>> 3] as number) >>> (key & 7)) & 1) === 0) continue;
    const found = leftmost(text, at, from, table.where.get(key));
    if (found) return found;
  }
  return undefined;
}

function leftmost(text: string, at: number, from: number, places: readonly Place[] = []): Found | undefined {
  let best: Found | undefined;
  for (const { pattern, offset } of places) {
    const start = at - offset;
    if (start < from || (best && start > best.at) || !text.startsWith(pattern, start)) continue;
    if (!best || start < best.at || pattern.length > best.pattern.length) best = { at: start, pattern };
  }
  return best;
}

function tableOf(patterns: readonly string[]): Table {
  const shortest = patterns.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
  const stride = Math.min(shortest - 2, LONGEST_STRIDE);
  const isKnown = new Uint8Array(1 << (KEY_BITS - 3));
  const where = new Map<number, Place[]>();
  for (const pattern of patterns) {
    const bytes = Buffer.from(pattern.slice(0, stride + 2), 'latin1');
    for (let offset = 0; offset < stride; offset += 1) {
      const key = keyAt(bytes, offset);
      isKnown[key >>> 3] = (isKnown[key >>> 3] as number) | (1 << (key & 7));
      const there = where.get(key);
      if (there) there.push({ pattern, offset });
      else where.set(key, [{ pattern, offset }]);
    }
  }
  return { stride, isKnown, where };
}

/** Three bytes as one number, which others may share. */
function keyAt(bytes: Uint8Array, at: number): number {
  const three = ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number);
  return Math.imul(three, 0x9e3779b1) >>> (32 - KEY_BITS);
}
