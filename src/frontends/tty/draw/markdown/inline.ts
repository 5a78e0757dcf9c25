/** Inline Markdown as spans: bold, emphasis, code, links; raw HTML stays text. */

import { Lexer, type Token } from 'marked';
import { mergeSpans, type Span, span, withLook } from '../../screen/spans.ts';
import type { Sgr, Theme } from '../../screen/theme.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: ' ',
};

export function inlineSpans(source: string, theme: Theme, base: Sgr = ''): Span[] {
  if (!/[*_`~[\]<\\!&h]/.test(source)) return [span(source, base)];
  return mergeSpans(Lexer.lexInline(source).flatMap((token) => tokenSpans(token, theme, base)));
}

function tokenSpans(token: Token, theme: Theme, base: Sgr): Span[] {
  switch (token.type) {
    case 'strong':
      return childSpans(token, theme, withLook(base, theme.strong));
    case 'em':
      return childSpans(token, theme, withLook(base, theme.emphasis));
    case 'del':
      return childSpans(token, theme, withLook(base, theme.struck));
    case 'codespan':
      return [span(String(token.text), withLook(base, theme.code))];
    case 'link':
      return linkSpans(token, theme, base);
    case 'image':
      return [span(`[${token.text}] `, base), span(`(${token.href})`, withLook(base, theme.secondary))];
    case 'br':
      return [span(' ', base)];
    case 'escape':
      return [span(String(token.text), base)];
    case 'text':
      if ('tokens' in token && token.tokens) return childSpans(token, theme, base);
      return [span(decode(String(token.text)), base)];
    default:
      return [span(token.raw, base)];
  }
}

function childSpans(token: Token, theme: Theme, look: Sgr): Span[] {
  const children = 'tokens' in token ? (token.tokens ?? []) : [];
  return children.flatMap((child) => tokenSpans(child, theme, look));
}

/** The address is shown too: a link whose text says one thing and whose target another fools nobody. */
function linkSpans(token: Token & { href?: string; text?: string }, theme: Theme, base: Sgr): Span[] {
  const { href = '', text = '' } = token;
  const label = childSpans(token, theme, withLook(base, theme.link));
  if (href === text || href === `mailto:${text}` || href === `http://${text}`) return label;
  return [...label, span(` (${href})`, withLook(base, theme.secondary))];
}

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(amp|lt|gt|quot|apos|#39|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
