/** Text with irrelevant differences removed, and a way back to the position of each original character. */

export interface Folded {
  text: string;
  /** The span of the original that corresponds to a span of the folded text. */
  span(start: number, end: number): [start: number, end: number];
}

export type FoldKind = 'line-endings' | 'trailing-whitespace' | 'unicode';

// The look-behind prevents a long run of blanks from being tried at each of its characters.
const TRAILING = String.raw`(?<![ \t])[ \t]+(?:\r?\n|$)|\r\n`;
const MARKED = String.raw`[\p{L}\p{N}]\p{M}+|[\u1100-\u11ff]{2,3}`;
const LOOKALIKE = String.raw`[\u00a0\u2000-\u200f\u2010-\u2015\u2018-\u201f\u2026\u202f\u2032\u2033\u205f\u2060\u2212\u3000\ufeff\uff01-\uff5e]`;
const PATTERNS: Readonly<Record<FoldKind, () => RegExp>> = {
  'line-endings': () => /\r\n/g,
  'trailing-whitespace': () => new RegExp(TRAILING, 'g'),
  unicode: () => new RegExp(`${TRAILING}|${MARKED}|${LOOKALIKE}`, 'gu'),
};

export function fold(text: string, kind: FoldKind): Folded {
  /** Each replaced piece: its position in the original, and that of its replacement in the folded text. */
  const pieces: { from: number; length: number; at: number; size: number }[] = [];
  let folded = '';
  let done = 0;
  for (const match of text.matchAll(PATTERNS[kind]())) {
    folded += text.slice(done, match.index);
    const plain = plainOf(match[0]);
    pieces.push({ from: match.index, length: match[0].length, at: folded.length, size: plain.length });
    folded += plain;
    done = match.index + match[0].length;
  }
  folded += text.slice(done);

  /** The last piece that begins at or before `index` of the folded text, by binary search. */
  function pieceBefore(index: number): (typeof pieces)[number] | undefined {
    let low = 0;
    let high = pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pieces[middle]?.at ?? Infinity) <= index) low = middle + 1;
      else high = middle;
    }
    return pieces[low - 1];
  }

  function startOf(index: number): number {
    const piece = pieceBefore(index);
    if (!piece) return index;
    if (index < piece.at + piece.size) return piece.from;
    return piece.from + piece.length + (index - piece.at - piece.size);
  }

  /** The end of the character before `index`: text that was dropped after it is left out of the span. */
  function endOf(index: number): number {
    const piece = pieceBefore(index - 1);
    if (!piece) return index;
    if (index <= piece.at + piece.size) return piece.from + piece.length;
    return piece.from + piece.length + (index - piece.at - piece.size);
  }

  return { text: folded, span: (start, end) => [startOf(start), Math.max(startOf(start), endOf(end))] };
}

/**
 * Returns a function that turns look-alikes written by the model into the plain characters of the file: new text is meant to match them.
 * Only a character that also appears in `given` is replaced (either half of a pair of quotes counts): a different dash is kept.
 */
export function plainlyAs(actual: string, given: string): (text: string) => string {
  const fancy = new RegExp(LOOKALIKE, 'gu');
  const written = new Set((given.match(fancy) ?? []).map(kindOf));
  const plain = new Set((actual.match(fancy) ?? []).map(plainOf));
  return (text) =>
    text.replace(fancy, (character) => {
      const isSlip = written.has(kindOf(character)) && !plain.has(plainOf(character));
      return isSlip ? plainOf(character) : character;
    });
}

function kindOf(character: string): string {
  const plain = plainOf(character);
  return plain === '"' || plain === "'" ? plain : character;
}

/** A line in the form that is compared when look-alikes count as equal. */
export function foldLine(line: string): string {
  return fold(line, 'unicode').text;
}

function plainOf(piece: string): string {
  if (piece.endsWith('\n')) return '\n';
  if (/^[ \t]/.test(piece)) return '';
  if (piece.length > 1) return piece.normalize('NFC');
  const code = piece.charCodeAt(0);
  if (code >= 0xff01) return code === 0xfeff ? '' : String.fromCharCode(code - 0xfee0);
  if ((code >= 0x2018 && code <= 0x201b) || code === 0x2032) return "'";
  if ((code >= 0x201c && code <= 0x201f) || code === 0x2033) return '"';
  if ((code >= 0x2010 && code <= 0x2015) || code === 0x2212) return '-';
  if (code === 0x2026) return '...';
  if ((code >= 0x200b && code <= 0x200f) || code === 0x2060) return '';
  return ' ';
}
