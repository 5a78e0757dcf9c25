/** Translates a sentence by a table of sentences with placeholders; a sentence that is not in the table stays unchanged. */

export type SentenceRow = readonly [from: string, to: string];

export function inOtherWords(text: string, rows: readonly SentenceRow[]): string {
  return whole(text, rows) ?? withRest(text, rows) ?? text;
}

function whole(text: string, rows: readonly SentenceRow[]): string | undefined {
  for (const [from, to] of rows) {
    const named = partsOf(text, from.split('{}'));
    if (named) return to.split('{}').reduce((said, piece, index) => `${said}${named[index - 1] ?? ''}${piece}`);
  }
  return undefined;
}

/** Translates only the part before a colon; the rest is quoted from elsewhere. */
function withRest(text: string, rows: readonly SentenceRow[]): string | undefined {
  for (let at = text.indexOf(': '); at >= 0; at = text.indexOf(': ', at + 1)) {
    const said = whole(text.slice(0, at), rows);
    if (said !== undefined) return `${said}：${text.slice(at + 2)}`;
  }
  return undefined;
}

/** The texts at the placeholders between these pieces. */
function partsOf(text: string, pieces: readonly string[]): string[] | undefined {
  const [first = '', ...rest] = pieces;
  if (!text.startsWith(first)) return undefined;
  const parts: string[] = [];
  let at = first.length;
  for (const [index, piece] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const end = isLast ? text.length - piece.length : text.indexOf(piece, at + 1);
    if (end <= at || !text.startsWith(piece, end)) return undefined;
    parts.push(text.slice(at, end));
    at = end + piece.length;
  }
  return at === text.length ? parts : undefined;
}
