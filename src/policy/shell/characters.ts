/** Characters that make a line look like another one: control codes, invisible and look-alike letters. */

import type { Reason } from '../../protocol/policy.ts';

/** Everything below space but tab and newline, DEL, and the 8-bit controls. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** Zero-width, bidirectional, tag and variation characters, odd spaces, fillers, halves of a pair. */
const INVISIBLE =
  /[\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff]|[\u{1d173}-\u{1d17a}]|[\u{e0000}-\u{e0fff}]|\p{Surrogate}/u;

export function hasNul(line: string): boolean {
  return line.includes('\0');
}

export function characterReasons(line: string): Reason[] {
  const reasons: Reason[] = [];
  const control = CONTROL.exec(line);
  if (control)
    reasons.push(hidden(`control character ${codePoint(control[0])} in the line`, control.index, control[0]));
  const invisible = INVISIBLE.exec(line);
  if (invisible) {
    const text = `character ${codePoint(invisible[0])} in the line does not show`;
    reasons.push(hidden(text, invisible.index, invisible[0]));
  }
  return reasons;
}

export function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function hidden(text: string, at: number, found: string): Reason {
  return { code: 'hidden-characters', text, risk: true, part: codePoint(found), span: [at, at + found.length] };
}

function codePoint(text: string): string {
  return `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
