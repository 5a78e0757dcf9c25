/** The front end's words in the person's language. */

import { en, type Messages } from './en.ts';
import { zhCn } from './zh-cn.ts';

export type { Messages } from './en.ts';
export type Language = 'en' | 'zh-CN';

export function messagesIn(language: Language): Messages {
  return language === 'zh-CN' ? zhCn : en;
}
