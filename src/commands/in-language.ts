/** What commands say in the language of the settings: a sentence that stands by itself has a row in the table. */

import type { CommandContext, CommandResult } from '../protocol/command.ts';
import type { View } from '../protocol/view.ts';
import { ZH_CN } from './zh-cn.ts';

type Language = CommandContext['lang'];

/** The sentence itself where there is no row for it, such as the description of a command of one's own. */
export function inLanguage(sentence: string, lang: Language): string {
  return lang === 'zh-CN' ? (ZH_CN[sentence] ?? sentence) : sentence;
}

export function resultInLanguage(result: CommandResult, lang: Language): CommandResult {
  if ('prompt' in result) return result;
  return 'problem' in result ? { problem: viewIn(result.problem, lang) } : viewIn(result, lang);
}

function viewIn(view: View, lang: Language): View {
  const body = view.body?.map((block) =>
    block.type === 'text' ? { ...block, text: inLanguage(block.text, lang) } : block,
  );
  return { ...view, title: inLanguage(view.title, lang), ...(body && { body }) };
}
