/** Highlights code in a page: loads the languages that occur first, then colours code as it is encountered. */

import type { HLJSApi } from 'highlight.js';
import { languageNamed, loadLanguage } from '../../base/text/code-languages.ts';
import { escapeHtml, shown } from './escape.ts';

/** Returns the escaped HTML of a piece of code. */
export type ColourCode = (code: string, label: string) => string;

const LONGEST = 50_000;

/** `others`: labels of code that does not come from a fence in `texts`. */
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
