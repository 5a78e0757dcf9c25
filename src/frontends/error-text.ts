/** An error as a person reads it; the words of its sentences are loaded only now. */

import { messageOf } from '../base/errors.ts';
import type { Language } from '../base/language.ts';

/** In English the message says it all, so nothing is loaded. */
export async function errorText(error: unknown, lang: Language): Promise<string> {
  if (lang === 'en') return messageOf(error);
  const [{ faultText }, { loadWords }] = await Promise.all([import('../words/fault.ts'), import('../words/words.ts')]);
  return faultText(error, (await loadWords(lang)).faults);
}
