/** Finds many fixed texts in one pass (Wu and Manber): what cannot hold one is skipped, however many are looked for. */

export interface Found {
  at: number;
  pattern: string;
}

/** The leftmost that ends by `to`, and of those that begin there the longest; `undefined`: none from there on. */
export type FindNext = (from: number, to?: number) => Found | undefined;

interface Table {
  /** The length of the shortest one: what is compared first. */
  shortest: number;
  /** How far one may go on from each block of three bytes. */
  skip: Uint8Array;
  /** Where that is not at all, what may stand there, the longest first. */
  ends: ReadonlyMap<number, readonly string[]>;
}

/** Below this, looking at every character is quicker than skipping. */
const WORTH_SKIPPING = 5;

/** Patterns of fewer than three characters are left out. */
export function createFinder(patterns: Iterable<string>): (text: string, bytes?: Uint8Array) => FindNext {
  const wanted = [...new Set(patterns)].filter(({ length }) => length >= 3);
  if (wanted.length === 0) return () => () => undefined;
  const table = tableOf(wanted);
  const next = table.shortest < WORTH_SKIPPING ? nextByEach : nextBySkipping;
  return (text, bytes = lowBytes(text)) =>
    (from, to = bytes.length) =>
      next(text, bytes, { from, to }, table);
}

/** Of each unit: positions stay, and a hit is compared as text. */
export function lowBytes(text: string): Uint8Array {
  const { buffer, byteOffset, length } = Buffer.from(text, 'latin1');
  return new Uint8Array(buffer, byteOffset, length); // read more quickly than a Buffer
}

function nextBySkipping(
  text: string,
  bytes: Uint8Array,
  { from, to }: { from: number; to: number },
  { shortest, skip, ends }: Table,
): Found | undefined {
  for (let at = from + shortest - 1; at < to; ) {
    const block =
      (((bytes[at - 2] as number) << 10) ^ ((bytes[at - 1] as number) << 5) ^ (bytes[at] as number)) & 0x7fff;
    const step = skip[block] as number;
    if (step > 0) {
      at += step;
      continue;
    }
    const found = foundAt(text, at - shortest + 1, ends.get(block));
    if (found) return found;
    at += 1;
  }
  return undefined;
}

function nextByEach(
  text: string,
  bytes: Uint8Array,
  { from, to }: { from: number; to: number },
  { shortest, skip, ends }: Table,
): Found | undefined {
  const first = from + shortest - 1;
  let block = 0;
  for (let at = from; at < to; at += 1) {
    block = ((block << 5) ^ (bytes[at] as number)) & 0x7fff;
    if (skip[block] !== 0 || at < first) continue;
    const found = foundAt(text, at - shortest + 1, ends.get(block));
    if (found) return found;
  }
  return undefined;
}

function foundAt(text: string, at: number, patterns: readonly string[] = []): Found | undefined {
  for (const pattern of patterns) if (text.startsWith(pattern, at)) return { at, pattern };
  return undefined;
}

function tableOf(patterns: readonly string[]): Table {
  const shortest = Math.min(...patterns.map(({ length }) => length));
  const furthest = Math.min(shortest - 2, 255);
  const skip = new Uint8Array(1 << 15).fill(furthest);
  const ends = new Map<number, string[]>();
  for (const pattern of patterns.toSorted((a, b) => b.length - a.length)) {
    const bytes = Buffer.from(pattern.slice(0, shortest), 'latin1');
    let block = 0;
    for (let at = 0; at < shortest; at += 1) {
      block = ((block << 5) ^ (bytes[at] as number)) & 0x7fff;
      if (at < 2) continue;
      skip[block] = Math.min(skip[block] as number, shortest - 1 - at);
      if (at < shortest - 1) continue;
      const there = ends.get(block);
      if (there) there.push(pattern);
      else ends.set(block, [pattern]);
    }
  }
  return { shortest, skip, ends };
}
