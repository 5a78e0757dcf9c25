/** Makes every character of a text visible, for text that a person is asked to approve. */

/** Escapes by character code, as in C. */
const SHORT: Readonly<Record<number, string>> = {
  0: '\\0',
  7: '\\a',
  8: '\\b',
  9: '\\t',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  27: '\\e',
};

const PLAIN = /^[\t\n\x20-\x7e]*$/;

/** Characters that are blank in every font, though Unicode calls some of them letters or symbols. */
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/u;

/** Turns control, hidden, blank and combining characters into escapes; line feeds stay. */
export function visible(text: string): string {
  let shown = '';
  for (const character of text) shown += character === '\n' ? character : show(character);
  return shown;
}

/** One emoji: pictures with their colours and presentation, joined to one. */
const EMOJI = String.raw`\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?(?:\u200d\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?){0,6}`;

/** Like `visible`, for text read as prose or code, such as a diff: tabs stay, and so do marks on a letter and joined emoji. */
export function visibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .split(new RegExp(`(\\t|\\p{L}\\p{M}{1,4}|${EMOJI})`, 'u')) // compiled only here, because Unicode classes take time
    .map((part, index) => (index % 2 === 1 ? part : visible(part)))
    .join('');
}

/** Like `visible`, for a name or title on one line: a line feed becomes an escape too. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '\\n');
}

/** True for ASCII, and for letters, digits, punctuation and symbols of every script. */
function isPrintable(character: string, code: number): boolean {
  if (code < 0x80) return code >= 0x20 && code < 0x7f;
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) && !BLANK.test(character); // compiled only here, because a Unicode class takes time
}

function show(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (isPrintable(character, code)) return character;
  const short = SHORT[code];
  if (short !== undefined) return short;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  return `\\u{${code.toString(16)}}`;
}
