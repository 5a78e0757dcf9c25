/** A random file, a passage copied from what `read` shows of it, and the file that an edit of that passage must produce. */

import { type Random, randomFrom } from './random.ts';

const ENDS = ['\n', '\r\n', 'mixed'] as const;

/** Text that is easily lost on the way through JSON, a terminal or a model. */
const WORDS = [
  'value',
  'x',
  '\t',
  '  ',
  '    ',
  ' ',
  '"quoted"',
  "'it''s'",
  '`tick`',
  '\\',
  '\\\\',
  '\\n',
  '\\x28',
  '\\u00e9',
  '\\"',
  '$HOME',
  '${a}',
  '%s',
  '</tag>',
  '&amp;',
  '12\t',
  '7:',
  '[lines 1-2 of 3]',
  '漢字',
  'かな',
  '한국어',
  '，。',
  'é',
  'e\u0301',
  '😀',
  '👩‍💻',
  '\u00a0',
  '\u3000',
  '\u201cx\u201d',
  'ﬁ',
  '\u200b',
  '\r',
  '\f',
  '\u2028',
  '\u0085',
  '\u001b[31m',
] as const;

export interface MadeFile {
  text: string;
  isMixed: boolean;
}

export function makeFile(random: Random): MadeFile {
  const ends = pick(ENDS, random);
  const lines = 1 + random(pick([3, 12, 60, 300], random));
  let text = '';
  let last = '';
  for (let line = 0; line < lines; line++) {
    const isAgain = last !== '' && random(6) === 0; // repeats a line, to create ambiguous places
    last = isAgain ? last : makeLine(random);
    const isEnd = line === lines - 1 && random(3) === 0;
    text += last + (isEnd ? '' : ends === 'mixed' ? pick(['\n', '\r\n'], random) : ends);
  }
  const isMixed = text.includes('\r\n') && /(?<!\r)\n/.test(text); // also if a line itself contains a carriage return
  return { text: random(12) === 0 ? `\ufeff${text}` : text, isMixed };
}

function makeLine(random: Random): string {
  if (random(8) === 0) return '';
  const isLong = random(40) === 0;
  const count = 1 + random(isLong ? 1500 : 9);
  return Array.from({ length: count }, () => pick(WORDS, random)).join(random(3) === 0 ? '' : ' ');
}

export interface Copied {
  passage: string;
  wanted: string;
  /** Number of places where the passage occurs, ignoring line ends. */
  places: number;
  /** True if a refusal is acceptable: the passage occurs more than once, or its carriage returns are ambiguous. */
  isDoubtful: boolean;
}

const ROW = /^(\d+)\t(.*)$/s;

/** Copies as a model does: rows without their numbers, from anywhere to anywhere. */
export function copyFrom(shown: string, text: string, random: Random): Copied | undefined {
  const rows = shown.split('\n').flatMap((row) => {
    const [, , line] = ROW.exec(row) ?? [];
    return line === undefined ? [] : [line];
  });
  const first = random(rows.length);
  const taken = rows.slice(first, first + 1 + random(pick([1, 2, 6], random)));
  const cut = taken.findIndex((line) => /… \[line cut: \d+ characters\]$/.test(line));
  const whole = cut >= 0 ? taken.slice(0, cut) : taken; // cut text cannot be copied
  const joined = whole.join('\n');
  const from = random(3) === 0 ? random(whole[0]?.length ?? 0) : 0;
  const to = random(3) === 0 ? joined.length - random(whole.at(-1)?.length ?? 0) : joined.length;
  const passage = joined.slice(from, to).toWellFormed();
  if (passage === '' || passage.includes('\ufffd')) return undefined;
  const wanted = changed(passage, random);
  const places = placesIn(plain(text), passage);
  const isDoubtful =
    places > 1 || placesIn(text, passage) > 1 || passage.includes('\r\n') || plain(wanted) === plain(passage);
  return { passage, wanted, places, isDoubtful };
}

function changed(passage: string, random: Random): string {
  const at = random(passage.length + 1);
  const inserted = pick([...WORDS, 'new\nline', 'one\ntwo\n'], random);
  switch (random(4)) {
    case 0:
      return `${passage}\n${makeLine(random)}`;
    case 1:
      return random(2) === 0 ? '' : makeLine(random);
    default:
      return `${passage.slice(0, at)}${inserted}${passage.slice(at)}`.toWellFormed();
  }
}

/** What is wrong with the file after the change; `undefined` if only the passage changed. */
export function wrongIn({ text, isMixed }: MadeFile, { passage, wanted }: Copied, after: string): string | undefined {
  const at = plain(text).indexOf(passage);
  const [start, end] = [rawOffset(text, at), rawOffset(text, at + passage.length)];
  const [before, behind] = [text.slice(0, start), text.slice(end)];
  if (!after.startsWith(before) || !after.endsWith(behind) || after.length < before.length + behind.length)
    return 'something outside of the passage is another';
  const now = after.slice(before.length, after.length - behind.length);
  // A copied carriage return is a character; a new one before a line end may belong to the line end.
  const isWanted = plain(now) === wanted || (!passage.includes('\r\n') && plain(now) === plain(wanted));
  if (!isWanted) return 'the passage is not what was wanted';
  const isLiteral = passage.includes('\r\n');
  const isAsTheFile = isMixed || isLiteral ? keepsEnds(text.slice(start, end), now) : now === inEndsOf(text, wanted);
  return isAsTheFile ? undefined : 'its line ends are not the file’s';
}

/** True if each line keeps its ending; if the number of lines changed, they cannot be matched up and anything is accepted. */
function keepsEnds(before: string, now: string): boolean {
  const [was, is] = [before, now].map((part) => part.match(/\r?\n/g) ?? []);
  return was?.length !== is?.length || was?.join('') === is?.join('');
}

function inEndsOf(text: string, wanted: string): string {
  const isCrlf = text.includes('\r\n');
  return isCrlf ? plain(wanted).replaceAll('\n', '\r\n') : wanted;
}

function plain(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function placesIn(text: string, passage: string): number {
  let places = 0;
  for (let at = text.indexOf(passage); at >= 0; at = text.indexOf(passage, at + 1)) places += 1;
  return places;
}

/** Offset in the text itself of an offset in the text without carriage returns. */
function rawOffset(text: string, offset: number): number {
  let at = 0;
  for (let left = offset; left > 0; left -= 1) at += text.startsWith('\r\n', at) ? 2 : 1;
  return at;
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[random(list.length)] as T;
}

export function copyRandom(seed: number): Random {
  return randomFrom(seed * 31 + 7);
}
