/** One command of a line as it would really run: wrappers taken off, folder known, streams told. */

import type { Cwds } from '../places.ts';
import type { Assigned, Stdin } from '../read/expand.ts';
import type { Word } from '../read/words.ts';

export interface SimpleCommand {
  /** Its name: lower case, without a system folder in front; empty where it is only known when it runs. */
  name: string;
  /** The name first. */
  words: readonly Word[];
  /** As written, and where in the line. */
  text: string;
  span: readonly [number, number];
  cwds: Cwds;
  /** Where it may well run, if that is not certain. */
  likelyCwds: readonly string[];
  assignments: readonly Assigned[];
  stdin: Stdin;
  /** Some output goes to a file. */
  writes: boolean;
  background: boolean;
  /** The names of what stood in front of it, outermost first. */
  via: readonly string[];
  /** It only starts another one, which follows in the list. */
  isWrapper: boolean;
  /** More words come at run time: from `xargs`, or the files `find` finds. */
  appended: 'none' | 'files' | 'anything';
  /** The call of find whose files it gets. */
  foundBy?: readonly Word[];
  /** A later word of an unknown wrapper, looked at in case it is what runs. */
  isGuess: boolean;
}

/** Among what stands in front of a command: it runs on another machine, where paths mean other files. */
export const REMOTE = 'another machine';

const SYSTEM_PROGRAM = /^(?:\/usr)?\/s?bin\/([^/]+)$/;

/** A path means its name only in the system's own folders; any other path stays a path. */
export function commandName(word: Word | undefined): string {
  if (word?.kind !== 'literal') return '';
  const name = SYSTEM_PROGRAM.exec(word.value)?.[1] ?? word.value;
  return name.toLowerCase();
}

/** The name whatever folder it is in: danger does not ask where a program lies. */
export function programName(value: string): string {
  return value.slice(value.lastIndexOf('/') + 1).toLowerCase();
}
