/** Where the end of a text may still become a secret, so that a stream holds it back. */

import { openKeyIn } from './open-key.ts';
import type { SecretIndex } from './secret-index.ts';
import type { ShapeFinder } from './secret-shapes.ts';
import { indexOf, shapesOf, type VaultState } from './vault-state.ts';
import { endsWrapped, placeIn, wrappedBlocks } from './wrapped-lines.ts';

/** The longest token; a private key may be twice as long. */
const LONGEST_OPEN = 8 * 1024;
const LONGEST_KEY = 2 * LONGEST_OPEN;
const LONGEST_WORD = 600;

/** The offset from which the text may continue as a secret. `before`: length of the first line's part passed on before. */
export function openEnd(vault: VaultState, text: string, before: number): number {
  const index = indexOf(vault);
  const value = Math.min(index.beginningAtEnd(text, 1), openWrapped(vault, index, text, before));
  const shapes = shapesOf(vault);
  vault.reader.forget();
  return Math.min(value, openShape(text, shapes));
}

/** The open end if the text ends in lines of encoded text. */
function openWrapped(vault: VaultState, index: SecretIndex, text: string, before: number): number {
  if (text.endsWith('\r')) return openWrapped(vault, index, `${text}\n`, before);
  if (!endsWrapped(text, before)) return text.length;
  const tail = Math.max(0, text.length - LONGEST_OPEN);
  const last = wrappedBlocks(text.slice(tail), vault.reader).at(-1);
  if (!last || !/^\r?\n?$/.test(text.slice(tail + last.end))) return text.length;
  const open = index.beginningAtEnd(last.joined, 1);
  return open === last.joined.length ? text.length : tail + placeIn(last, open);
}

/** Offset of a token, a key, or a word after `PASSWORD=` that may continue beyond the end. */
export function openShape(text: string, shapes: ShapeFinder): number {
  const tail = text.slice(-LONGEST_OPEN);
  const offset = text.length - tail.length;
  const key = openKeyIn(text.slice(-LONGEST_KEY)) - Math.min(text.length, LONGEST_KEY) + text.length;
  let word = tail.length;
  while (word > 0 && tail.length - word < LONGEST_WORD && !/[\s"'`\]]/.test(tail[word - 1] ?? '')) word -= 1;
  return Math.min(key, shapes.hasMark(tail.slice(word)) ? offset + word : text.length);
}
