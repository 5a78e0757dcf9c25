/** Recognises sed scripts that only print: nothing is written or run. Reads each character once. */

import type { Said } from '../../protocol/policy.ts';
import { say } from '../say.ts';

const MAX_LENGTH = 4_000;
const MAX_SEARCHED = 1_000;

/** True if every command of the script is known and touches no file and no program. */
export function isPlainSedScript(script: string): boolean {
  if (script.length > MAX_LENGTH) return false;
  let at = skip(script, 0, /[\s;]/);
  while (at < script.length) {
    const after = afterCommand(script, at);
    if (after === undefined) return false;
    at = skip(script, after, /[\s;]/);
  }
  return true;
}

/** Why the words of a sed call are dangerous: `e` runs, `w` writes. */
export function sedDanger(words: readonly string[]): Said[] {
  const suspects = words.filter((text) => {
    if (isPlainSedScript(text)) return false;
    return !text.startsWith('-') || /^-[a-zA-Z]*e./.test(text) || text.startsWith('--expression=');
  });
  const isRisky = suspects.some(
    (text) => /(?:^|[;{}\n\s\d$/,!~])[eWw](?:\s|$)/.test(text) || hasRiskySubstitution(text),
  );
  return isRisky ? [say('sedRuns')] : [];
}

/** True if there is an `s` command, with any delimiter, whose flags include `e` or `w`. */
function hasRiskySubstitution(text: string): boolean {
  if (text.length > MAX_SEARCHED) return true; // too long to tell
  for (let at = text.indexOf('s'); at >= 0; at = text.indexOf('s', at + 1)) {
    const delimiter = text.charAt(at + 1);
    if (delimiter === '' || delimiter === '\\' || delimiter === '\n') continue;
    const second = afterDelimiter(text, at + 2, delimiter);
    const third = second === undefined ? undefined : afterDelimiter(text, second, delimiter);
    if (third === undefined) continue;
    const end = skip(text, third, /[a-zA-Z0-9]/);
    if (/[ewW]/.test(text.slice(third, end))) return true;
  }
  return false;
}

function afterDelimiter(text: string, from: number, delimiter: string): number | undefined {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === delimiter) return at + 1;
  }
  return undefined;
}

function skip(text: string, from: number, what: RegExp): number {
  let at = from;
  while (at < text.length && what.test(text.charAt(at))) at++;
  return at;
}

/** The position after one command with its addresses; `undefined` if that is not certain. */
function afterCommand(script: string, from: number): number | undefined {
  let at = from;
  const first = afterAddress(script, at);
  if (first === 'unclear') return undefined;
  if (first !== undefined) {
    at = skip(script, first, /\s/);
    if (script[at] === ',') {
      at = skip(script, at + 1, /\s/);
      const second = /[+~]/.test(script.charAt(at)) ? afterDigits(script, at + 1) : afterAddress(script, at);
      if (second === undefined || second === 'unclear') return undefined;
      at = skip(script, second, /\s/);
    }
  }
  at = skip(script, at, /[\s!]/);
  const command = script.charAt(at);
  at++;
  if (command === '{' || command === '}') return at;
  if (/^[pPdDnNgGhHxzlF=]$/.test(command)) return endOfCommand(script, at);
  if (/^[btT:]$/.test(command)) return endOfCommand(script, skip(script, skip(script, at, /[ \t]/), /\w/));
  if (/^[aic]$/.test(command)) return afterText(script, at);
  if (/^[qQ]$/.test(command)) {
    const end = skip(script, skip(script, at, /[ \t]/), /\d/);
    return endOfCommand(script, end);
  }
  if (command === 's') return afterSubstitution(script, at, /[gpiI0-9]/);
  if (command === 'y') return afterSubstitution(script, at, /(?!)/);
  if (command === '#') {
    const end = script.indexOf('\n', at);
    return end < 0 ? script.length : end;
  }
  return undefined;
}

/** The position after a line number, `$`, or a pattern between slashes; `undefined` if there is no address. */
function afterAddress(script: string, from: number): number | 'unclear' | undefined {
  const character = script.charAt(from);
  if (character === '$') return from + 1;
  if (/\d/.test(character)) {
    const end = skip(script, from, /\d/);
    return script[end] === '~' ? (afterDigits(script, end + 1) ?? 'unclear') : end;
  }
  if (character !== '/') return undefined;
  const end = detext(script, from + 1, '/');
  return end === undefined ? 'unclear' : skip(script, end, /[IM]/);
}

function afterDigits(script: string, from: number): number | undefined {
  const end = skip(script, from, /\d/);
  return end === from ? undefined : end;
}

/**
 * `a text` runs to the end of the line. A leading backslash is the old spelling; any other backslash could extend the text, so gives up.
 */
function afterText(script: string, from: number): number | undefined {
  const newline = script.indexOf('\n', from);
  const end = newline < 0 ? script.length : newline;
  const text = script.slice(from, end);
  const plain = text.replace(/^\\(?=[^\\\s])/, '');
  return plain.includes('\\') || plain.trim() === '' ? undefined : end;
}

function endOfCommand(script: string, from: number): number | undefined {
  const at = skip(script, from, /[ \t]/);
  return at >= script.length || /[;}\n#]/.test(script.charAt(at)) ? at : undefined;
}

function afterSubstitution(script: string, from: number, flags: RegExp): number | undefined {
  const delimiter = script.charAt(from);
  if (!/^[/|,#@:!%_]$/.test(delimiter)) return undefined;
  const second = detext(script, from + 1, delimiter);
  const third = second === undefined ? undefined : detext(script, second, delimiter);
  return third === undefined ? undefined : endOfCommand(script, skip(script, third, flags));
}

/** The position after the next delimiter. Gives up on a bracket set that contains the delimiter, because seds differ there. */
function detext(text: string, from: number, delimiter: string): number | undefined {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '\n') return undefined;
    if (character === '\\') {
      if (text[at + 1] === '\n') return undefined;
      at++;
    } else if (character === delimiter) return at + 1;
    else if (character === '[') {
      const end = afterSet(text, at);
      if (end === undefined || text.slice(at, end).includes(delimiter)) return undefined;
      at = end - 1;
    }
  }
  return undefined;
}

/** The position after `[…]`; `undefined` if its end is ambiguous. */
function afterSet(text: string, open: number): number | undefined {
  let at = open + 1;
  if (text[at] === '^') at++;
  if (text[at] === ']') at++;
  for (; at < text.length; at++) {
    if (text[at] === '\n') return undefined;
    if (text[at] === ']') return at + 1;
    if (text[at] === '[' && /[:.=]/.test(text.charAt(at + 1))) {
      const close = text.indexOf(`${text[at + 1]}]`, at + 2);
      if (close < 0) return undefined;
      at = close + 1;
    }
  }
  return undefined;
}
