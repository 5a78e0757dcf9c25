/** Lines of JSON, each ending in a checksum field, so that a torn or garbled line is recognised. */

import { checksum, createChecksum } from '../files/checksum.ts';
import { jsonPieces } from '../long-text/json-pieces.ts';

export interface ScannedLines {
  values: unknown[];
  /** Number of complete but damaged lines; they stay in the file. */
  damaged: number;
  /** Offset of the end of the last whole line; bytes after it were torn off while being written. */
  end: number;
  /** True if the last line is whole but lacks its newline. */
  unended: boolean;
}

const NEWLINE = 10;
const SUM = /,"sum":"([0-9a-f]{16})"\}$/;

/** Adds the checksum to a line. `json` is the text of one object with at least one field. */
export function sealLine(json: string): string {
  return `${json.slice(0, -1)},"sum":"${checksum(json)}"}\n`;
}

/** Like `sealLine`, in pieces, for a value with long texts. */
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

/** The value of one line without its newline; `undefined` if the checksum does not match. */
export function openLine(line: string): unknown {
  const sum = SUM.exec(line);
  if (!sum) return undefined;
  const json = `${line.slice(0, sum.index)}}`;
  if (checksum(json) !== sum[1]) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // the writer sealed something that is not JSON
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
