/** Inline Markdown as spans: bold, emphasis, code, links; raw HTML stays text. */

import { Lexer, type Token, Tokenizer, type Tokens } from 'marked';
import { visibleText } from '../../../../base/text/visible.ts';
import { joinSgr, mergeSpans, type Span, span } from '../../screen/spans.ts';
import type { Sgr, Theme } from '../../screen/theme.ts';
import { decodeEntities } from './entities.ts';
import { ENDS_A_PIECE } from './stable-cut.ts';

const COMMANDING = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

export function inlineSpans(source: string, theme: Theme, base: Sgr = ''): Span[] {
  if (!/[*_`~[\]<\\!&h]/.test(source)) return [span(source, base)];
  try {
    const tokens = Lexer.lexInline(source, { gfm: true, tokenizer: new ApproximateTokenizer() });
    return mergeSpans(tokens.flatMap((token) => tokenSpans(token, theme, base))).map(harmless);
  } catch (error) {
    if (error instanceof RangeError) return [span(source, base)]; // nested too deeply for the stack: shown as written
    throw error;
  }
}

/** One tilde means "about" more often than it strikes, so it strikes only a single word, which is never drawn in parts. */
class ApproximateTokenizer extends Tokenizer {
  override del(source: string, masked: string, before?: string): Tokens.Del | undefined {
    const struck = super.del(source, masked, before);
    return struck && (struck.raw.startsWith('~~') || !ENDS_A_PIECE.test(struck.raw)) ? struck : undefined;
  }
}

/** The source was clean, but what the parser produced, above all from character references, must be clean too. */
function harmless(piece: Span): Span {
  return COMMANDING.test(piece.text) ? { ...piece, text: visibleText(piece.text) } : piece;
}

function tokenSpans(token: Token, theme: Theme, base: Sgr): Span[] {
  switch (token.type) {
    case 'strong':
      return childSpans(token, theme, joinSgr(base, theme.strong));
    case 'em':
      return childSpans(token, theme, joinSgr(base, theme.emphasis));
    case 'del':
      return childSpans(token, theme, joinSgr(base, theme.struck));
    case 'codespan':
      return [span(String(token.text), joinSgr(base, theme.code))];
    case 'link':
      return linkSpans(token, theme, base);
    case 'image':
      return [span(`[${token.text}] `, base), span(`(${token.href})`, joinSgr(base, theme.secondary))];
    case 'br':
      return [span(' ', base)];
    case 'escape':
      return [span(String(token.text), base)];
    case 'text':
      if ('tokens' in token && token.tokens) return childSpans(token, theme, base);
      return [span(decodeEntities(token.raw), base)];
    default:
      return [span(token.raw, base)];
  }
}

function childSpans(token: Token, theme: Theme, sgr: Sgr): Span[] {
  const children = 'tokens' in token ? (token.tokens ?? []) : [];
  return children.flatMap((child) => tokenSpans(child, theme, sgr));
}

/** Shows the address too, so that a link whose text claims another target deceives no one. */
function linkSpans(token: Token & { href?: string; text?: string }, theme: Theme, base: Sgr): Span[] {
  const { href = '', text = '' } = token;
  const label = childSpans(token, theme, joinSgr(base, theme.link));
  if (href === text || href === `mailto:${text}` || href === `http://${text}`) return label;
  return [...label, span(` (${href})`, joinSgr(base, theme.secondary))];
}
