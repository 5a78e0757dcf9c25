/** Characters that make a line look like another one: control codes, invisible and look-alike letters. */

import type { Reason, Said } from '../../../protocol/policy.ts';
import { say } from '../../say.ts';

/** Everything below space except tab and newline, DEL, and the 8-bit controls. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

export function hasNul(line: string): boolean {
  return line.includes('\0');
}

export function characterReasons(line: string): Reason[] {
  const reasons: Reason[] = [];
  const control = CONTROL.exec(line);
  if (control) reasons.push(hidden(say('controlCharacter', codePoint(control[0])), control.index, control[0]));
  const invisible = findInvisible(line);
  if (invisible) {
    const said = say('invisibleCharacter', codePoint(invisible[0]));
    reasons.push(hidden(said, invisible.index, invisible[0]));
  }
  return reasons;
}

/** Finds characters that show nothing, or something other than themselves: ignorable, odd spaces, private use, lone surrogates. */
function findInvisible(line: string): RegExpExecArray | null {
  if (!/[^\x00-\x7f]/.test(line)) return null; // avoids loading Unicode classes for ASCII lines
  // An emoji may carry joiners and a variation selector; there they are visible.
  const picture = /\p{Extended_Pictographic}\ufe0f?(?:\u200d\p{Extended_Pictographic}\ufe0f?)*/gu;
  const invisible = /\p{Default_Ignorable_Code_Point}|(?! )\p{Zs}|\p{Zl}|\p{Zp}|\p{Cs}|\p{Co}|[\ufff9-\ufffb]/u;
  return invisible.exec(line.replace(picture, (found) => 'x'.repeat(found.length)));
}

export function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function hidden(said: Said, at: number, found: string): Reason {
  return { code: 'hidden-characters', ...said, risk: true, part: codePoint(found), span: [at, at + found.length] };
}

function codePoint(text: string): string {
  return `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
