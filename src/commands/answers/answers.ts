/** What commands answer, in the language of the settings. */

import type { Language } from '../../base/language.ts';
import { type Answers, en } from './en.ts';
import { zhCn } from './zh-cn.ts';

export type { Answers } from './en.ts';

export function answersIn(lang: Language): Answers {
  return lang === 'zh-CN' ? zhCn : en;
}

/** A sentence from elsewhere; itself if there is no row for it, such as the description of a custom command. */
export function inLanguage(sentence: string, { sentences }: Answers): string {
  return sentences[sentence] ?? sentence;
}
