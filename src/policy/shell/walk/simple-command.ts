/** One command of a line as it would really run: wrappers removed, folder and streams known. */

import type { Cwds } from '../places.ts';
import type { Assigned, Stdin } from '../read/expand.ts';
import type { Word } from '../read/words.ts';

export interface SimpleCommand {
  /** The name in lower case, without a leading system folder; empty if known only at run time. */
  name: string;
  /** The words of the command, its name first. */
  words: readonly Word[];
  /** The command as written. */
  text: string;
  span: readonly [number, number];
  cwds: Cwds;
  /** Folders it may run in, if that is not certain. */
  likelyCwds: readonly string[];
  assignments: readonly Assigned[];
  stdin: Stdin;
  /** True if some output goes to a file. */
  writes: boolean;
  background: boolean;
  /** The names of the wrappers in front of it, outermost first. */
  via: readonly string[];
  /** True if the command only starts another one, which follows in the list. */
  isWrapper: boolean;
  /** Further words added at run time: by `xargs`, or the files that `find` finds. */
  appended: 'none' | 'files' | 'anything';
  /** The `find` call whose files it gets. */
  foundBy?: readonly Word[];
  /** True for a later word of an unknown wrapper, considered in case it is what runs. */
  isGuess: boolean;
}

/** Marker in `via`: the command runs on another machine, where paths mean other files. */
export const REMOTE = 'another machine';

const SYSTEM_PROGRAM = /^(?:\/usr)?\/s?bin\/([^/]+)$/;

/** Only paths in system folders are reduced to a name; any other path stays a path. */
export function commandName(word: Word | undefined): string {
  if (word?.kind !== 'literal') return '';
  const name = SYSTEM_PROGRAM.exec(word.value)?.[1] ?? word.value;
  return name.toLowerCase();
}

/** The bare name, whatever its folder: a program is as dangerous anywhere. */
export function programName(value: string): string {
  return value.slice(value.lastIndexOf('/') + 1).toLowerCase();
}
