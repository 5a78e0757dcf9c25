/** Names inside a reason, put into the words of the same language. A name from another version's log stays as it is. */

import { own } from '../base/own.ts';

type Sentences = Readonly<Record<string, (...parameters: never[]) => string>>;

export function effectNamed(effect: string, effects: Readonly<Record<string, string>>): string {
  return own(effects, effect) ?? effect;
}

/** A reason within another one, by its name and parameters. */
export function sentenceNamed(name: string, parameters: readonly string[], reasons: Sentences): string {
  const word = own(reasons, name);
  return word ? word(...(parameters as never[])) : name;
}
