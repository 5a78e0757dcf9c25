/** Why the content of a file was not kept: written down with its state, and shown when the file cannot be undone. */

import { type NamedText, named } from '../../base/named-text.ts';
import { type Fault, type FaultSays, placedFault } from '../../protocol/fault.ts';

/** The state of an entry whose content was not kept: too large, unreadable, not a regular file, or no room. */
export interface Unkept {
  kind: 'unknown';
  /** In English. */
  why: string;
  /** The same by name; earlier versions wrote none. */
  says?: FaultSays;
}

export const IRREGULAR = named('unkeptIrregular', 'not a regular file');
export const UNREADABLE = named('unkeptUnreadable', 'it cannot be read');
export const NO_ROOM = named('unkeptNoRoom', 'no room to keep it (undo.max_bytes)');
export const NO_TIME = named('unkeptNoTime', 'there was no time to keep it');

export function tooLarge(size: number): NamedText {
  const mb = String(Math.round(size / 1_000_000));
  return named('unkeptTooLarge', `too large to be kept (${mb} MB)`, mb);
}

export function unkept({ text, says }: NamedText): Unkept {
  return { kind: 'unknown', why: text, says };
}

export function whyUnkept({ why, says = [] }: Unkept): Fault {
  return { text: why, says };
}

/** With the path before it. */
export function unkeptAt(path: string, state: Unkept): Fault {
  return placedFault(path, whyUnkept(state));
}
