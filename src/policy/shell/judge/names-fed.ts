/** File names that a pipe feeds to `xargs`: which lists are known, and whether a name could be split. */

import { findParts, findsOnlyFiles } from '../../programs/find.ts';
import { programNamed } from '../../programs/table.ts';
import { say } from '../../say.ts';
import { placesOf, type ShellContext } from '../places.ts';
import type { Word } from '../read/words.ts';
import type { SimpleCommand } from '../walk/simple-command.ts';
import type { Gap } from './gap.ts';

export interface NameList {
  /** The command that lists the names. */
  words: readonly Word[];
  starts: readonly Word[];
  /** True if there are no links among the names. */
  filesOnly: boolean;
  /** True if names end with NUL on both sides and begin with a folder, so each name is one word and none is a flag. */
  isExact: boolean;
}

/** True for `xargs`: it appends names as they are, and puts no text together for a shell. */
export function takesNames(program: string): boolean {
  const wraps = programNamed(program)?.wraps;
  return typeof wraps === 'object' && wraps.appends === true && !wraps.joins;
}

/** True if `xargs` has only flags that leave the names unchanged. */
export function isPlainXargs({ words, stdin }: SimpleCommand): boolean {
  if (stdin.kind !== 'pipe') return false;
  const isNul = stdin.from?.some(({ value }) => value === '-print0') === true;
  let takesNul = false;
  for (let at = 1; at < words.length; at++) {
    const { kind, value } = words[at] ?? { kind: 'opaque', value: '' };
    if (kind !== 'literal') return false;
    if (!value.startsWith('-')) return isNul === takesNul; // both sides must agree on what ends a name
    takesNul ||= /^-(?:0|0r|r0)$|^--null$/.test(value);
    if (/^-(?:0|r|0r|r0|t)$|^--(?:null|no-run-if-empty)$/.test(value)) continue;
    if (!/^-[nPL]$/.test(value) || !/^\d+$/.test(words[++at]?.value ?? '')) return false;
  }
  return false;
}

/** The list fed to a command that `xargs` runs; `undefined` if any text may come. */
export function namesFed({ stdin, via }: SimpleCommand): NameList | undefined {
  const words = stdin.kind === 'pipe' ? stdin.from : undefined;
  if (!takesNames(via.at(-1) ?? '') || !words?.every(({ kind }) => kind === 'literal')) return undefined;
  const [name = '', ...values] = words.map(({ value }) => value);
  const isFind = programNamed(name)?.grammar === 'find';
  if (!isFind || values.some((value) => /^-(?:exec|ok|printf|ls|L|follow|fprint)/.test(value))) return undefined;
  return {
    words,
    starts: findParts(words.slice(1)).starts,
    filesOnly: findsOnlyFiles(words),
    isExact: values.includes('-print0'),
  };
}

/** Without NUL separators, a blank or a quote in a name splits it into other words. */
export function oddNameGaps({ starts, isExact }: NameList, command: SimpleCommand, context: ShellContext): Gap[] {
  if (isExact) return [];
  const folders = (starts.length > 0 ? starts.map(({ value }) => value) : ['.']).flatMap(
    (path) => placesOf(path, command.cwds, context) ?? [],
  );
  const odd = folders.map(({ path }) => context.disk.findName?.(path, (name) => /[\s'"\\]/.test(name))).find(Boolean);
  return odd === undefined ? [] : [{ kind: 'operand', ...say('oddName', odd) }];
}
