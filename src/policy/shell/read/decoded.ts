/** What decoders make of a text written in the line, so that `echo cm0gLXJmIC8= | base64 -d | sh` hides nothing. */

const MAX_INPUT = 20_000;

/** `undefined` if the command is not a decoder. */
export function decodedText([name, ...words]: readonly string[], input: string): string | undefined {
  if (input.length > MAX_INPUT) return undefined;
  const has = (flag: RegExp): boolean => words.some((word) => flag.test(word));
  switch (name) {
    case 'base64':
      return has(/^-[a-z]*[dD]|^--d/) ? fromBase64(input) : undefined;
    case 'openssl':
      return has(/^-d$/) && has(/^(?:base64|-base64|-a)$/) ? fromBase64(input) : undefined;
    case 'xxd':
      return has(/^-[a-z]*r/) && has(/^-[a-z]*p/) ? fromHex(input) : undefined;
    case 'rev':
      return input.split('\n').map(reversed).join('\n');
    case 'tr':
      return translated(input, words);
    case 'cat':
      return words.every((word) => word === '-') ? input : undefined;
    default:
      return undefined;
  }
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('latin1');
}

function fromHex(text: string): string {
  return Buffer.from(text.replace(/[^0-9a-f]/gi, ''), 'hex').toString('latin1');
}

function reversed(line: string): string {
  return Array.from(line).reverse().join('');
}

/** Translates characters one for one; `undefined` with flags, which drop or squeeze characters. */
function translated(input: string, words: readonly string[]): string | undefined {
  const [from, to, ...others] = words.map(expandedSet);
  if (from === undefined || to === undefined || others.length > 0 || from.length === 0 || to.length === 0)
    return undefined;
  return Array.from(input, (character) => {
    const at = from.lastIndexOf(character);
    return at < 0 ? character : (to[Math.min(at, to.length - 1)] ?? '');
  }).join('');
}

/** Expands ranges: `a-c` is `abc`. Empty if the set is not plain. */
function expandedSet(word: string): string[] {
  if (/^-|\\|\[:/.test(word)) return [];
  return Array.from(word.matchAll(/(.)-(.)|(.)/gs), ([, first, last, one]) => {
    if (one !== undefined) return [one];
    const [low, high] = [first?.charCodeAt(0) ?? 0, last?.charCodeAt(0) ?? 0];
    return Array.from({ length: Math.max(0, Math.min(high - low + 1, 128)) }, (_, index) =>
      String.fromCharCode(low + index),
    );
  }).flat();
}
