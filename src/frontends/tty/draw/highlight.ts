/** Colours for code: highlight.js and its languages, each loaded at first use. */

import type { HLJSApi } from 'highlight.js';
import { languageNamed, loadLanguage } from '../../../base/text/code-languages.ts';
import { type Line, mergeSpans, type Span, span } from '../screen/spans.ts';
import type { TextStyle, Theme } from '../screen/theme.ts';
import type { Highlight } from './markdown/code-block.ts';

export interface Highlighter {
  /** Returns `undefined` while the language is not loaded; the code is then shown without colours. */
  highlight: Highlight;
  /** Resolves when all languages requested so far are loaded. */
  ready(): Promise<void>;
}

/** The style of each highlight.js scope; other scopes stay plain. */
const STYLE_OF: Readonly<Record<string, TextStyle>> = {
  keyword: 'keyword',
  built_in: 'name',
  type: 'name',
  'title.class_': 'name',
  'title.function_': 'name',
  title: 'name',
  name: 'name',
  attr: 'name',
  attribute: 'name',
  selector: 'name',
  'selector-tag': 'keyword',
  string: 'string',
  regexp: 'string',
  literal: 'number',
  number: 'number',
  symbol: 'number',
  comment: 'comment',
  quote: 'comment',
  meta: 'comment',
  doctag: 'comment',
  section: 'heading',
  addition: 'added',
  deletion: 'removed',
};

const ENTITY: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
/** Longer lines are data, not code to read. */
const LONGEST_LINE = 2000;

export function createHighlighter(theme: Theme): Highlighter {
  const loading = new Map<string, Promise<void>>();
  const loaded = new Set<string>();
  let api: HLJSApi | undefined;

  return {
    highlight(lines, before, language) {
      const name = languageNamed(language);
      if (name === undefined || theme.keyword === '' || lines.some((line) => line.length > LONGEST_LINE))
        return undefined;
      if (!loaded.has(name)) {
        if (!loading.has(name)) loading.set(name, load(name));
        return undefined;
      }
      const source = [...before, ...lines].join('\n');
      const html = api?.highlight(source, { language: name, ignoreIllegals: true }).value;
      return html === undefined ? undefined : toLines(html, theme).slice(before.length);
    },
    async ready() {
      await Promise.all(loading.values());
    },
  };

  async function load(name: string): Promise<void> {
    const [core, language] = await Promise.all([import('highlight.js/lib/core'), loadLanguage(name)]);
    if (!language) return;
    api ??= core.default.newInstance();
    api.registerLanguage(name, language);
    loaded.add(name);
  }
}

function toLines(html: string, theme: Theme): Line[] {
  const lines: Span[][] = [[]];
  const open: string[] = [''];
  for (const [, classes, closing, text] of html.matchAll(/<span class="([^"]*)">|(<\/span>)|([^<]+)/g)) {
    if (classes !== undefined) open.push(sgrOf(classes, theme) ?? open.at(-1) ?? '');
    else if (closing !== undefined) open.pop();
    else {
      const [first = '', ...rest] = decode(text ?? '').split('\n');
      lines.at(-1)?.push(span(first, open.at(-1)));
      for (const part of rest) lines.push([span(part, open.at(-1))]);
    }
  }
  return lines.map(mergeSpans);
}

function sgrOf(classes: string, theme: Theme): string | undefined {
  const scope = classes.replace(/^hljs-/, '').replaceAll(' ', '.');
  const textStyle = STYLE_OF[scope] ?? STYLE_OF[scope.split('.')[0] ?? ''];
  return textStyle && theme[textStyle];
}

function decode(text: string): string {
  return text.includes('&')
    ? text.replace(/&(amp|lt|gt|quot|#x27);/g, (whole, name: string) => ENTITY[name] ?? whole)
    : text;
}
