/** Parses `@path` mentions in a message: what each names and where it is. */

export interface Mention {
  start: number;
  end: number;
  path: string;
  /** Counted from 1, both ends included. */
  lines?: { from: number; to: number };
}

/** An `@` inside a word is an address, not a mention. */
const MENTION =
  /(?<![\w.+\-/@])@(?!@)(?:"((?:[^"\\\n]|\\.)+)"|((?:\\.|[^\s\\"'`<>|，。；：？！、（）【】《》「」“”])+))/g;
/** Punctuation that ends a sentence rather than a path. */
const TRAILING = /[.,;:?!)\]}]+$/;
const LINES = /:(\d+)(?:-(\d+))?$/;

export function parseMentions(text: string): Mention[] {
  const mentions: Mention[] = [];
  for (const match of text.matchAll(MENTION)) {
    const [whole, quoted, bare] = match;
    const mention =
      quoted === undefined
        ? bareMention(bare ?? '', match.index)
        : quotedMention(text, quoted, match.index, match.index + whole.length);
    if (mention !== undefined) mentions.push(mention);
  }
  return mentions;
}

/** Formats a path so that it parses back to the same path. */
export function formatMention(path: string): string {
  const isPlain =
    /^[^\s\\"'`<>|，。；：？！、（）【】《》「」“”]+$/.test(path) && !TRAILING.test(path) && !LINES.test(path);
  return isPlain ? `@${path}` : `@"${path.replace(/["\\]/g, '\\$&')}"`;
}

function bareMention(bare: string, start: number): Mention | undefined {
  const trimmed = /\\.$/s.test(bare) ? bare : bare.replace(TRAILING, '');
  if (trimmed === '') return undefined;
  const { path, lines } = splitLines(trimmed);
  return { start, end: start + 1 + trimmed.length, path: unescape(path), ...(lines && { lines }) };
}

/** Line numbers follow the closing quote. */
function quotedMention(text: string, quoted: string, start: number, end: number): Mention {
  const suffix = /^:\d+(?:-\d+)?/.exec(text.slice(end))?.[0] ?? '';
  const { lines } = splitLines(suffix);
  return { start, end: end + suffix.length, path: unescape(quoted), ...(lines && { lines }) };
}

function splitLines(written: string): { path: string; lines?: { from: number; to: number } } {
  const match = LINES.exec(written);
  const from = Number(match?.[1] ?? 0);
  const to = Number(match?.[2] ?? from);
  if (match === null || from === 0 || to === 0) return { path: written };
  return { path: written.slice(0, match.index), lines: { from: Math.min(from, to), to: Math.max(from, to) } };
}

function unescape(written: string): string {
  return written.replace(/\\(.)/gs, '$1');
}
