/** Explains what is wrong with a regular expression, by character. Engines count positions in a text they have wrapped. */

import { CoderError } from '../../base/errors.ts';

export function badPattern(pattern: string, said: string): CoderError {
  return new CoderError('bad-pattern', `the pattern is not valid: ${unbalanced(pattern) ?? said}`);
}

function unbalanced(pattern: string): string | undefined {
  let open = 0;
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? '';
    if (character === '\\') at++;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') {
      inClass = true;
      if (pattern[at + 1] === '^') at++;
      if (pattern[at + 1] === ']') at++; // a leading ] is a character of the class
    } else if (character === '(') open++;
    else if (character === ')' && --open < 0)
      return `) at character ${at + 1} closes nothing; \\) is the character itself`;
  }
  const left = inClass ? '[' : open > 0 ? '(' : undefined;
  return left && `${left} is not closed; \\${left} is the character itself`;
}
