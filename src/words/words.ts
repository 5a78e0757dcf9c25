/** What coder says to a person, in the person's language. What it says to the model is English and is beside the step that says it. */

import { type Language, languageOf } from '../base/language.ts';
import type { ScreenWords } from './en/screen.ts';
import type { en } from './en.ts';

export type Words = typeof en;

/** Only the language that is needed is loaded. */
export async function loadWords(language: Language): Promise<Words> {
  return language === 'zh-CN' ? (await import('./zh-cn.ts')).zhCn : (await import('./en.ts')).en;
}

/** What the terminal says by itself: the first prompt waits for nothing else. */
export async function loadScreenWords(language: Language): Promise<ScreenWords> {
  return (language === 'zh-CN' ? await import('./zh-cn/screen.ts') : await import('./en/screen.ts')).screen;
}

/** For what is said before any settings are read: in the language of the flag, or of the environment. */
export function earlyWords(env: Readonly<Record<string, string | undefined>>, asked?: Language): Promise<Words> {
  return loadWords(asked ?? languageOf(env));
}
