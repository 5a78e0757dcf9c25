/** Renders reasons of policy in a language. */

import { own } from '../base/own.ts';
import type { Said } from '../protocol/policy.ts';
import type { PolicyWords } from './en/policy.ts';

/** A reason that is unknown here, such as one from another version's log, stays in English. */
export function reasonText({ text, says: [name = '', ...parameters] }: Said, { reasons }: PolicyWords): string {
  const word = own<(...parameters: string[]) => string>(reasons as never, name);
  return word ? word(...parameters) : text;
}

export function reasonsText(reasons: readonly Said[], words: PolicyWords): string {
  return reasons.map((reason) => reasonText(reason, words)).join(words.and);
}
