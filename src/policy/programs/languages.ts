/** Checkers for the small languages that appear as operands: only plainly harmless text passes. */

import { isPlainAwkProgram } from './awk.ts';
import type { Kind } from './program.ts';
import { isPlainSedScript } from './sed.ts';

type Language = Exclude<Kind, 'path' | 'text' | 'filter' | 'revision'>;

export function isPlain(language: Language, text: string): boolean {
  switch (language) {
    case 'number':
      return /^[-+]?\d+(?:\.\d+)?(?:[a-zA-Z]{1,3}|%)?$/.test(text);
    case 'sed':
      return isPlainSedScript(text);
    case 'awk':
      return isPlainAwkProgram(text);
    case 'jq':
      return isPlainJqFilter(text);
    case 'printf':
      return !/%[^%a-zA-Z(]*n/.test(text); // `%n` sets a variable and evaluates its name
    case 'gitFormat':
      return !/%G|signature|sign=/i.test(text); // these run a signature checker
    case 'dateFormat':
      return text.startsWith('+');
  }
}

/** True if the filter uses no environment, no other files and no code from elsewhere. */
function isPlainJqFilter(text: string): boolean {
  return !/\$ENV|(?<![.\w])env\b|\b(?:input|inputs|import|include|input_filename|debug|stderr|halt\w*|get_search_list|modulemeta|\$__prog_args)\b|\$__/.test(
    text,
  );
}
