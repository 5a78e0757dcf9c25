/** The outline of a file: its stated purpose and its definitions, found line by line. */

import { cutShort } from '../base/text/truncate.ts';
import { extensionOf } from './markdown.ts';

export interface Outline {
  /** The first comment or paragraph, in one line. */
  purpose: string | undefined;
  /** Functions, classes, tests, headings or keys, with their line numbers. */
  items: { name: string; line: number }[];
}

const HEADING = /^#{1,6}\s+(?<name>.+)$/;
const KEY = /^(?: {2}|\t)?"?(?<name>[\w@./-]+)"?\s*[:=]/;
const DEFINITION =
  /^(?: {4}(?=def ))?(?:(?:export|default|async|abstract|declare|public|pub|final|static) )*(?:function\*?|class|interface|type|enum|const|def|func|fn|struct|trait|module) (?<name>[\w$.]+)|^\s*(?:test|it|describe)\(\s*['"`](?<test>[^'"`]+)/;

const MAX_ITEMS = 40;

export function outline(path: string, lines: readonly string[]): Outline {
  const extension = extensionOf(path);
  const isProse = extension === 'md' || extension === 'txt';
  const sign = isProse ? HEADING : /^(?:jsonc?|ya?ml|toml|ini)$/.test(extension) ? KEY : DEFINITION;
  let isFenced = false;
  const items = lines.flatMap((text, index) => {
    if (isProse && /^\s*(?:```|~~~)/.test(text)) isFenced = !isFenced;
    const found = isFenced ? undefined : sign.exec(text)?.groups;
    const name = found?.name ?? found?.test;
    return name === undefined ? [] : [{ name, line: index + 1 }];
  });
  return { purpose: purposeOf(lines.slice(0, 40).join('\n'), isProse), items: items.slice(0, MAX_ITEMS) };
}

/** The comment at the top, or the first paragraph of a document. */
function purposeOf(text: string, isProse: boolean): string | undefined {
  const paragraph = /^(?![#>|=\-`<![]|\s*$).*(?:\n(?!\s*$).*)*/m;
  const comment = /^(?:#!.*\n)?\s*(?:\/\*[\s\S]*?\*\/|"""[\s\S]*?"""|(?:(?:\/\/|#) ?.*(?:\n|$))+)/;
  const said = (isProse ? paragraph : comment).exec(text)?.[0] ?? '';
  const flat = said
    .replaceAll(/^#!.*|^\s*(?:\/?\*+\/?|\/\/|#+)|\*\/|"""/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return cutShort(flat, 240) || undefined;
}
