/** Brace expansion of plain text, as the shell does it; `undefined` if the text is not plain. */

const MAX_WORDS = 64;
const MAX_BRACES = 12;
const MAX_LENGTH = 2_000;

export function expandBraces(text: string): string[] | undefined {
  if (/['"\\$`*?[\]~]/.test(text) || text.length > MAX_LENGTH || text.split('{').length > MAX_BRACES) return undefined;
  const words = expand(text);
  return words && words.length <= MAX_WORDS ? words : undefined;
}

function expand(text: string): string[] | undefined {
  const open = text.indexOf('{');
  if (open < 0) return [text];
  const close = closingBrace(text, open);
  if (close < 0) return undefined;
  const before = text.slice(0, open);
  const choices = alternatives(text.slice(open + 1, close));
  const rest = expand(text.slice(close + 1));
  if (!choices || !rest || choices.length * rest.length > MAX_WORDS) return undefined;
  return choices.flatMap((choice) => rest.map((tail) => before + choice + tail));
}

function alternatives(inner: string): string[] | undefined {
  const range = /^(0|-?[1-9]\d{0,5})\.\.(0|-?[1-9]\d{0,5})$/.exec(inner);
  if (range) return sequence(Number(range[1]), Number(range[2]));
  const pieces = splitCommas(inner);
  if (pieces.length < 2) return undefined;
  const expanded: string[] = [];
  for (const piece of pieces) {
    const words = expand(piece);
    if (!words) return undefined;
    expanded.push(...words);
  }
  return expanded;
}

function sequence(from: number, to: number): string[] | undefined {
  if (Math.abs(to - from) >= MAX_WORDS) return undefined;
  const step = from <= to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => String(from + index * step));
}

function splitCommas(inner: string): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < inner.length; index++) {
    if (inner[index] === '{') depth++;
    else if (inner[index] === '}') depth--;
    else if (inner[index] === ',' && depth === 0) {
      pieces.push(inner.slice(start, index));
      start = index + 1;
    }
  }
  pieces.push(inner.slice(start));
  return pieces;
}

function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index++) {
    if (text[index] === '{') depth++;
    else if (text[index] === '}' && --depth === 0) return index;
  }
  return -1;
}
