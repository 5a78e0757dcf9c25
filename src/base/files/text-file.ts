/** Converts a file's bytes to text and back, so that the parts an edit does not touch keep their bytes in any encoding. */

import { CoderError } from '../errors.ts';
import { guessLegacy, type LegacyEncoding, legacyEncoder } from '../text/legacy-encoding.ts';
import { isHighSurrogate, isLowSurrogate } from '../text/surrogates.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | LegacyEncoding;

export interface TextFile {
  /** The text without the byte order mark. Bytes that are invalid in UTF-8 become lone surrogates U+DC80–U+DCFF. */
  text: string;
  encoding: Encoding;
  bom: boolean;
  /** The file as it is on disk. */
  bytes: Uint8Array;
}

const BOMS: readonly { encoding: Encoding; bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];
const BINARY_SAMPLE = 8192;
const SEQUENCE =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g;

/** `undefined` if the bytes are not text. */
export function decodeFile(bytes: Uint8Array): TextFile | undefined {
  const bom = BOMS.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte));
  const body = bom ? bytes.subarray(bom.bytes.length) : bytes;
  if (bom) return { text: decodeAs(body, bom.encoding), encoding: bom.encoding, bom: true, bytes };
  if (isBinary(bytes)) return undefined;
  const valid = decodeStrict(body, 'utf-8');
  if (valid !== undefined) return { text: valid, encoding: 'utf-8', bom: false, bytes };
  const encoding = mostlyUtf8(body) ? 'utf-8' : guessLegacy(body);
  return { text: decodeAs(body, encoding), encoding, bom: false, bytes };
}

/** True if the bytes contain NUL. Only UTF-16 text does, and it is recognised by its byte order mark first. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, BINARY_SAMPLE).includes(0);
}

/** The bytes of the file with another text; the common start and end of both texts keep their bytes. */
export function encodeFile(file: TextFile, text: string): Uint8Array {
  const mark = file.bom ? Uint8Array.from(BOMS.find(({ encoding }) => encoding === file.encoding)?.bytes ?? []) : [];
  const body = file.bytes.subarray(mark.length);
  const encode = encoderOf(file.encoding);
  const { prefix, suffix } = commonEnds(file.text, text);
  const head = encode(file.text.slice(0, prefix));
  const tail = encode(file.text.slice(file.text.length - suffix));
  const middle = encode(text.slice(prefix, text.length - suffix));
  const replaced = encode(file.text.slice(prefix, file.text.length - suffix));
  // `replaced` also includes text between two changed places, which has to round-trip to the same bytes.
  const isFaithful =
    head.length + replaced.length + tail.length === body.length && startsWith(body.subarray(head.length), replaced);
  if (!isFaithful) {
    throw new CoderError(
      'encoding',
      `the file is not plain ${file.encoding}: it cannot be changed without losing bytes`,
    );
  }
  return Buffer.concat([
    Uint8Array.from(mark),
    body.subarray(0, head.length),
    middle,
    body.subarray(body.length - tail.length),
  ]);
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return Buffer.compare(bytes.subarray(0, start.length), start) === 0;
}

/** The text made safe to show: bytes that have no character become U+FFFD. */
export function shownText(text: string): string {
  return text.toWellFormed();
}

export function hasStrayBytes(text: string): boolean {
  return !text.isWellFormed();
}

/** Decodes part of a file whose encoding is known. */
export function decodeAs(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'utf-8') return decodeStrict(bytes, 'utf-8') ?? decodeWithStrayBytes(bytes);
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

function decodeStrict(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined; // a TextDecoder's way to report invalid bytes
    throw error;
  }
}

function decodeWithStrayBytes(bytes: Uint8Array): string {
  const binary = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return binary.replace(SEQUENCE, (sequence) =>
    sequence.length > 1
      ? Buffer.from(sequence, 'latin1').toString('utf8')
      : String.fromCharCode(0xdc00 + sequence.charCodeAt(0)),
  );
}

/** A single bad byte does not turn a UTF-8 file into another encoding. */
function mostlyUtf8(bytes: Uint8Array): boolean {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1 << 16)).toString('latin1');
  let valid = 0;
  let stray = 0;
  for (const [sequence] of sample.matchAll(SEQUENCE)) {
    if (sequence.length > 1) valid++;
    else stray++;
  }
  return valid > stray;
}

function encoderOf(encoding: Encoding): (text: string) => Uint8Array {
  switch (encoding) {
    case 'utf-8':
      return (text) => (hasStrayBytes(text) ? encodeWithStrayBytes(text) : Buffer.from(text, 'utf8'));
    case 'utf-16le':
      return (text) => Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return (text) => Buffer.from(text, 'utf16le').swap16();
    default:
      return legacyEncoder(encoding);
  }
}

function encodeWithStrayBytes(text: string): Uint8Array {
  const parts: Uint8Array[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0xd800 && code <= 0xdbff)
      index++; // the low half of a pair is not a stray byte
    else if (code >= 0xdc80 && code <= 0xdcff) {
      parts.push(Buffer.from(text.slice(start, index), 'utf8'), Uint8Array.of(code - 0xdc00));
      start = index + 1;
    }
  }
  parts.push(Buffer.from(text.slice(start), 'utf8'));
  return Buffer.concat(parts);
}

/** Lengths of the common start and end; never splits a surrogate pair. */
function commonEnds(before: string, after: string): { prefix: number; suffix: number } {
  const limit = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < limit && before.charCodeAt(prefix) === after.charCodeAt(prefix)) prefix++;
  if (prefix > 0 && isHighSurrogate(before.charCodeAt(prefix - 1))) prefix--;
  let suffix = 0;
  while (
    suffix < limit - prefix &&
    before.charCodeAt(before.length - 1 - suffix) === after.charCodeAt(after.length - 1 - suffix)
  ) {
    suffix++;
  }
  if (suffix > 0 && isLowSurrogate(before.charCodeAt(before.length - suffix))) suffix--;
  return { prefix, suffix };
}
