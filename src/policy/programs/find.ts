/** Programs that find files: find and fd, and how a find call is put together. */

import { late } from '../../base/late.ts';
import type { Programs } from './program.ts';

const FD = {
  tells: true,
  follows: 'L follow',
  short: 'HIusigFLpa01q',
  shortValue: { e: 'text', t: 'text', d: 'number', E: 'text', S: 'text', c: 'text' },
  long: 'hidden no-ignore case-sensitive ignore-case glob fixed-strings absolute-path full-path print0 follow quiet',
  longValue: {
    extension: 'text',
    type: 'text',
    'max-depth': 'number',
    'min-depth': 'number',
    exclude: 'text',
    size: 'text',
    color: 'text',
    'changed-within': 'text',
    'changed-before': 'text',
    'max-results': 'number',
  },
  operands: ['text?', 'path*'],
} as const;

const rows = (): Programs => ({
  fd: { reads: FD, probes: ['--version'], grammar: 'fd', wipes: 'found' },
  fdfind: { reads: FD, grammar: 'fd', wipes: 'found' },
  find: { probes: ['--version'], grammar: 'find', wipes: 'found', tooWide: 'alone', guessed: true },
});

export const find = late(rows);

/** Tests and actions without a value that only look or print. */
export const FIND_ALONE =
  /^-(?:empty|true|false|depth|d|daystart|mount|xdev|noleaf|print|print0|ls|prune|quit|readable|writable|executable|nouser|nogroup|a|and|o|or|not|nowarn|warn|follow|ignore_readdir_race|noignore_readdir_race)$/;
/** Tests whose value is text, and `-printf`. */
export const FIND_WITH_TEXT =
  /^-(?:name|iname|path|ipath|wholename|iwholename|regex|iregex|regextype|type|xtype|size|mtime|atime|ctime|mmin|amin|cmin|maxdepth|mindepth|perm|user|group|uid|gid|links|inum|newermt|used|fstype|printf|lname|ilname)$/;
/** Tests whose value is a file to compare with. */
export const FIND_WITH_PATH = /^-(?:newer|anewer|cnewer|samefile)$/;
/** Tests that select files by name. */
export const FIND_BY_NAME = /^-i?(?:name|path|wholename|lname|regex)$/;
/** Tests whose value is often a variable in quotes. */
export const FIND_WITH_VARIABLE = /^-(?:i?name|i?path|i?regex|type|newer|size|mtime|mmin|user|group|perm)$/;
/** Actions that delete or write files. */
export const FIND_WRITES = /^-(?:delete|fprint0?|fprintf|fls)$/;
/** Actions that run a command for the files found. */
export const FIND_RUNS = /^-(?:exec|execdir|ok|okdir)$/;
/** Flags of fd that run a command for the files found, with the command as the next word. */
export const FD_RUNS = /^(?:-[a-zA-Z]*[xX]|--exec(?:-batch)?)$/;
/** Operators after which a test in front of them no longer holds for every file found. */
const BRANCHES = /^(?:-o|-or|-not|!|,)$/;

/** Options in front of the starting points: those of GNU find (`-D` takes a value), and those of BSD find. */
const OPTION = /^-(?:[HLPEXdsx]+|O\d?|D|f)$/;

/** A word of a find call. */
interface FindWord {
  readonly value: string;
}

/** The starting points and the expression of a find call, given without its name. */
export function findParts<W extends FindWord>(
  operands: readonly W[],
): { starts: readonly W[]; expression: readonly W[] } {
  let from = 0;
  while (OPTION.test(operands[from]?.value ?? '')) from += operands[from]?.value === '-D' ? 2 : 1;
  const rest = operands.slice(from);
  const end = rest.findIndex(({ value }) => /^[-(!]/.test(value));
  return end < 0 ? { starts: rest, expression: [] } : { starts: rest.slice(0, end), expression: rest.slice(end) };
}

/** True if only plain files are found, so there are no links among them: `-type f`, before any command that runs. */
export function findsOnlyFiles(words: readonly FindWord[]): boolean {
  const values = words.map(({ value }) => value);
  const run = values.findIndex((value) => FIND_RUNS.test(value));
  const type = values.slice(0, run < 0 ? undefined : run).indexOf('-type');
  return type >= 0 && values[type + 1] === 'f' && !values.some((value) => BRANCHES.test(value));
}

/** The commands of `-exec` and its variants, without the terminator. */
export function findCommands<W extends FindWord>(words: readonly W[]): (readonly W[])[] {
  const found: (readonly W[])[] = [];
  for (let index = 1; index < words.length; index++) {
    if (!FIND_RUNS.test(words[index]?.value ?? '')) continue;
    const end = endOfFindCommand(words, index);
    found.push(words.slice(index + 1, end));
    index = end;
  }
  return found;
}

/** The end of the command that the action at `from` runs. */
export function endOfFindCommand(words: readonly FindWord[], from: number): number {
  let index = from + 1;
  while (index < words.length && words[index]?.value !== ';' && !isPlus(words, index)) index++;
  return index;
}

/** True for the `+` of `{} +`. */
function isPlus(words: readonly FindWord[], index: number): boolean {
  return words[index]?.value === '+' && words[index - 1]?.value === '{}';
}
