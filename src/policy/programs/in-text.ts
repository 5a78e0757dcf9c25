/** Programs named inside a text that something may run as a shell line, as their rows describe them. */

import type { Program } from './program.ts';
import { programLike } from './table.ts';

/** A word of a text at which a command may begin, without the folder in front of it. */
const NAME = /(?:^|[\s;&|!"'(`/])([a-z][\w.-]{0,40})(?=\s|$)/g;

/** How far after an everyday word the words that make its program fatal are looked for. */
const NEAR = 400;

/** Characters with which a text may mean other words than it shows. */
const EXPANDS = /[$`\\*?[{]/;

/** True if the text, read as a shell line, may begin with a command that must be refused. */
export function mayBeginFatal(text: string): boolean {
  const [first = ''] = text.split(/\s/, 1);
  const program = programLike(first.slice(first.lastIndexOf('/') + 1).replaceAll(/["'\\]/g, ''));
  if (!program) return false;
  const isPrivileged = typeof program.wraps === 'object' && program.wraps.risk === 'privilege';
  return isPrivileged ? mayHoldFatal(text) : mayBeFatal(program, text.slice(first.length));
}

/** True if a command that must be refused may begin at any word of the text. */
export function mayHoldFatal(text: string): boolean {
  return holds(text, mayBeFatal);
}

/** True if the text names a program that is sought, followed by another word. */
export function mayHoldSought(text: string): boolean {
  return holds(
    text,
    ({ sought, everyday }, rest, before) => sought === true && !everyday && before !== '/' && /\S/.test(rest),
  );
}

/** `rest` is the text after the program's name, `before` the character in front of it. */
function holds(text: string, isMeant: (program: Program, rest: string, before: string) => boolean): boolean {
  for (const { 0: whole, 1: name = '', index } of text.matchAll(NAME)) {
    const program = programLike(name);
    if (program && isMeant(program, text.slice(index + whole.length), whole.charAt(0))) return true;
  }
  return false;
}

/** An everyday word counts only if the words that make its program fatal follow. */
function mayBeFatal({ fatal, wipes, deeds, device, everyday }: Program, rest: string): boolean {
  if (!everyday) return fatal !== undefined || wipes !== undefined || deeds !== undefined || device === 'of';
  if (fatal === undefined || typeof fatal === 'string') return false;
  const near = rest.slice(0, NEAR);
  if (EXPANDS.test(near)) return true;
  const words = near.replaceAll(/["']/g, '').split(/[\s;&|()]+/);
  const given = words.filter((word) => word !== '');
  return fatal instanceof RegExp ? given.some((word) => fatal.test(word)) : fatal(given);
}
