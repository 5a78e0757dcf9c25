/** An error as a person reads it; the words of its sentences are loaded only now. */

import { messageOf } from '../base/errors.ts';
import type { Language } from '../base/language.ts';

/** In English the message says it all, so nothing is loaded, unless it is the system's. */
export async function errorText(error: unknown, lang: Language): Promise<string> {
  const isOurs = !(error instanceof Error && 'syscall' in error);
  if (lang === 'en' && isOurs) return messageOf(error);
  const [{ faultText }, { loadWords }] = await Promise.all([import('../words/fault.ts'), import('../words/words.ts')]);
  return faultText(error, (await loadWords(lang)).faults);
}
