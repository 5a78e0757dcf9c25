/** All that coder knows of one program: a row says with what it only reads, and everything that speaks against it. */

import type { Effect } from '../../words/en/effects.ts';
/**
 * `path`: a file inside the workspace that holds no secret. `text`: anything literal. `number`: digits with a unit.
 * `filter`: a pattern of file names, which must not aim at secrets. The others name a checker of a small language.
 */
export type Kind =
  | 'path'
  | 'text'
  | 'number'
  | 'filter'
  | 'sed'
  | 'awk'
  | 'jq'
  | 'printf'
  | 'gitFormat'
  | 'revision'
  | 'dateFormat';

/** Which flags and operands a program may have and still only read. What is not in it asks. */
export interface Reads {
  /** Short flags without a value; they may be written together. */
  short?: string;
  /** Short flags with a value, attached or as the next word. */
  shortValue?: Readonly<Record<string, Kind>>;
  /** Short flags whose value, if any, is attached and a number: `-M90%`. */
  shortMaybe?: string;
  /** Long flags without a value, separated by spaces. They must be written out. */
  long?: string;
  /** `--flag=value` or `--flag value`. */
  longValue?: Readonly<Record<string, Kind>>;
  /** `--flag` or `--flag=value`. */
  longMaybe?: Readonly<Record<string, Kind>>;
  /** Long flags with two values, separated by spaces; they are in `longValue` for the second. */
  longPair?: string;
  /** Each flag is a word of its own, and so is its value: the program does not read `-ab` and `-n5` as others do. */
  separate?: true;
  /** `-20` is a flag. */
  numeric?: true;
  /** The operands in order; a last one with `*` repeats, and `?` may be missing. Absent: none. */
  operands?: readonly `${Kind}${'' | '*' | '?'}`[];
  /** Flags that replace the first operand, separated by spaces: after `grep -e x` all operands are files. */
  replaces?: string;
  /** At least one of these flags, separated by spaces, must be there for operands to be allowed. */
  operandsNeed?: string;
  /** Flags, separated by spaces, with which it follows the links below its folders. */
  follows?: string;
  /** Flags, separated by spaces, with which it opens what is below its folders; or it always does. */
  descends?: true | string;
  /** It tells of files, and nothing of what is in them: always, or with one of these flags, separated by spaces. */
  tells?: true | string;
  /** It passes over hidden and ignored files by itself. */
  asRipgrep?: true;
  /** Unless it goes down into folders, it looks at the files that git tracks. */
  tracked?: true;
  /** Flags, separated by spaces, of which two together make it search hidden and ignored files, secrets among them. */
  searchesAll?: string;
  /** Words are data; a leading dash means nothing. */
  noFlags?: true;
  /** No flag of the real program can run, write or send: a file name that looks like a flag does no harm. */
  anyFlagIsSafe?: true;
}

interface Dangers {
  /** Dangerous whatever follows; the text completes "NAME …" … */
  always?: Effect;
  /** … unless the words, joined by spaces, are just these: then it only lists. */
  unless?: RegExp;
  /** A flag or word, in any of its spellings, that runs a program, deletes, or changes the system. */
  flags?: RegExp;
  /** Sub-commands that destroy, publish, or hand out access; matched against the words joined by spaces. */
  words?: RegExp;
}

/** Which of its words are files that it writes. */
interface Writes {
  operands?: 'all' | 'last';
  /** A flag whose value is a file that it writes. */
  to?: RegExp;
  /** Flags whose value is the next word, where that matters to find the last operand. */
  valued?: RegExp;
  /** A packer: it writes a file beside the one it is given, by this ending. */
  suffix?: string;
  /** Its first operand, or the value of `-f`, is an archive. */
  archive?: true;
  /** What exists already is not overwritten. */
  keeps?: true;
}

/** It runs another command: how to find that behind its own flags. */
export interface Wraps {
  /** Short flags without and with a value. */
  flags?: string;
  values?: string;
  long?: readonly string[];
  longValues?: readonly string[];
  /** Words of its own before the command: `timeout 5 ls`. */
  operands?: number;
  /** `NAME=value` words may come before the command. */
  assignments?: true;
  /** `-10` is a flag. */
  numeric?: true;
  /** A short flag whose value is a script for a shell. */
  script?: string;
  /** The rest of the words is joined and given to a shell. */
  joins?: true;
  /** A folder to change to first. */
  chdir?: string;
  /** A variable to take away first. */
  unset?: string;
  /** Words that take all variables away first. */
  clears?: readonly string[];
  /** It adds nothing of its own: a read-only command behind it stays one. */
  transparent?: true;
  /** What it runs gets other rights, or runs on another machine. */
  risk?: 'privilege' | 'remote';
  /** Words from elsewhere are added. */
  appends?: true;
}

export interface Program {
  reads?: Reads;
  /** With just one of these words it prints what it is and ends, without looking at the project. */
  probes?: readonly string[];
  /** Its words are a language of their own, known to a checker under `shell/judge`. */
  grammar?: 'find' | 'fd' | 'git' | 'tar' | 'test' | 'set' | 'cd' | 'read' | 'awk' | 'sed' | 'ps' | 'container';
  dangers?: Dangers;
  writes?: Writes;
  /** Its operands are deleted. */
  deletes?: true;
  /** It destroys whole folders: whatever its flags, or with a flag for recursion. */
  wipes?: 'always' | 'recursively';
  /** These of its words, if a disk, are written straight to. */
  device?: 'operands' | 'last' | 'of';
  /** It stops the machine or formats a disk, always or with these words. */
  fatal?: 'stops' | 'formats' | RegExp;
  wraps?: Wraps | 'any-later-word';
  /** A shell; `plain` ones are read by the same rules as the line itself. */
  shell?: 'plain' | 'other';
  /** A language; the flags whose value is a program. */
  runsCode?: RegExp;
  /** It runs what comes on its standard input: anything, or what looks like its command for that. */
  runsInput?: 'always' | 'commands';
  /** It runs files of the project, such as scripts and builds. */
  runsProject?: true;
  /** A built-in that evaluates names it is given, as plain words too or only in assignments. */
  assigns?: 'words' | 'values';
  /** It talks to other machines: its words leave this one, and with `input` its standard input too. */
  sends?: 'words' | 'input';
  downloads?: true;
  /** A package tool: a URL among its words is code from anywhere. */
  installs?: true;
  /** On a terminal it may open a pager, which can run commands. */
  pages?: true;
  /** A saved rule by its name alone, or any saved rule, would cover too much. */
  tooWide?: 'alone' | 'always';
  /** A pattern in the place of a name is compared with it. */
  guessed?: true;
  /** Its words are names to be explained, and nothing of them is run. */
  explains?: true;
  /** As a later word of an unknown command, it may be what that runs. */
  sought?: true;
}

export type Programs = Readonly<Record<string, Program>>;
