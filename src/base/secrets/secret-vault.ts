/**
 * All known secrets, with a placeholder for each way of writing them: inserted in text that comes in,
 * replaced by the value where a tool writes.
 */

import { createFinder, type FindNext } from './find-many.ts';
import { type ByteReader, createByteReader, windowAt } from './low-bytes.ts';
import { openKeyIn } from './open-key.ts';
import { formsOf } from './secret-forms.ts';
import { createShapeFinder, type ShapeFinder } from './secret-shapes.ts';
import { MIN_SECRET } from './secret-value.ts';
import type { Secret } from './secrets.ts';
import { endsWrapped, placeIn, wrappedBlocks } from './wrapped-lines.ts';

export interface SecretVault {
  add(secrets: Iterable<Secret>): void;
  /** Returns the same string if nothing is hidden. `cut`: the text may begin or end with a piece of a secret. */
  mask(text: string, options?: { cut?: boolean }): string;
  /**
   * Replaces placeholders by their values, each as `written` formats it; also returns the names used and
   * the placeholders that are unknown.
   */
  reveal(text: string, written?: (value: string) => string): { text: string; names: string[]; unknown: string[] };
  /** The known secrets, and how often each was hidden. */
  names(): { name: string; hidden: number }[];
  /**
   * For `maskStream`: the offset from which the end of a text may still become a secret. `before`:
   * length of the first line's part passed on before.
   */
  openEnd(text: string, before?: number): number;
  /** Like `openEnd`, for secrets recognised by shape alone, in text that is not masked yet. */
  openShape(text: string): number;
}

export interface VaultOptions {
  /** Seed of the digits in placeholders, so that they reveal nothing about the value without it. Called once. */
  key(): string;
  /** Names of secrets that are not hidden. */
  show?: readonly string[];
}

interface Known {
  name: string;
  placeholder?: string;
  /** The value itself, if this form is its UTF-8 bytes read one by one. */
  means?: string;
}

const PLACEHOLDER = /\[secret:([\w.-]{1,80}?)(?:\.([0-9a-f]{4}))?\]/g;
/** Secrets found by shape that are also remembered by value; any beyond this number are recognised by shape only. */
const MAX_SHAPED = 200;
const MAX_KEPT = 20_000;
/** The longest token; a private key may be twice as long. */
const LONGEST_OPEN = 8 * 1024;
const LONGEST_KEY = 2 * LONGEST_OPEN;
const LONGEST_WORD = 600;
const FEW = 100;
/** Text masked before tables pay off: V8 has to optimise the loop over them first, which is then ten times as fast as native search. */
const WORTH_WARMING = 64 * 1024;
/** Texts up to this length recur: field names, ids, tool output that goes to the person, the log and the model. */
const OFTEN_MET = 256;
const MAX_CLEAN = 500;

export function createSecretVault({ key, show = [] }: VaultOptions): SecretVault {
  const known = new Map<string, Known>();
  const byPlaceholder = new Map<string, { name: string; text: string }>();
  const counts = new Map<string, number>();
  const shown = new Set(show);
  const reader = createByteReader();
  /** Short texts without anything to hide, and those without a piece of a secret either; valid until another secret becomes known. */
  const clean = { whole: new Set<string>(), cut: new Set<string>() };
  let forms: string[] = [];
  let seed: string | undefined;
  let shapedCount = 0;
  let masked = 0;
  let index: Index | undefined;
  let shapes: ShapeFinder | undefined;

  function add(secrets: Iterable<Secret>): void {
    for (const { name, value } of secrets) {
      if (value.length < MIN_SECRET || shown.has(name)) continue;
      if (!counts.has(name)) counts.set(name, 0);
      if (known.has(value)) continue;
      for (const form of formsOf(value)) if (form.length >= MIN_SECRET && !known.has(form)) known.set(form, { name });
      const bytes = Buffer.from(value).toString('latin1');
      if (bytes !== value) known.set(bytes, { name, means: value });
      index = undefined;
      forgetClean();
    }
  }

  function remember(text: string, isCut: boolean): void {
    if (text.length > OFTEN_MET) return;
    if (clean.whole.size >= MAX_CLEAN) forgetClean();
    const copy = ` ${text}`.slice(1); // a flat copy, because a slice would keep the whole long text in memory
    clean.whole.add(copy);
    if (isCut) clean.cut.add(copy);
  }

  function forgetClean(): void {
    clean.whole.clear();
    clean.cut.clear();
  }

  function placeholderFor(found: string, name: string): string {
    const text = known.get(found)?.means ?? found;
    const entry = known.get(text);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (entry?.placeholder !== undefined) return entry.placeholder;
    const placeholder = freePlaceholder(text, name);
    if (entry) entry.placeholder = placeholder;
    if (entry || byPlaceholder.size < MAX_KEPT) byPlaceholder.set(placeholder, { name, text });
    return placeholder;
  }

  /** Two texts never share a placeholder: the second gets other digits. */
  function freePlaceholder(text: string, name: string): string {
    seed ??= key();
    for (let round = 0; ; round += 1) {
      const placeholder = `[secret:${name}.${digits(`${seed}${round}\0${text}`)}]`;
      const taken = byPlaceholder.get(placeholder);
      if (!taken || taken.text === text || round > 0xffff) return placeholder;
    }
  }

  /** Counts all text masked so far, because text in many pieces is worth the tables as well. */
  function isByTable(): boolean {
    return masked >= WORTH_WARMING;
  }

  /** Few secrets are searched for one by one, natively. */
  function mayHold(text: string): boolean {
    if (known.size > FEW || isByTable()) return true;
    if (forms.length !== known.size) forms = [...known.keys()];
    for (let at = 0; at < forms.length; at += 1) if (text.includes(forms[at] as string)) return true;
    return false;
  }

  function byValue(text: string): string {
    if (!mayHold(text)) return text;
    index ??= indexOf(known.keys(), reader);
    return replaceAll(text, index.find(text), (pattern) => placeholderFor(pattern, known.get(pattern)?.name ?? ''));
  }

  /** If a secret continues after a line break, its lines are joined. */
  function byWrapped(text: string): string {
    let result = '';
    let from = 0;
    for (const { start, end, joined } of wrappedBlocks(text, reader)) {
      const hidden = byValue(joined);
      if (hidden === joined || hidden === byValue(text.slice(start, end)).replaceAll(/\r?\n/g, '')) continue;
      result += text.slice(from, start) + hidden;
      from = end;
    }
    return from === 0 ? text : result + text.slice(from);
  }

  function byShape(text: string): string {
    shapes ??= createShapeFinder(reader);
    const found = shapes.find(text, isByTable());
    if (found.length === 0) return text;
    let result = '';
    let from = 0;
    for (const { start, end } of found) {
      const value = text.slice(start, end);
      const name = value.startsWith('-----BEGIN') ? 'private-key' : 'token';
      if (!shown.has(name)) {
        if (shapedCount++ < MAX_SHAPED) add([{ name, value }]);
        result += text.slice(from, start) + placeholderFor(value, name);
        from = end;
      }
    }
    return result + text.slice(from);
  }

  function maskWhole(text: string): string {
    masked += text.length;
    const before = known.size;
    const shaped = byShape(before > 0 ? byValue(byWrapped(text)) : text);
    return known.size > before ? byValue(shaped) : shaped; // a secret found once is hidden everywhere
  }

  /** Hides pieces of secrets at the ends of a cut text, so that no piece long enough to be useful remains. */
  function byPiece(text: string): string {
    index ??= indexOf(known.keys(), reader);
    const start = index.endOfOneAtStart(text);
    const end = index.beginningAtEnd(text.slice(start), MIN_SECRET) + start;
    const head = text.slice(0, start);
    const tail = text.slice(end);
    const hide = (piece: string) => (isPiece(piece) ? placeholderFor(piece, 'piece') : piece);
    return start === 0 && tail === '' ? text : hide(head) + text.slice(start, end) + hide(tail);
  }

  /** The open end if the text ends in lines of encoded text. */
  function openWrapped(text: string, index: Index, before: number): number {
    if (text.endsWith('\r')) return openWrapped(`${text}\n`, index, before);
    if (!endsWrapped(text, before)) return text.length;
    const tail = Math.max(0, text.length - LONGEST_OPEN);
    const last = wrappedBlocks(text.slice(tail), reader).at(-1);
    if (!last || !/^\r?\n?$/.test(text.slice(tail + last.end))) return text.length;
    const open = index.beginningAtEnd(last.joined, 1);
    return open === last.joined.length ? text.length : tail + placeIn(last, open);
  }

  return {
    add,
    mask(text, options) {
      if (text.length < MIN_SECRET) return text;
      const isWhole = text.length <= OFTEN_MET && clean.whole.has(text);
      if (isWhole && (!options?.cut || clean.cut.has(text))) return text;
      const whole = isWhole ? text : maskWhole(text);
      const result = options?.cut && known.size > 0 ? byPiece(whole) : whole;
      reader.forget();
      if (result === text) remember(text, options?.cut ?? false);
      return result;
    },
    reveal(text, written = (value) => value) {
      const names = new Set<string>();
      const unknown = new Set<string>();
      if (!text.includes('[secret:')) return { text, names: [], unknown: [] };
      const revealed = text.replace(PLACEHOLDER, (placeholder, name: string, hash: string | undefined) => {
        const entry = byPlaceholder.get(placeholder) ?? unhashed(placeholder);
        if (entry) {
          names.add(entry.name);
          return written(entry.text);
        }
        if (hash !== undefined || counts.has(name)) unknown.add(placeholder);
        return placeholder;
      });
      return { text: revealed, names: [...names], unknown: [...unknown] };
    },
    names: () => [...counts].map(([name, hidden]) => ({ name, hidden })),
    openEnd(text, before = 0) {
      index ??= indexOf(known.keys(), reader);
      const value = Math.min(index.beginningAtEnd(text, 1), openWrapped(text, index, before));
      shapes ??= createShapeFinder(reader);
      reader.forget();
      return Math.min(value, openShape(text, shapes));
    },
    openShape: (text) => openShape(text, (shapes ??= createShapeFinder(reader))),
  };

  /** Looks up a placeholder of an earlier run whose text is known here but was not encountered yet. */
  function unhashed(placeholder: string): { name: string; text: string } | undefined {
    for (const [text, { name, placeholder: given }] of known) {
      if (given === undefined && placeholder.startsWith(`[secret:${name}.`)) {
        const own = freePlaceholder(text, name);
        known.set(text, { name, placeholder: own });
        byPlaceholder.set(own, { name, text });
      }
    }
    return byPlaceholder.get(placeholder);
  }
}

interface Index {
  find(text: string): FindNext;
  /**
   * Offset of the beginning, at least `shortest` long, of a secret that runs on past the end of the
   * text; the text's length if there is none.
   */
  beginningAtEnd(text: string, shortest: number): number;
  /** Where the end of a secret that the text begins with is over; 0 if there is none. */
  endOfOneAtStart(text: string): number;
}

function indexOf(forms: Iterable<string>, { read }: ByteReader): Index {
  const all = [...forms];
  const find = createFinder(all);
  const longest = all.reduce((most, { length }) => Math.max(most, length), 0);
  const byFirst = Map.groupBy(all, (form) => form[0] ?? '');
  const byLast = Map.groupBy(all, (form) => form.slice(-MIN_SECRET));
  return {
    find: (text) => findInWindows(text, longest, (part) => find(part, read(part))),
    beginningAtEnd(text, shortest) {
      for (let at = Math.max(0, text.length - longest + 1); at <= text.length - shortest; at += 1) {
        const forms = byFirst.get(text[at] ?? '');
        if (!forms) continue;
        const rest = text.slice(at);
        if (forms.some((form) => form.length > rest.length && form.startsWith(rest))) return at;
      }
      return text.length;
    },
    endOfOneAtStart(text) {
      for (let end = Math.min(text.length, longest - 1); end >= MIN_SECRET; end -= 1) {
        const forms = byLast.get(text.slice(end - MIN_SECRET, end));
        if (forms?.some((form) => form.length > end && form.endsWith(text.slice(0, end)))) return end;
      }
      return 0;
    },
  };
}

function findInWindows(text: string, longest: number, find: (part: string) => FindNext): FindNext {
  let window = windowAt(text, 0, longest);
  let next = find(window.text);
  return (from) => {
    for (let at = from; at < text.length; at = window.to) {
      if (at >= window.to) {
        window = windowAt(text, at, longest);
        next = find(window.text);
      }
      const hit = next(at - window.start);
      if (hit && window.start + hit.at < window.to) return { ...hit, at: window.start + hit.at };
    }
    return undefined;
  };
}

function replaceAll(text: string, next: FindNext, replace: (pattern: string) => string): string {
  let result = '';
  let from = 0;
  for (let hit = next(0); hit; hit = next(from)) {
    result += text.slice(from, hit.at) + replace(hit.pattern);
    from = hit.at + hit.pattern.length;
  }
  return from === 0 ? text : result + text.slice(from);
}

/** Ordinary words that happen to begin a secret are not pieces. */
function isPiece(piece: string): boolean {
  return piece.length >= MIN_SECRET && !/^[A-Z]?[a-z]+(?:[-_ ][a-z]+)*[-_ ]?$/.test(piece);
}

/** Offset of a token, a key, or a word after `PASSWORD=` that may continue beyond the end. */
function openShape(text: string, shapes: ShapeFinder): number {
  const tail = text.slice(-LONGEST_OPEN);
  const offset = text.length - tail.length;
  const key = openKeyIn(text.slice(-LONGEST_KEY)) - Math.min(text.length, LONGEST_KEY) + text.length;
  let word = tail.length;
  while (word > 0 && tail.length - word < LONGEST_WORD && !/[\s"'`\]]/.test(tail[word - 1] ?? '')) word -= 1;
  return Math.min(key, shapes.hasMark(tail.slice(word)) ? offset + word : text.length);
}

/** Sixteen bits of a hash that depends on every unit of the text. */
function digits(text: string): string {
  let [a, b] = [0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0xcc9e2d51);
    a = (a << 15) | (a >>> 17);
    b = Math.imul(b + unit, 0x1b873593) ^ a;
    b ^= b >>> 13;
  }
  const mixed = Math.imul(a ^ (b >>> 16), 0xc2b2ae35) ^ b;
  return ((mixed ^ (mixed >>> 16)) & 0xffff).toString(16).padStart(4, '0');
}
