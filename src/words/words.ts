/** Loads the words for a person, in their language. Text for the model is in English, next to the code that sends it. */

import { type Language, languageOf } from '../base/language.ts';
import { late } from '../base/late.ts';
import type { ScreenWords } from './en/screen.ts';
import type { en } from './en.ts';

export type Words = typeof en;

const english = late(() => import('./en.ts'));
const chinese = late(() => import('./zh-cn.ts'));

/** Loads only the requested language. */
export async function loadWords(language: Language): Promise<Words> {
  return language === 'zh-CN' ? (await chinese()).zhCn : (await english()).en;
}

/** Loads the terminal's own words, the only ones that the first prompt needs. */
export async function loadScreenWords(language: Language): Promise<ScreenWords> {
  return (language === 'zh-CN' ? await import('./zh-cn/screen.ts') : await import('./en/screen.ts')).screen;
}

/** Loads the words for messages from before the settings are read; the flag decides the language, or else the environment. */
export function earlyWords(env: Readonly<Record<string, string | undefined>>, asked?: Language): Promise<Words> {
  return loadWords(asked ?? languageOf(env));
}
