/** Finds where a growing paragraph may be cut: after a character beyond which no open mark reaches. Pure. */

/** A mark that is never closed holds text back no longer than this. */
const LONGEST_HELD = 600;
/** Characters that a paragraph may be cut after: blanks, and characters of scripts without blanks. */
export const ENDS_A_PIECE = /[\s\u2e80-\u9fff\uac00-\ud7a3\uff00-\uffef]/;

/** The end of the longest start of the text whose styles are settled; 0 if there is none. */
export function stableCut(source: string): number {
  let cut = 0;
  let code = 0; // length of the run of backticks that opened a code span
  let brackets = 0;
  const open = new Set<string>();
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index] ?? '';
    if (character === '`') {
      const run = runLength(source, index);
      if (code === 0) code = run;
      else if (code === run) code = 0;
      index += run - 1;
      continue;
    }
    if (code > 0) continue;
    if (character === '\\') {
      index += 1;
      continue;
    }
    if (character === '*' || character === '_' || character === '~') {
      const run = runLength(source, index);
      toggle(open, source, index, run);
      index += run - 1;
      continue;
    }
    if (character === '[') brackets += 1;
    else if (character === ']' && brackets > 0) {
      brackets -= 1;
      if (source[index + 1] === '(') brackets += 1;
      else if (index + 1 >= source.length) break; // an address may follow
    } else if (character === ')' && brackets > 0) brackets -= 1;
    if (open.size > 0 || brackets > 0) continue;
    if (ENDS_A_PIECE.test(character)) cut = index + 1;
  }
  return cut > 0 || source.length < LONGEST_HELD ? cut : Math.max(source.lastIndexOf(' ') + 1, source.length >> 1);
}

function toggle(open: Set<string>, source: string, index: number, run: number): void {
  const before = source[index - 1] ?? ' ';
  const after = source[index + run];
  const isSpaced = /\s/.test(before) && after !== undefined && /\s/.test(after);
  const isInWord = source[index] === '_' && /\w/.test(before) && after !== undefined && /\w/.test(after);
  if (isSpaced || isInWord || (source[index] === '~' && run < 2)) return;
  const mark = source.slice(index, index + run);
  if (!open.delete(mark)) open.add(mark);
}

function runLength(source: string, index: number): number {
  let end = index;
  while (source[end] === source[index]) end += 1;
  return end - index;
}
