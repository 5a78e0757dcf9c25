/** Converts a web page to Markdown: headings, links, lists, code and tables; no scripts, no styles, nothing hidden. */

import { own } from '../../base/own.ts';
import { type HtmlToken, htmlTokens } from './html-tokens.ts';
import { createMarkdownWriter } from './markdown-writer.ts';

export interface Page {
  title: string;
  markdown: string;
}

const DROPPED = new Set(
  'script style noscript template svg iframe object canvas title select textarea button noembed noframes'.split(' '),
);
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const BLOCKS = new Set(
  'p div section article main header footer nav aside figure figcaption form fieldset address details summary dl dt dd table thead tbody tfoot caption body html'.split(
    ' ',
  ),
);
const SPACED = new Set(['p', 'table', 'dl', 'figure', 'article', 'section']);
const MARKS: Readonly<Record<string, string>> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  code: '`',
  del: '~~',
  s: '~~',
};

export function htmlToMarkdown(html: string, base: URL): Page {
  const page = createMarkdownWriter();
  const links: { at: number; href: string }[] = [];
  const marks: { name: string; at: number }[] = [];
  let title = '';
  let inTitle = false;
  let inPre = false;
  let tables = 0;
  let cells = 0;
  let hasHeader = false;
  let skipping: { name: string; depth: number } | undefined;

  for (const token of htmlTokens(html)) {
    if (token.type === 'text') {
      if (inTitle) title += token.text;
      else if (!skipping) page.text(token.text, inPre);
      continue;
    }
    const { name } = token;
    if (name === 'title' && !title) inTitle = token.type === 'open';
    else if (name === 'title') inTitle = false;
    if (isEmptySvg(token)) continue;
    if (skipping) {
      if (name === skipping.name) skipping.depth += token.type === 'open' ? 1 : -1;
      if (skipping.depth === 0) skipping = undefined;
      continue;
    }
    if (token.type === 'open') open(name, token.attributes);
    else close(name);
  }
  return { title: title.replace(/\s+/g, ' ').trim(), markdown: page.end() };

  /** Ends a row explicitly, because pages may omit the closing tags of cells and rows. */
  function endRow(): void {
    page.oneLine(false);
    if (cells === 0) return;
    page.raw(' |');
    page.lines(1);
    if (!hasHeader && tables === 1) page.raw(`${'| --- '.repeat(cells)}|`);
    hasHeader = true;
    cells = 0;
    page.lines(1);
  }

  function open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (DROPPED.has(name) || (isHidden(attributes) && !VOID.has(name))) {
      skipping = { name, depth: 1 };
      return;
    }
    const mark = own(MARKS, name);
    if (/^h[1-6]$/.test(name)) {
      page.lines(2);
      page.raw(`${'#'.repeat(Number(name[1]))} `);
    } else if (name === 'br') page.lines(1);
    else if (name === 'hr') {
      page.lines(2);
      page.raw('---');
      page.lines(2);
    } else if (name === 'pre') {
      page.lines(2);
      page.raw(`\`\`\`${languageOf(attributes)}`);
      page.lines(1);
      inPre = true;
    } else if (name === 'blockquote') page.openQuote();
    else if (name === 'ul' || name === 'ol') page.openList(name === 'ol');
    else if (name === 'li') page.item();
    else if (name === 'a') {
      links.push({ at: page.mark('['), href: absolute(attributes['href'], base) });
    } else if (name === 'img') {
      const source = absolute(attributes['src'], base);
      if (attributes['alt']?.trim() && source) page.raw(`![${attributes['alt'].trim()}](${source})`);
    } else if (mark && !inPre) marks.push({ name, at: page.mark(mark) });
    else if (name === 'tr') {
      endRow();
      page.lines(1);
    } else if (name === 'td' || name === 'th') {
      page.oneLine(false);
      page.raw(cells === 0 ? '| ' : ' | ');
      cells += 1;
      page.oneLine(true);
    } else if (BLOCKS.has(name)) {
      if (name === 'table') {
        tables += 1;
        hasHeader = false;
      }
      page.lines(SPACED.has(name) && !page.isInList ? 2 : 1);
    }
  }

  function close(name: string): void {
    if (/^h[1-6]$/.test(name)) page.lines(2);
    else if (name === 'pre' && inPre) {
      inPre = false;
      page.lines(1);
      page.raw('```');
      page.lines(2);
    } else if (name === 'blockquote') page.closeQuote();
    else if (name === 'ul' || name === 'ol') page.closeList();
    else if (name === 'li') page.closeItem();
    else if (name === 'a') {
      const link = links.pop();
      if (link) page.closeMark(link.at, link.href ? `](${link.href})` : undefined);
    } else if (marks.at(-1)?.name === name) {
      const mark = marks.pop();
      if (mark) page.closeMark(mark.at, own(MARKS, name));
    } else if (name === 'td' || name === 'th') page.oneLine(false);
    else if (name === 'tr') endRow();
    else if (BLOCKS.has(name)) {
      if (name === 'table') {
        endRow();
        tables = Math.max(0, tables - 1);
      }
      page.lines(SPACED.has(name) && !page.isInList ? 2 : 1);
    }
  }
}

function isEmptySvg(token: HtmlToken): boolean {
  return token.type === 'open' && token.name === 'svg' && token.endsItself;
}

/** Text that a person would not see may be meant to address the model alone. */
function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  if (attributes['hidden'] !== undefined || attributes['aria-hidden'] === 'true') return true;
  return /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])/i.test(
    attributes['style'] ?? '',
  );
}

function languageOf(attributes: Readonly<Record<string, string>>): string {
  return /\b(?:language|lang|highlight-source)-([\w+#-]{1,20})/.exec(attributes['class'] ?? '')?.[1] ?? '';
}

/** Empty if `href` does not lead to a page: anchors, scripts, data. */
function absolute(href: string | undefined, base: URL): string {
  if (!href || href.startsWith('#')) return '';
  const url = URL.parse(href, base.href);
  return url && /^(https?|mailto):$/.test(url.protocol)
    ? url.href.replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'))
    : '';
}
