/** Splits HTML into tags and text, in one pass over any input. */

import { own } from '../../base/own.ts';

export type HtmlToken =
  | { type: 'text'; text: string }
  | { type: 'open'; name: string; attributes: Readonly<Record<string, string>>; endsItself: boolean }
  | { type: 'close'; name: string };

/** Elements whose content is not markup. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'iframe', 'noembed', 'noframes', 'xmp']);

export function* htmlTokens(html: string): Generator<HtmlToken> {
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    if (start < 0) break;
    if (start > at) yield { type: 'text', text: decodeEntities(html.slice(at, start)) };
    if (html.startsWith('<!--', start)) at = after(html, '-->', start + 4);
    else if (/[!?]/.test(html[start + 1] ?? '')) at = after(html, '>', start);
    else if (/[a-z/]/i.test(html[start + 1] ?? '')) {
      const tag = readTag(html, start);
      at = tag.end;
      if (!tag.name) continue;
      if (tag.isClose) {
        yield { type: 'close', name: tag.name };
        continue;
      }
      yield { type: 'open', name: tag.name, attributes: tag.attributes, endsItself: tag.endsItself };
      if (!RAW.has(tag.name)) continue;
      const end = closingTag(html, tag.name, at);
      const text = html.slice(at, end);
      if (text) yield { type: 'text', text: decodeEntities(text) };
      at = end;
    } else {
      yield { type: 'text', text: '<' };
      at = start + 1;
    }
  }
  if (at < html.length) yield { type: 'text', text: decodeEntities(html.slice(at)) };
}

interface Tag {
  name: string;
  isClose: boolean;
  /** True for `<svg/>`; on HTML's own elements the slash has no meaning. */
  endsItself: boolean;
  attributes: Record<string, string>;
  end: number;
}

/** A tag that is never closed swallows the rest of the page, as in browsers. */
function readTag(html: string, start: number): Tag {
  const isClose = html[start + 1] === '/';
  const nameStart = start + (isClose ? 2 : 1);
  let at = skip(html, nameStart, (code) => !isSpace(code) && code !== 0x3e && code !== 0x2f);
  const name = html.slice(nameStart, Math.min(at, nameStart + 40)).toLowerCase();
  const attributes: Record<string, string> = Object.create(null);
  for (;;) {
    at = skip(html, at, (code) => isSpace(code) || code === 0x2f);
    if (at >= html.length) return { name: '', isClose, endsItself: false, attributes, end: html.length };
    if (html[at] === '>') return { name, isClose, endsItself: html[at - 1] === '/', attributes, end: at + 1 };
    const keyEnd = skip(html, at + 1, (code) => !isSpace(code) && code !== 0x3d && code !== 0x3e && code !== 0x2f);
    const key = html.slice(at, Math.min(keyEnd, at + 40)).toLowerCase();
    at = skip(html, keyEnd, isSpace);
    let value = '';
    if (html[at] === '=') {
      at = skip(html, at + 1, isSpace);
      const quote = html[at];
      const valueStart = quote === '"' || quote === "'" ? at + 1 : at;
      const close =
        valueStart > at
          ? html.indexOf(quote ?? '', valueStart)
          : skip(html, at, (code) => !isSpace(code) && code !== 0x3e);
      const valueEnd = close < 0 ? html.length : close;
      value = html.slice(valueStart, valueEnd);
      at = valueStart > at ? valueEnd + 1 : valueEnd;
    }
    attributes[key] ??= decodeEntities(value);
  }
}

function skip(html: string, from: number, matches: (code: number) => boolean): number {
  let at = from;
  while (at < html.length && matches(html.charCodeAt(at))) at += 1;
  return at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function after(html: string, end: string, from: number): number {
  const found = html.indexOf(end, from);
  return found < 0 ? html.length : found + end.length;
}

function closingTag(html: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? html.length;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  larr: '←',
  rarr: '→',
  uarr: '↑',
  darr: '↓',
  le: '≤',
  ge: '≥',
  ne: '≠',
  para: '¶',
  sect: '§',
  euro: '€',
  pound: '£',
  shy: '',
  zwnj: '',
  zwj: '',
};

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));?/gi, (whole, decimal, hex, name) => {
    if (name) return own(ENTITIES, name) ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '\ufffd';
  });
}
