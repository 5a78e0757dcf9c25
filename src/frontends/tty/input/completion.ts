/** What can be completed at the cursor, and how a choice is written. */

import { formatMention } from '../../../protocol/mentions.ts';

export interface CompletionQuery {
  /** `mention`: a file of the project; `path`: a file or folder by its path, in a mention or a shell command. */
  kind: 'command' | 'argument' | 'mention' | 'path' | 'program';
  query: string;
  /** The text that a choice replaces. */
  start: number;
  end: number;
  /** For an argument: whose. */
  command?: string;
  /** For a path: whether it stands in a mention or in a shell command. */
  place?: 'mention' | 'shell';
}

const MENTION = /(?:^|[^\w.+\-/@])(@(?:"(?:[^"\\]|\\.)*|(?:[^\s\\"'`<>|，。；：？！、（）]|\\.)*))$/;
/** What belongs to a mention after the cursor. */
const MENTION_REST = /^(?:[^\s\\"'`()[\]{}<>|,;:，。；：？！、（）]|\\.)*/;
/** A mention is not longer, and a long line is not searched for one at every key. */
const LONGEST_WORD = 1000;
const SHELL_WORD = /(?:^|[\s;&|(])((?:[^\s;&|()\\]|\\.)*)$/;

/** Nothing where there is nothing to complete. */
export function completionAt(text: string, cursor: number): CompletionQuery | undefined {
  const before = text.slice(0, cursor);
  if (before.startsWith('!')) return shellCompletion(before, cursor);
  if (before.startsWith('/')) return commandCompletion(text, before, cursor) ?? mentionCompletion(text, before, cursor);
  return mentionCompletion(text, before, cursor);
}

/** `/mo` is a command, `/model gp` its argument, `/usr/bin` a path that someone writes about. */
function commandCompletion(text: string, before: string, cursor: number): CompletionQuery | undefined {
  if (before.includes('\n')) return undefined;
  const [, name = '', blanks = '', argument = ''] = /^\/([^\s/]*)(\s*)(.*)$/.exec(before) ?? [];
  if (blanks === '') {
    if (before.slice(1) !== name) return undefined;
    const end = cursor + (/^[^\s]*/.exec(text.slice(cursor))?.[0].length ?? 0);
    return { kind: 'command', query: name, start: 0, end };
  }
  if (/\s|@/.test(argument)) return undefined;
  return { kind: 'argument', command: name, query: argument, start: cursor - argument.length, end: cursor };
}

function mentionCompletion(text: string, before: string, cursor: number): CompletionQuery | undefined {
  const token = MENTION.exec(before.slice(-LONGEST_WORD))?.[1];
  if (token === undefined || /:\d*(?:-\d*)?$/.test(token)) return undefined;
  const start = cursor - token.length;
  const isQuoted = token.startsWith('@"');
  const written = token.slice(isQuoted ? 2 : 1);
  const query = written.replace(/\\(.)/g, '$1');
  const rest = isQuoted ? /^[^"\n]*"?/ : MENTION_REST;
  const end = cursor + (rest.exec(text.slice(cursor))?.[0].length ?? 0);
  const isOutside = /^(?:\/|~\/|\.{1,2}\/)/.test(query);
  return isOutside ? { kind: 'path', place: 'mention', query, start, end } : { kind: 'mention', query, start, end };
}

/** The first word after `!`, `|`, `;` or `&&` is a program; a word with a slash, or any later one, is a path. */
function shellCompletion(before: string, cursor: number): CompletionQuery | undefined {
  if (before.includes('\n')) return undefined;
  const line = before.slice(1);
  const word = SHELL_WORD.exec(line)?.[1] ?? '';
  const start = cursor - word.length;
  const lead = line.slice(0, line.length - word.length).replace(/^\s*-i\s+/, '');
  const query = word.replace(/\\(.)/g, '$1');
  const isFirst = /(?:^|[;&|(])\s*$/.test(lead);
  if (isFirst && !/[/~.]/.test(query)) return query === '' ? undefined : { kind: 'program', query, start, end: cursor };
  return { kind: 'path', place: 'shell', query, start, end: cursor };
}

/** The text of a choice; a folder is left open to go on into it. */
export function writeChoice(query: CompletionQuery, value: string): string {
  const isFolder = value.endsWith('/');
  switch (query.kind) {
    case 'command':
      return `/${value} `;
    case 'argument':
      return value;
    case 'program':
      return `${value} `;
    case 'mention':
      return writeMention(value, isFolder);
    case 'path':
      return query.place === 'mention' ? writeMention(value, isFolder) : writeShellWord(value) + (isFolder ? '' : ' ');
  }
}

function writeMention(path: string, isFolder: boolean): string {
  const written = formatMention(path);
  if (!isFolder) return `${written} `;
  return written.endsWith('"') ? written.slice(0, -1) : written;
}

function writeShellWord(word: string): string {
  return word.replace(/[^\w@%+=:,./~\-\u0080-\uffff]/g, '\\$&');
}

/** The longest beginning that all have in common, whatever the case of the letters. */
export function commonPrefix(values: readonly string[]): string {
  const [first = '', ...others] = values;
  let length = first.length;
  for (const other of others) {
    while (!other.toLowerCase().startsWith(first.slice(0, length).toLowerCase())) length -= 1;
  }
  return first.slice(0, length);
}
