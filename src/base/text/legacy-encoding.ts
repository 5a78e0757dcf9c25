/** Encodings older than Unicode: guesses a file's encoding, and encodes text by reversing the decoder. */

import { CoderError } from '../errors.ts';

export type LegacyEncoding = 'gb18030' | 'shift_jis' | 'windows-1252';

/** Maps each character to its bytes read as one big-endian integer. */
type Table = Map<string, number>;

const SAMPLE = 1 << 16;

/** The likeliest encoding; `windows-1252` has a character for every byte, so it always fits. */
export function guessLegacy(bytes: Uint8Array): LegacyEncoding {
  const sample = wholeLines(bytes);
  const japanese = shareOf(sample, 'shift_jis', /[\u3041-\u3096\u30a1-\u30fc]/g);
  if (japanese > 0.3) return 'shift_jis';
  // Ordinary Chinese text uses only the 6,763 characters of GB 2312, and both of their bytes are high.
  return evenRuns(sample) > 0.9 && shareOf(sample, 'gb18030', /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/g) > 0.8
    ? 'gb18030'
    : 'windows-1252';
}

/** Builds the table when the first character needs it, because the largest takes 30 ms. */
export function legacyEncoder(encoding: LegacyEncoding): (text: string) => Uint8Array {
  let table: Table | undefined;
  return (text) => {
    if (isAscii(text)) return Buffer.from(text, 'latin1');
    table ??= tableOf(encoding);
    const bytes: number[] = [];
    for (const character of text) {
      const code = character.charCodeAt(0);
      if (code < 0x80) bytes.push(code);
      else pushBytes(bytes, numberOf(character, encoding, table));
    }
    return Uint8Array.from(bytes);
  };
}

function numberOf(character: string, encoding: LegacyEncoding, table: Table): number {
  const found = table.get(character);
  if (found !== undefined) return found;
  const point = character.codePointAt(0) ?? 0;
  if (encoding === 'gb18030' && point > 0xffff) return fourBytes(point - 0x10000, 0x90);
  const name = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  throw new CoderError('encoding', `the file is in ${encoding}, which has no character ${character} (${name})`);
}

function tableOf(encoding: LegacyEncoding): Table {
  switch (encoding) {
    case 'windows-1252':
      return reverse(encoding, range(0x80, 0xff));
    case 'shift_jis':
      return reverse(encoding, [...range(0xa1, 0xdf), ...pairs([...range(0x81, 0x9f), ...range(0xe0, 0xfc)])]);
    case 'gb18030': {
      const rows = Array.from({ length: 39_420 }, (_, index) => fourBytes(index, 0x81));
      return reverse(encoding, [...pairs(range(0x81, 0xfe)), ...rows]);
    }
  }
}

/** If two numbers decode to the same character, the first is the one that editors write. */
function reverse(encoding: LegacyEncoding, numbers: readonly number[]): Table {
  const bytes: number[] = [];
  for (const number of numbers) {
    pushBytes(bytes, number);
    bytes.push(0x0a);
  }
  const decoded = new TextDecoder(encoding).decode(Uint8Array.from(bytes)).split('\n');
  const table: Table = new Map();
  for (const [index, number] of numbers.entries()) {
    const character = decoded[index] ?? '';
    const isOne =
      character.length === 1 || (character.length === 2 && character.codePointAt(0) !== character.charCodeAt(0));
    if (isOne && character !== '\ufffd' && !table.has(character)) table.set(character, number);
  }
  return table;
}

function pairs(leads: readonly number[]): number[] {
  const trails = [...range(0x40, 0x7e), ...range(0x80, 0xfe)];
  return leads.flatMap((lead) => trails.map((trail) => lead * 256 + trail));
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** The four-byte form of GB 18030: digits of base 126, 10, 126 and 10. */
function fourBytes(index: number, lead: number): number {
  const fourth = 0x30 + (index % 10);
  const third = 0x81 + (Math.floor(index / 10) % 126);
  const second = 0x30 + (Math.floor(index / 1260) % 10);
  const first = lead + Math.floor(index / 12_600);
  return ((first * 256 + second) * 256 + third) * 256 + fourth;
}

function pushBytes(bytes: number[], number: number): void {
  if (number > 0xffff) bytes.push(Math.floor(number / 0x1000000), (number >> 16) & 255);
  if (number > 0xff) bytes.push((number >> 8) & 255);
  bytes.push(number & 255);
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

function wholeLines(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= SAMPLE) return bytes;
  const end = bytes.lastIndexOf(0x0a, SAMPLE);
  return bytes.subarray(0, end > 0 ? end : SAMPLE);
}

/** The share of the pattern among all non-ASCII characters; 0 if the bytes are not valid in that encoding. */
function shareOf(bytes: Uint8Array, encoding: LegacyEncoding, pattern: RegExp): number {
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes('\ufffd')) return 0;
  const foreign = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  return foreign === 0 ? 0 : (text.match(pattern)?.length ?? 0) / foreign;
}

/** The share of runs of high bytes with even length: double-byte text has high bytes in pairs, Western text has single ones. */
function evenRuns(bytes: Uint8Array): number {
  let even = 0;
  let runs = 0;
  let length = 0;
  for (let index = 0; index <= bytes.length; index++) {
    if ((bytes[index] ?? 0) >= 0x80) length++;
    else if (length > 0) {
      runs++;
      if (length % 2 === 0) even++;
      length = 0;
    }
  }
  return runs === 0 ? 0 : even / runs;
}
