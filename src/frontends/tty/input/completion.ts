/** What can be completed at the cursor, and how a choice is written. */

import { startsShell } from '../../../protocol/input.ts';
import { formatMention } from '../../../protocol/mentions.ts';

export interface CompletionQuery {
  /** `mention`: a file of the project; `path`: a file or folder by its path, in a mention or a shell command. */
  kind: 'command' | 'argument' | 'mention' | 'path' | 'program';
  query: string;
  /** Start of the text that a choice replaces; `end` is its end. */
  start: number;
  end: number;
  /** For an argument: the command that it belongs to. */
  command?: string;
  /** For a path: whether it is part of a mention or of a shell command. */
  place?: 'mention' | 'shell';
}

const MENTION = /(?:^|[^\w.+\-/@])(@(?:"(?:[^"\\]|\\.)*|(?:[^\s\\"'`<>|，。；：？！、（）]|\\.)*))$/;
/** The part of a mention after the cursor. */
const MENTION_REST = /^(?:[^\s\\"'`()[\]{}<>|,;:，。；：？！、（）]|\\.)*/;
/** Longest mention; limits the search in a long line at every key. */
const LONGEST_WORD = 1000;
const SHELL_WORD = /(?:^|[\s;&|(])((?:[^\s;&|()\\]|\\.)*)$/;

/** `undefined` if there is nothing to complete. */
export function completionAt(text: string, cursor: number): CompletionQuery | undefined {
  const before = text.slice(0, cursor);
  if (startsShell(before)) return shellCompletion(before, cursor);
  if (before.startsWith('/')) return commandCompletion(text, before, cursor) ?? mentionCompletion(text, before, cursor);
  return mentionCompletion(text, before, cursor);
}

/** `/mo` is a command, `/model gp` its argument, `/usr/bin` a path mentioned in a message. */
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

/** The first word after `!`, `|`, `;` or `&&` is a program; a word with a slash, or any later word, is a path. */
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

/** The text that a choice inserts; after a folder, typing can continue into it. */
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

/** The longest common start of all values, ignoring case. */
export function commonPrefix(values: readonly string[]): string {
  const [first = '', ...others] = values;
  let length = first.length;
  for (const other of others) {
    while (!other.toLowerCase().startsWith(first.slice(0, length).toLowerCase())) length -= 1;
  }
  return first.slice(0, length);
}
