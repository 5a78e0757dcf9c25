/** Renders a diff as HTML: line numbers, changed words, syntax colours. */

import { type DiffFile, type DiffRow, readDiff } from '../../base/text/diff-rows.ts';
import type { ColourCode } from './code.ts';
import { escapeHtml, shown } from './escape.ts';

const CLASSES = { '+': 'added', '-': 'removed', ' ': 'same', '\\': 'meta' } as const;

export function diffHtml(diff: string, colourCode: ColourCode): string {
  return `<pre class="diff">${readDiff(diff)
    .map((file) => fileHtml(file, colourCode))
    .join('')}</pre>`;
}

/** The file name endings in a diff, which determine the syntax colours. */
export function languagesIn(diff: string): string[] {
  return readDiff(diff).map(({ path }) => endingOf(path));
}

function fileHtml({ path, additions, deletions, hunks }: DiffFile, colourCode: ColourCode): string {
  const name = `<span class="meta">${escapeHtml(path)} +${additions} −${deletions}\n</span>`;
  const label = endingOf(path);
  const rows = hunks.map((hunk) => hunk.map((row) => rowHtml(row, label, colourCode)).join(''));
  return name + rows.join('<span class="meta">⋮\n</span>');
}

function rowHtml({ kind, number, text, changed }: DiffRow, label: string, colourCode: ColourCode): string {
  if (kind === '\\') return `<span class="meta">${escapeHtml(text)}\n</span>`;
  const code = markRanges(colourCode(text, label), changed);
  const sign = kind === ' ' ? ' ' : kind === '-' ? '−' : '+';
  return `<span class="${CLASSES[kind]}"><i data-n="${number}" data-s="${sign}"></i>${code}\n</span>`;
}

/** Marks ranges of the text inside some HTML; tags keep their nesting. */
function markRanges(html: string, ranges: DiffRow['changed']): string {
  if (ranges.length === 0) return html;
  let at = 0;
  return html
    .replace(/<[^>]*>|&[^;]{1,10};|[^<&]/gu, (piece) => {
      if (piece.startsWith('<')) return piece;
      const isChanged = ranges.some(({ start, end }) => at >= start && at < end);
      at += piece.startsWith('&') ? 1 : piece.length;
      return isChanged ? `<mark>${piece}</mark>` : piece;
    })
    .replaceAll('</mark><mark>', '');
}

function endingOf(path: string): string {
  return shown(/[^./\\]+$/.exec(path)?.[0] ?? '');
}
