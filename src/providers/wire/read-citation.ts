/** Reads sources, which each protocol names in its own way, into one form. */

import type { Citation } from '../../protocol/citation.ts';
import { objectOr, textOr } from './loose-json.ts';

const LONGEST_TITLE = 300;
const LONGEST_URL = 2_000;
/** More than this is noise. */
const MOST = 100;

/**
 * Reads Anthropic's locations, OpenAI's annotations (also nested, as in Chat Completions), Gemini's chunks and sources, and bare addresses.
 */
export function readCitation(value: unknown): Citation | undefined {
  if (typeof value === 'string') return citationOf(value, '');
  const fields = {
    ...objectOr(value),
    ...objectOr(objectOr(value)['url_citation']),
    ...objectOr(objectOr(value)['web']),
  };
  const url = textOr(fields['url']) || textOr(fields['uri']);
  const title = textOr(fields['title']) || textOr(fields['document_title']) || textOr(fields['filename']);
  return citationOf(url, title);
}

/** Collects citations in the order in which they came, each once. */
export function createCitations(): { add(value: unknown): void; readonly list: readonly Citation[] } {
  const list: Citation[] = [];
  const known = new Set<string>();
  return {
    add(value) {
      const citation = readCitation(value);
      const key = citation && (citation.url ?? citation.title ?? '');
      if (!citation || key === undefined || known.has(key) || list.length >= MOST) return;
      known.add(key);
      list.push(citation);
    },
    list,
  };
}

function citationOf(address: string, title: string): Citation | undefined {
  const url = /^https?:\/\/\S+$/i.test(address.trim()) && address.length <= LONGEST_URL ? address.trim() : undefined;
  const name = title.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE).toWellFormed();
  if (url === undefined && name === '') return undefined;
  return { ...(name !== '' && { title: name }), ...(url !== undefined && { url }) };
}
