/** Colours for code in a page: the languages that occur are loaded first, then code is coloured as it is met. */

import type { HLJSApi } from 'highlight.js';
import { languageNamed, loadLanguage } from '../../base/text/code-languages.ts';
import { escapeHtml, shown } from './escape.ts';

/** Escaped HTML of a piece of code. */
export type ColourCode = (code: string, label: string) => string;

const LONGEST = 50_000;

/** `others`: labels of code that is in no text. */
export async function loadColours(texts: readonly string[], others: readonly string[] = []): Promise<ColourCode> {
  const fenced = texts.flatMap((text) =>
    [...text.matchAll(/^\s*(?:`{3,}|~{3,})[ \t]*([^\s`]+)/gm)].map(([, label]) => label ?? ''),
  );
  const names = [...new Set([...fenced, ...others].flatMap((label) => languageNamed(label) ?? []))];
  const api = names.length > 0 ? await load(names) : undefined;
  return (code, label) => {
    const language = languageNamed(label);
    if (!api || language === undefined || code.length > LONGEST) return escapeHtml(code);
    return api.highlight(shown(code), { language, ignoreIllegals: true }).value;
  };
}

async function load(names: readonly string[]): Promise<HLJSApi> {
  const { default: core } = await import('highlight.js/lib/core');
  const api = core.newInstance();
  for (const name of names) {
    const language = await loadLanguage(name);
    if (language) api.registerLanguage(name, language);
  }
  return api;
}
