/** What git can destroy, run or send: by sub-command and flag. */

import { own } from '../../../base/own.ts';
import { placesOf, type ShellContext } from '../places.ts';
import type { Word } from '../read/words.ts';
import type { SimpleCommand } from '../walk/simple-command.ts';

export interface GitCall {
  /** Empty where there is none or it is only known when it runs. */
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
    if (word.value === '-C') {
      const folder = command.words[++index];
      if (folder) folders.push(folder);
    } else if (
      /^(?:-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env|--super-prefix|--attr-source)$/.test(
        word.value,
      )
    ) {
      index++;
    }
  }
  const name = command.words[index];
  return {
    subcommand: name?.kind === 'literal' ? name.value : '',
    words: command.words.slice(index + 1),
    globals,
    folders,
  };
}

const GLOBAL_RISK =
  /^(?:-c|--config-env|--git-dir|--work-tree|--exec-path=|--super-prefix|--attr-source|--bare|--namespace)/;

/** Always dangerous; the text completes "git NAME …". */
const SUBCOMMANDS: Readonly<Record<string, string>> = {
  clean: 'deletes untracked files',
  rm: 'deletes files',
  config: 'changes what git runs',
  'filter-branch': 'rewrites history with a shell',
  'filter-repo': 'rewrites history',
  'fast-import': 'rewrites the repository',
  difftool: 'runs a program',
  mergetool: 'runs a program',
  gc: 'deletes unreachable objects',
  prune: 'deletes unreachable objects',
  'update-ref': 'moves references',
  'update-index': 'changes what git tracks',
  credential: 'gives out passwords',
  'credential-store': 'gives out passwords',
  'credential-cache': 'gives out passwords',
  'send-email': 'sends mail',
  daemon: 'opens a server',
  instaweb: 'opens a server',
  'http-backend': 'opens a server',
  'upload-pack': 'opens a server',
  'receive-pack': 'opens a server',
  shell: 'runs commands',
  hook: 'runs hooks',
  maintenance: 'schedules commands',
  replace: 'changes objects',
  'sparse-checkout': 'removes files from the tree',
  'checkout-index': 'overwrites files',
  'read-tree': 'changes the index',
  'remote-ext': 'runs a program',
  'symbolic-ref': 'moves references',
};

const RISKY_WORDS: Readonly<Record<string, RegExp>> = {
  commit: /^(?:-[a-zA-Z]*n|--no-verify|--no-v\w*|--amend|-[a-zA-Z]*t|--template)/,
  push: /^(?:-[a-zA-Z]*[fd]|--force|--delete|--mirror|--prune|--no-verify|--receive-pack|--exec|\+|:)|^[a-z+]+:(?:\/\/|:)|^[^/\s]+@[^/\s]+:|^\.{0,2}\/|^~/,
  pull: /^(?:--upload-pack|-[a-z]*f$|--force)|^ext::|^[a-z+]+:\/\//,
  fetch: /^(?:--upload-pack|-[a-z]*f$|--force)|^ext::/,
  init: /^--template/,
  clone: /^(?:--upload-pack|-u|-c|--config|--template)|^ext::/,
  'ls-remote': /^(?:--upload-pack|--exec)|^ext::/,
  reset: /^--(?:hard|merge|keep)/,
  restore: /^(?!)/,
  checkout: /^(?:-[a-zA-Z]*[fB]|--force|--|--ours|--theirs|-p|--patch|--merge|-m|\.)$|^--pathspec/,
  switch: /^(?:-[a-zA-Z]*[fC]|--force|--discard-changes|--force-create|-m|--merge)/,
  branch: /^(?:-[a-zA-Z]*[dDMCf]|--delete|--force)/,
  tag: /^(?:-[a-zA-Z]*[df]|--delete|--force)/,
  stash: /^(?:drop|clear)$/,
  reflog: /^(?:delete|expire)$/,
  worktree: /^(?:remove|prune|move|-f|--force)$/,
  rebase: /^(?:-[a-zA-Z]*[xi]|--exec|--interactive|--no-verify|--root|-s|--strategy)/,
  bisect: /^(?:run|visualize|view|reset)$/,
  submodule: /^(?:foreach|deinit|--recursive-exec)$/,
  grep: /^(?:-[a-zA-Z]*O|--open-files-in-pager)/,
  diff: /^--(?:ext-diff|extcmd)/,
  log: /^--ext-diff/,
  show: /^--ext-diff/,
  archive: /^(?:--remote|--exec|-o|--output)/,
  merge: /^(?:-s|--strategy(?:=|$)|--no-verify)/,
  am: /^(?:--no-verify|-i|--interactive)/,
  'cherry-pick': /^--strategy/,
  remote: /^(?:remove|rm|prune|set-url|rename)$/,
  notes: /^(?:remove|prune)$/,
  apply: /^(?:--unsafe-paths|--directory)/,
  lfs: /^(?:prune|uninstall)$/,
  subtree: /^push$/,
  svn: /^(?:dcommit|reset)$/,
};

/** Why this call of git is dangerous; several may hold. */
export function gitDangers(command: SimpleCommand, context: ShellContext): string[] {
  const { subcommand, words, globals, folders } = readGit(command);
  const found: string[] = [];
  const global = globals.find((flag) => GLOBAL_RISK.test(flag) && flag !== '--git-dir=.git');
  if (global) found.push(`git ${global} changes which configuration or programs git uses`);
  if (subcommand === '') {
    if (command.words.length > 1 && !globals.some((flag) => /^--(?:version|help|html-path)/.test(flag))) {
      found.push('which git command runs is only known when it runs');
    }
    return found;
  }
  const alone = own(SUBCOMMANDS, subcommand);
  if (alone && !isGitQuery(subcommand, words)) found.push(`git ${subcommand} ${alone}`);
  const risky = own(RISKY_WORDS, subcommand);
  const word = risky && words.find((candidate) => risky.test(candidate.value) || risky.test(candidate.lead));
  if (word) found.push(`git ${subcommand} ${word.text} cannot be taken back, runs a program, or sends code elsewhere`);
  if (subcommand === 'restore' && discardsWork(words)) found.push('git restore discards work that is not committed');
  if (subcommand === 'checkout' && namesFiles(words, command, context))
    found.push('git checkout of files discards work');
  if (words.some((candidate) => /^--(?:upload-pack|receive-pack)/.test(candidate.value))) {
    found.push('git would run a program for the transfer');
  }
  const outside = folders.some(
    (folder) =>
      folder.kind !== 'literal' ||
      placesOf(folder.value, command.cwds, context)?.every((place) => place.inside) !== true,
  );
  if (outside && found.length === 0 && !READS.test(subcommand))
    found.push('git -C would change a repository outside the workspace');
  return found;
}

/** Only looks, whatever its flags: it may read elsewhere, it does not write there. */
export function isGitReader(command: SimpleCommand): boolean {
  return READS.test(readGit(command).subcommand);
}

const READS =
  /^(?:log|status|diff|show|blame|branch|rev-parse|ls-files|ls-tree|cat-file|rev-list|describe|shortlog|grep|for-each-ref|show-ref|reflog|stash|tag|remote|count-objects|merge-base|name-rev)$/;

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

function discardsWork(words: readonly Word[]): boolean {
  const flags = words.map((word) => word.value);
  const staged = flags.some((flag) => /^(?:-[a-zA-Z]*S|--staged)/.test(flag));
  return !staged || flags.some((flag) => /^(?:-[a-zA-Z]*W|--worktree)/.test(flag));
}

/** `git checkout main` switches; `git checkout src/a.ts` throws changes away. */
function namesFiles(words: readonly Word[], command: SimpleCommand, context: ShellContext): boolean {
  const creates = words.some((word) => /^(?:-b|--orphan|--detach|-t|--track)/.test(word.value));
  if (creates) return false;
  return words.some((word) => {
    if (word.value.startsWith('-')) return false;
    if (word.kind === 'glob') return true;
    return (
      placesOf(word.value, command.cwds, context)?.some((place) => context.look.kind(place.path) !== 'missing') ?? true
    );
  });
}
