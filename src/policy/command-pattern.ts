/** Patterns over parsed commands, such as `git push origin *`. Compares words, never the text of the line. */

import { matchesStars } from '../base/text/matches-stars.ts';
import type { SimpleCommand } from './shell/walk/simple-command.ts';

/** A final `*` matches any further words, or none; within a word it matches any text. Quotes make it literal. */
export function matchesPattern(
  pattern: string,
  command: { name: SimpleCommand['name']; words: readonly { value: string }[] },
): boolean {
  if (hasOtherName(pattern, command.name || (command.words[0]?.value ?? ''))) return false;
  const tokens = tokensOf(pattern);
  const words = command.words.map((word, index) => (index === 0 ? command.name || word.value : word.value));
  for (const [index, token] of tokens.entries()) {
    const isLast = index === tokens.length - 1;
    if (isLast && token.wild && token.text === '*') return true;
    const word = words[index];
    if (word === undefined || !(index === 0 ? matchesName : matchesWord)(token, word)) return false;
    if (isLast && token.wild && token.text.endsWith('*')) return true;
  }
  return words.length === tokens.length;
}

/** Quickly rejects patterns for other commands, as most saved rules are. */
function hasOtherName(pattern: string, name: string): boolean {
  const space = pattern.indexOf(' ');
  const head = space < 0 ? pattern : pattern.slice(0, space);
  return !/['*]/.test(head) && head.length > 0 && head.toLowerCase() !== name.toLowerCase();
}

/** True if the pattern has no wildcard, so it matches exactly one command. */
export function isExactPattern(pattern: string): boolean {
  return tokensOf(pattern).every((token) => !token.wild);
}

/** True if `wide` matches every command that `narrow` matches. */
export function coversPattern(wide: string, narrow: string): boolean {
  if (isOpenEnded(narrow) && !isOpenEnded(wide)) return false;
  // A star in the narrow pattern can only be matched by a star in the wide one.
  const words = tokensOf(narrow).map(({ text }) => text);
  const [name = ''] = words;
  return matchesPattern(wide, { name, words: words.map((value) => ({ value })) });
}

/** True if further words may follow. */
function isOpenEnded(pattern: string): boolean {
  const last = tokensOf(pattern).at(-1);
  return last !== undefined && last.wild && last.text.endsWith('*');
}

/** The pattern that matches exactly these words (followed by `rest`); `undefined` if they cannot be written as a pattern. */
export function patternOf(words: readonly string[], rest = ''): string | undefined {
  const tokens: string[] = [];
  for (const word of words) {
    if (word === '' || /[*\s"']/.test(word)) {
      if (word.includes("'")) return undefined;
      tokens.push(`'${word}'`);
    } else tokens.push(word);
  }
  return [...tokens, ...(rest ? [rest] : [])].join(' ');
}

interface Token {
  text: string;
  wild: boolean;
}

function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  for (const match of pattern.matchAll(/'([^']*)'|(\S+)/g)) {
    const [, quoted, plain] = match;
    tokens.push(
      quoted === undefined ? { text: plain ?? '', wild: (plain ?? '').includes('*') } : { text: quoted, wild: false },
    );
  }
  return tokens;
}

/** Names are compared without regard to case. */
function matchesName({ text, wild }: Token, name: string): boolean {
  return matchesWord({ text: text.toLowerCase(), wild }, name.toLowerCase());
}

function matchesWord({ text, wild }: Token, word: string): boolean {
  return wild ? matchesStars(text, word) : text === word;
}
