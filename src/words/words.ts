/** Loads the words for a person, in their language. Text for the model is in English, next to the code that sends it. */

import { type Language, languageOf } from '../base/language.ts';
import { late } from '../base/late.ts';
import type { AcpWords } from './en/acp.ts';
import { type ScreenWords, screen } from './en/screen.ts';
import type { en } from './en.ts';

export type Words = typeof en;

const english = late(() => import('./en.ts'));
const chinese = late(() => import('./zh-cn.ts'));

/** Loads only the requested language. */
export async function loadWords(language: Language): Promise<Words> {
  return language === 'zh-CN' ? (await chinese()).zhCn : (await english()).en;
}

/** Loads the terminal's own words, the only ones that the first prompt needs; the English ones come with it. */
export async function loadScreenWords(language: Language): Promise<ScreenWords> {
  return language === 'zh-CN' ? (await import('./zh-cn/screen.ts')).screen() : screen();
}

/** Loads the words of an editor's session alone, for an answer that comes before anything else is loaded. */
export async function loadAcpWords(language: Language): Promise<AcpWords> {
  return (language === 'zh-CN' ? await import('./zh-cn/acp.ts') : await import('./en/acp.ts')).acp();
}

/** Loads the words for messages from before the settings are read; the flag decides the language, or else the environment. */
export function earlyWords(env: Readonly<Record<string, string | undefined>>, asked?: Language): Promise<Words> {
  return loadWords(asked ?? languageOf(env));
}
