/**
 * Renders a message's Markdown as HTML: embedded HTML is shown as text, only web and mail links work, and images are named, never fetched.
 */

import { Marked } from 'marked';
import type { ColourCode } from './code.ts';
import { escapeHtml } from './escape.ts';

const FOLLOWED = /^(?:https?:|mailto:)/i;
/** Longer texts are data, and would take long to parse. */
const LONGEST = 100_000;

export function createRichText(colourCode: ColourCode): (markdown: string) => string {
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => escapeHtml(text),
      code: ({ text, lang = '' }) => `<pre><code>${colourCode(text, lang)}</code></pre>\n`,
      link({ href, title, tokens }) {
        const inner = this.parser.parseInline(tokens);
        if (!FOLLOWED.test(href)) return `${inner} <span class="url">(${escapeHtml(href)})</span>`;
        const hint = title ? ` title="${escapeHtml(title)}"` : '';
        return `<a href="${escapeHtml(href)}"${hint} rel="noreferrer noopener">${inner}</a>`;
      },
      image: ({ href, text }) => `<span class="url">[image: ${escapeHtml(text || href)}]</span>`,
      checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    },
  });
  const asItIs = (markdown: string) => `<pre>${escapeHtml(markdown)}</pre>`;
  return (markdown) => {
    if (markdown.length > LONGEST) return asItIs(markdown);
    try {
      return marked.parse(markdown, { async: false });
    } catch (error) {
      if (error instanceof RangeError) return asItIs(markdown); // nested deeper than the parser can handle
      throw error;
    }
  };
}
