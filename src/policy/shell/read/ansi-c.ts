/** Decodes `$'…'` where every shell that supports the form agrees; `undefined` otherwise. */

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\', "'": "'", '"': '"' };

export function decodeAnsiC(written: string): string | undefined {
  if (!written.startsWith("$'") || !written.endsWith("'") || written.length < 3) return undefined;
  let text = '';
  for (let at = 2; at < written.length - 1; at++) {
    const character = written.charAt(at);
    if (character !== '\\') {
      text += character;
      continue;
    }
    const rest = written.slice(at + 1, written.length - 1);
    const plain = ESCAPES[rest.charAt(0)];
    const number = /^(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3}))/.exec(rest);
    if (plain !== undefined) {
      text += plain;
      at += 1;
    } else if (number) {
      const code = number[1] === undefined ? Number.parseInt(number[2] ?? '', 8) : Number.parseInt(number[1], 16);
      if (code === 0 || code > 0x7e) return undefined; // a NUL ends the text, and a higher byte may be half a character
      text += String.fromCharCode(code);
      at += number[0].length;
    } else return undefined;
  }
  return text;
}

/** The likely text, for checks that look for danger. */
export function looseAnsiC(written: string): string {
  return written
    .slice(2, -1)
    .replace(/\\x\{?([0-9a-fA-F]{1,2})\}?|\\[uU]0*([0-9a-fA-F]{1,4})/g, (_, hex: string, unicode: string) =>
      String.fromCharCode(Number.parseInt(hex ?? unicode, 16)),
    );
}
