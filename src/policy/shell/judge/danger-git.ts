/** What git can destroy, run or send, by sub-command and flag. */

import { own } from '../../../base/own.ts';
import type { Said } from '../../../protocol/policy.ts';
import { GIT_DANGERS, GIT_PLAIN_KEYS, GIT_READERS, GIT_RISKY_WORDS } from '../../programs/git.ts';
import { gitGlobal } from '../../programs/git-globals.ts';
import { say } from '../../say.ts';
import { placesOf, resolvePath, type ShellContext } from '../places.ts';
import type { Word } from '../read/words.ts';
import type { SimpleCommand } from '../walk/simple-command.ts';

export interface GitCall {
  /** The sub-command; empty if there is none or it is known only at run time. */
  subcommand: string;
  words: readonly Word[];
  /** Flags before the sub-command, with their values. */
  globals: readonly string[];
  /** Folders of `-C`. */
  folders: readonly Word[];
}

/** Splits `git -C dir log -1` into its parts. */
export function readGit(command: SimpleCommand): GitCall {
  const globals: string[] = [];
  const folders: Word[] = [];
  let index = 1;
  for (; index < command.words.length; index++) {
    const word = command.words[index];
    if (!word || !word.value.startsWith('-')) break;
    globals.push(word.value);
    const { takes } = gitGlobal(word.value);
    if (!takes) continue;
    const given = command.words[++index];
    if (takes === 'folder' && given) folders.push(given);
  }
  const name = command.words[index];
  return {
    subcommand: name?.kind === 'literal' ? name.value : '',
    words: command.words.slice(index + 1),
    globals,
    folders,
  };
}

/** Every folder in which git may look for its repository. */
export function gitFoldersOf(command: SimpleCommand, context: ShellContext): string[] {
  let cwds = [...(command.cwds ?? [])];
  for (const folder of readGit(command).folders) {
    cwds = cwds.map((cwd) => resolvePath(cwd, folder.value, context.disk));
  }
  return cwds;
}

/** Why this git call is dangerous; several reasons may apply. */
export function gitDangers(command: SimpleCommand, context: ShellContext): Said[] {
  const { subcommand, words, globals, folders } = readGit(command);
  const found: Said[] = [];
  const global = globals.find((flag) => gitGlobal(flag).risky);
  if (global) found.push(say('gitGlobal', global));
  if (subcommand === '') {
    const isTold = globals.some((flag) => gitGlobal(flag).tells);
    return command.words.length > 1 && !isTold ? [...found, say('gitUnknown')] : found;
  }
  const alone = own(GIT_DANGERS, subcommand);
  if (alone && !isGitQuery(subcommand, words) && !(subcommand === 'config' && setsPlainKey(words)))
    found.push(say('does', `git ${subcommand}`, alone));
  const risky = own(GIT_RISKY_WORDS, subcommand);
  const word = risky && words.find((candidate) => risky.test(candidate.value) || risky.test(candidate.lead));
  if (word) found.push(say('gitRisky', subcommand, word.text));
  if (subcommand === 'restore' && discardsWork(words)) found.push(say('gitRestore'));
  if (subcommand === 'checkout' && namesFiles(words, command, context)) found.push(say('gitCheckout'));
  if (words.some((candidate) => /^--(?:upload-pack|receive-pack)/.test(candidate.value))) {
    found.push(say('gitTransfer'));
  }
  const outside = folders.some(
    (folder) =>
      folder.kind !== 'literal' ||
      placesOf(folder.value, command.cwds, context)?.every((place) => place.inside) !== true,
  );
  if (outside && found.length === 0 && !GIT_READERS.test(subcommand)) found.push(say('gitOutside'));
  return found;
}

/** True if the call only looks, whatever its flags: it may read elsewhere but never writes there. */
export function isGitReader(command: SimpleCommand): boolean {
  const { subcommand, words } = readGit(command);
  return GIT_READERS.test(subcommand) || (subcommand === 'config' && isGitQuery(subcommand, words));
}

function isGitQuery(subcommand: string, words: readonly Word[]): boolean {
  const values = words.map((word) => word.value);
  if (subcommand === 'config') {
    return (
      values.some((value) =>
        /^(?:--get|--get-all|--get-regexp|--list|-l|get|list|--show-origin|--show-scope|--get-urlmatch)$/.test(value),
      ) ||
      (values.length === 1 && !values[0]?.startsWith('-'))
    );
  }
  if (subcommand === 'symbolic-ref')
    return values.filter((value) => !value.startsWith('-')).length === 1 && !values.includes('-d');
  if (subcommand === 'clean')
    return (
      values.some((value) => /^-[a-zA-Z]*n|^--dry-run$/.test(value)) &&
      !values.some((value) => /^-[a-zA-Z]*f|^--force/.test(value))
    );
  if (subcommand === 'sparse-checkout') return values[0] === 'list';
  return false;
}

/** True for `git config user.name x` on this repository, with every word literal. */
function setsPlainKey(words: readonly Word[]): boolean {
  if (words.some(({ kind }) => kind !== 'literal')) return false;
  const values = words.map(({ value }) => value);
  if (values[0] === 'set' || values[0] === '--add') values.shift();
  else if (values[0] === '--local') values.shift();
  const [key = '', value = '', ...more] = values;
  return more.length === 0 && values.length === 2 && !value.startsWith('-') && GIT_PLAIN_KEYS.test(key);
}

function discardsWork(words: readonly Word[]): boolean {
  const flags = words.map((word) => word.value);
  const staged = flags.some((flag) => /^(?:-[a-zA-Z]*S|--staged)/.test(flag));
  return !staged || flags.some((flag) => /^(?:-[a-zA-Z]*W|--worktree)/.test(flag));
}

/** `git checkout main` switches branches; `git checkout src/a.ts` discards changes. */
function namesFiles(words: readonly Word[], command: SimpleCommand, context: ShellContext): boolean {
  const creates = words.some((word) => /^(?:-b|--orphan|--detach|-t|--track)/.test(word.value));
  if (creates) return false;
  return words.some((word) => {
    if (word.value.startsWith('-')) return false;
    if (word.kind === 'glob') return true;
    return (
      placesOf(word.value, command.cwds, context)?.some((place) => context.disk.kind(place.path) !== 'missing') ?? true
    );
  });
}
