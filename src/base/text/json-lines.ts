/** Lines of JSON, each with a checksum as its last field, so that a torn or garbled line is known as such. */

import { checksum, createChecksum } from '../files/checksum.ts';
import { jsonPieces } from '../long-text/json-pieces.ts';

export interface ScannedLines {
  values: unknown[];
  /** Complete lines that are damaged; they stay in the file. */
  damaged: number;
  /** Bytes up to the end of the last whole line; what follows was torn off while being written. */
  end: number;
  /** The last line is whole but for its newline. */
  unended: boolean;
}

const NEWLINE = 10;
const SUM = /,"sum":"([0-9a-f]{16})"\}$/;

/** `json` is the text of one object that has at least one field. */
export function sealLine(json: string): string {
  return `${json.slice(0, -1)},"sum":"${checksum(json)}"}\n`;
}

/** The same for a value whose texts are long, in pieces. */
export function* sealedPieces(value: unknown): Generator<string> {
  const sum = createChecksum();
  let last = '';
  for (const piece of jsonPieces(value)) {
    sum.add(piece);
    yield last;
    last = piece;
  }
  yield `${last.slice(0, -1)},"sum":"${sum.end()}"}\n`;
}

/** The value of one line without its newline; nothing if it is not what was written. */
export function openLine(line: string): unknown {
  const sum = SUM.exec(line);
  if (!sum) return undefined;
  const json = `${line.slice(0, sum.index)}}`;
  if (checksum(json) !== sum[1]) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // its writer sealed something that is not JSON
  }
}

export function scanLines(bytes: Buffer): ScannedLines {
  const scanned: ScannedLines = { values: [], damaged: 0, end: 0, unended: false };
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const stop = newline < 0 ? bytes.length : newline;
    const value = openLine(bytes.toString('utf8', start, stop));
    const isTorn = newline < 0 && value === undefined;
    if (isTorn) break;
    if (value !== undefined) scanned.values.push(value);
    else if (stop > start) scanned.damaged += 1;
    scanned.unended = newline < 0;
    scanned.end = Math.min(stop + 1, bytes.length);
    start = stop + 1;
  }
  return scanned;
}
