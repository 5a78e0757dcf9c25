/** JSON that is safe to print: characters that control a terminal or change the text direction are escaped. */

import { jsonPieces } from '../../base/long-text/json-pieces.ts';

const UNSAFE = /[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

export function jsonText(value: unknown): string {
  return escaped(JSON.stringify(value));
}

/** Like `jsonText` with a line end, but generated in pieces, for values that may contain a long answer. */
export function* jsonLine(value: unknown): Generator<string> {
  for (const piece of jsonPieces(value)) yield escaped(piece);
  yield '\n';
}

function escaped(json: string): string {
  return json.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
