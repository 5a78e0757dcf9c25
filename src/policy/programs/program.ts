/** What coder knows about one program: the flags and operands with which it only reads, and everything that counts against it. */

import type { Effect } from '../../words/en/effects.ts';
/**
 * `path`: a file inside the workspace that holds no secret. `text`: anything literal. `number`: digits with a unit. `filter`: a file name
 * pattern, which must not aim at secrets. The others name a checker for a small language.
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

/** The flags and operands with which a program still only reads. Anything not listed asks. */
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
  /** Each flag is a separate word, as is its value: the program does not read `-ab` and `-n5` the usual way. */
  separate?: true;
  /** `-20` is a flag. */
  numeric?: true;
  /** The operands in order; a last one with `*` repeats, and one with `?` is optional. Absent if none are allowed. */
  operands?: readonly `${Kind}${'' | '*' | '?'}`[];
  /** Flags that replace the first operand, separated by spaces: after `grep -e x` all operands are files. */
  replaces?: string;
  /** Flags, separated by spaces, at least one of which must be present for operands to be allowed. */
  operandsNeed?: string;
  /** Flags, separated by spaces, that make the program follow links below its folders. */
  follows?: string;
  /** Flags, separated by spaces, that make the program open files below its folders; `true` if it always does. */
  descends?: true | string;
  /** The program reports about files but not their contents: always, or with one of these flags, separated by spaces. */
  tells?: true | string;
  /** The program skips hidden and ignored files by default. */
  asRipgrep?: true;
  /** Unless told to descend into folders, the program looks only at files that git tracks. */
  tracked?: true;
  /** Flags, separated by spaces; any two together make the program search hidden and ignored files, including secrets. */
  searchesAll?: string;
  /** Words are data; a leading dash means nothing. */
  noFlags?: true;
  /** No flag of the real program can run, write or send, so a file name that looks like a flag does no harm. */
  anyFlagIsSafe?: true;
}

interface Dangers {
  /** Dangerous whatever follows; the text completes "NAME …". */
  always?: Effect;
  /** Exception to `always`: if the words joined by spaces match, the program only lists. */
  unless?: RegExp;
  /** A flag or word, in any of its spellings, that runs a program, deletes, or changes the system. */
  flags?: RegExp;
  /** Sub-commands that destroy, publish, or hand out access; matched against the words joined by spaces. */
  words?: RegExp;
}

/** Which words are files that the program writes. */
interface Writes {
  operands?: 'all' | 'last';
  /** A last operand counts even if it is the only one. */
  alone?: true;
  /** A flag whose value is a file that the program writes. */
  to?: RegExp;
  /** Flags whose value is the next word, where that matters for finding the last operand. */
  valued?: RegExp;
  /** For a packer: the ending of the file that it writes next to its operand. */
  suffix?: string;
  /** For a packer: its operands stay. */
  keepsSource?: true;
  /** Which word is an archive: the first operand, or the value of `-f` if the flags create or change an archive. */
  archive?: 'first' | 'flag';
  /** Existing files are not overwritten: always, or with one of these flags. */
  keeps?: true | RegExp;
  /** Flags with which the existing content stays. */
  appends?: RegExp;
  /** A source that ends in `/.` is merged into an existing folder. */
  merges?: true;
  /** Files that do not exist yet count as overwritten too. */
  evenMissing?: true;
  /** The program writes its standard input, as long as that lasts. */
  input?: true;
}

/** A sub-command, named by any word of the call. */
export interface Deed {
  /** What it does; completes "NAME SUB-COMMAND …". */
  does: Effect;
  /** It destroys whole folders. */
  wipes?: true;
  /** `false` if it copies nothing, unlike the rest of the program. */
  copies?: false;
}

/** Flags with which a program destroys whole folders: all its operands, or only the last one. */
interface WipesWith {
  flags: RegExp;
  only?: 'last';
}

/** How to find the command that a wrapper runs, after the wrapper's own flags. */
export interface Wraps {
  /** Short flags without a value. */
  flags?: string;
  /** Short flags with a value. */
  values?: string;
  long?: readonly string[];
  longValues?: readonly string[];
  /** The number of the wrapper's own operands before the command: `timeout 5 ls`. */
  operands?: number;
  /** `NAME=value` words may come before the command. */
  assignments?: true;
  /** `-10` is a flag. */
  numeric?: true;
  /** A short flag whose value is a script for a shell. */
  script?: string;
  /** The remaining words are joined and given to a shell. */
  joins?: true;
  /** The flag that names a folder to change to first. */
  chdir?: string;
  /** The flag that names a variable to unset first. */
  unset?: string;
  /** Words that clear all variables first. */
  clears?: readonly string[];
  /** The wrapper adds no effects, so a read-only command inside it stays read-only. */
  transparent?: true;
  /** The command gets other rights, or runs on another machine. */
  risk?: 'privilege' | 'remote';
  /** Words from elsewhere are appended to the command. */
  appends?: true;
}

export interface Program {
  reads?: Reads;
  /** With exactly one of these words the program prints its version or help and exits, without looking at the project. */
  probes?: readonly string[];
  /** The program's words are a language, known to a checker under `shell/judge`. */
  grammar?: 'find' | 'fd' | 'git' | 'tar' | 'test' | 'set' | 'cd' | 'read' | 'awk' | 'sed' | 'ps' | 'container';
  dangers?: Dangers;
  writes?: Writes;
  /** The program deletes its operands. */
  deletes?: true;
  /** The program destroys whole folders: always, with a recursive flag, with other flags, or if it deletes what it finds. */
  wipes?: 'always' | 'recursively' | 'found' | WipesWith;
  /** The program moves its operands to the last one. */
  moves?: true;
  /** Dangerous sub-commands. */
  deeds?: Readonly<Record<string, Deed>>;
  /** The files that the program deletes or cuts are all that is lost, so undo can restore them. */
  undoable?: true;
  /** The program sends signals to processes. */
  signals?: true;
  /** The program changes modes, owners, attributes or times of files. */
  modes?: true;
  /** Which words, if they name a disk, are written to directly. */
  device?: 'operands' | 'last' | 'of';
  /** The program stops the machine or formats a disk: always, with one of these words, or if the function says so of its words. */
  fatal?: 'stops' | 'formats' | RegExp | ((words: readonly string[]) => boolean);
  wraps?: Wraps | 'any-later-word';
  /** A shell; `plain` ones follow the same rules as the line itself. */
  shell?: 'plain' | 'other';
  /** A language interpreter: the flags whose value is code. */
  runsCode?: RegExp;
  /** The program runs its standard input: all of it, as a script for a shell, or only what looks like its own command for running things. */
  runsInput?: 'always' | 'script' | 'commands';
  /** The program runs files of the project, such as scripts and builds. */
  runsProject?: true;
  /** The program runs scripts that the project names, as the person is told when it asks. */
  runsScripts?: true;
  /** The program runs a file in this shell. */
  sources?: true;
  /** The sub-command that runs a package given by its address. */
  runsAddress?: string;
  /** The words after which the program runs the words that follow; if absent, any word may be a command. */
  handsOn?: RegExp;
  /** A built-in that evaluates the names it is given: also as plain words, or only in assignments. */
  assigns?: 'words' | 'values';
  /** A built-in that evaluates the values it is given, with these flags. */
  evaluates?: RegExp;
  /** The last word that the program must be given: `]`. */
  closedBy?: string;
  /** A built-in that evaluates its operands as numbers. */
  evaluatesNumbers?: true;
  /** The program talks to other machines: its words leave this one, and with `input` its standard input too. */
  sends?: 'words' | 'input';
  /** The first word with which the program reads its input for another machine; with any other it works on this one. */
  sendsWith?: string;
  /** The program copies files to its last operand, which may be on another machine: `host:path`. */
  copies?: true;
  /** Flags with which the program listens or runs a command for a connection. */
  listens?: RegExp;
  /** The program is a client of servers or a tool for other machines, or it downloads what it runs. */
  contacts?: true;
  downloads?: true;
  /** The program prints without end: always, or with one of these words. */
  endless?: true | RegExp;
  /** The program prints the names of files in its operands, or in the current folder. */
  lists?: true;
  /** A package tool: a URL among its words is code from anywhere. */
  installs?: true;
  /** On a terminal the program may open a pager, which can run commands, unless one of these flags is given. */
  pagesUnless?: RegExp;
  /** A saved rule by the program's name alone (`alone`), or any saved rule (`always`), would cover too much. */
  tooWide?: 'alone' | 'always';
  /** A glob used as a command name is compared with this program. */
  guessed?: true;
  /** The program explains the names it is given and runs none of them. */
  explains?: true;
  /** As a later word of an unknown command, or inside a text with a word after it, this may be the program that command runs. */
  sought?: true;
  /** The name is also an everyday word or file (`/etc/passwd`), so inside a text it counts only with the words that make the program fatal. */
  everyday?: true;
}

export type Programs = Readonly<Record<string, Program>>;
