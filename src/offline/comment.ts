/** A line of comment, as the kind of file writes it. */

import { extensionOf } from './markdown.ts';

const MARKS: readonly { extensions: RegExp; open: string; close?: string }[] = [
  { extensions: /^(?:py|sh|bash|rb|ya?ml|toml|ini|conf|pl|r)$/, open: '#' },
  { extensions: /^(?:md|html?|xml|svg|vue)$/, open: '<!--', close: ' -->' },
  { extensions: /^(?:css)$/, open: '/*', close: ' */' },
  { extensions: /^(?:sql|lua|hs)$/, open: '--' },
  { extensions: /^(?:[cm]?[jt]sx?|go|rs|c|h|cc|cpp|java|kt|swift|cs|php|scala|dart)$/, open: '//' },
];

/** The text as it stands where the kind of file has no comments that we know. */
export function commentLine(path: string, text: string): string {
  const mark = MARKS.find(({ extensions }) => extensions.test(extensionOf(path)));
  return mark && !text.startsWith(mark.open) ? `${mark.open} ${text}${mark.close ?? ''}` : text;
}
