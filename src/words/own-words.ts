/** Words that one command alone uses: they are in its file, in every language, and are loaded with it. */

import type { Language } from '../base/language.ts';

/** English is the shape: another language has the same words, with the same parameters. */
export type OwnWords<Own extends object> = Readonly<{ en: Own } & Record<Exclude<Language, 'en'>, NoInfer<Own>>>;

export function defineWords<Own extends object>(words: OwnWords<Own>): OwnWords<Own> {
  return words;
}
