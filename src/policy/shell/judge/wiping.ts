/** Commands that would destroy the home folder, the system, or everything around the workspace. */

import type { Said } from '../../../protocol/policy.ts';
import { deedsOf } from '../../programs/deeds.ts';
import { FD_RUNS, FIND_RUNS, findParts } from '../../programs/find.ts';
import type { Program } from '../../programs/program.ts';
import { programLike } from '../../programs/table.ts';
import { say } from '../../say.ts';
import type { ShellContext } from '../places.ts';
import { readingsOf, type Word } from '../read/words.ts';
import { programName, type SimpleCommand } from '../walk/simple-command.ts';
import { mountedFolder } from './danger.ts';
import { gitFoldersOf, readGit } from './danger-git.ts';
import { vitalFolder } from './vital-folders.ts';

export function wipes(
  name: string,
  operands: readonly Word[],
  command: SimpleCommand,
  context: ShellContext,
): Said | undefined {
  const program = programLike(name);
  const found = wipedWords(name, operands, command);
  for (const target of found) {
    const withRoot = program?.deletes === true;
    const vital = target.value.startsWith('-') ? undefined : vitalFolder(target, command, context, { withRoot });
    if (vital) return program?.grammar === 'find' ? say('findDeletes', vital) : say('takesAll', name, vital);
  }
  return program?.grammar === 'git' ? wipesByGit(command, context) : undefined;
}

/** The words that would be destroyed, with everything below them. */
function wipedWords(name: string, operands: readonly Word[], command: SimpleCommand): readonly Word[] {
  const program = programLike(name);
  const wipes = program?.wipes;
  if (program?.grammar === 'container') return mountedFor(operands);
  if (program?.deeds) return deedsOf(program, operands).some(({ deed }) => deed.wipes) ? operands : [];
  if (wipes === 'found') return deletesFound(program, operands) ? searched(program, operands, command) : [];
  if (wipes === undefined) return [];
  const flags = operands.flatMap((operand) => readingsOf(operand)).filter((value) => value.startsWith('-'));
  if (typeof wipes === 'object') {
    if (!flags.some((flag) => wipes.flags.test(flag))) return [];
    return wipes.only === 'last' ? operands.slice(-1) : operands;
  }
  if (wipes === 'recursively' && !flags.some(isRecursive)) return [];
  return program?.moves && command.appended === 'none' ? operands.slice(0, -1) : operands;
}

/** Long flags may be cut short: `--rec`. */
function isRecursive(flag: string): boolean {
  const isCut = (whole: string, least: number): boolean =>
    flag.length >= least && whole.startsWith(flag.replace(/=.*$/s, ''));
  return /^-[a-zA-Z]*[rR]/.test(flag) || isCut('--recursive', 3) || isCut('--no-preserve-root', 5);
}

/** True if find or fd deletes the files it finds. */
function deletesFound(program: Program | undefined, operands: readonly Word[]): boolean {
  if (program?.grammar === 'fd') return runsRemover(operands, FD_RUNS);
  return operands.some((word) => readingsOf(word).includes('-delete')) || runsRemover(operands, FIND_RUNS);
}

/** Where find or fd starts: the current folder if none is named. For fd any word may be a folder. */
function searched(program: Program | undefined, operands: readonly Word[], command: SimpleCommand): readonly Word[] {
  if (program?.grammar === 'fd') return operands;
  const { starts } = findParts(operands);
  const [like] = command.words;
  return starts.length > 0 || !like ? starts : [{ ...like, value: '.', lead: '.', guesses: [] }];
}

/** True if a program that deletes directly follows such a flag. */
function runsRemover(operands: readonly Word[], flag: RegExp): boolean {
  return operands.some((word, index) => {
    const next = operands[index + 1];
    return flag.test(word.value) && next !== undefined && programLike(programName(next.value))?.deletes === true;
  });
}

/** `docker run -v ~:/h image rm -rf /h`: the mounted folders, if a program that deletes is among the words. */
function mountedFor(operands: readonly Word[]): readonly Word[] {
  const removes = operands.some(({ value }) =>
    value.split(/[\s;&|]+/).some((one) => programLike(programName(one))?.deletes),
  );
  if (!removes) return [];
  return operands.flatMap((word) =>
    readingsOf(word).flatMap((value) => {
      const source = mountedFolder(value);
      return source === undefined
        ? []
        : [{ ...word, kind: 'literal' as const, value: source, lead: source, guesses: [] }];
    }),
  );
}

/** `git clean` in the home folder. */
function wipesByGit(command: SimpleCommand, context: ShellContext): Said | undefined {
  const { subcommand, words } = readGit(command);
  const isForced = words.some(({ value }) => /^-[a-zA-Z]*f|^--force/.test(value));
  if (subcommand !== 'clean' || !isForced || words.some(({ value }) => /^-[a-zA-Z]*n|^--dry-run/.test(value)))
    return undefined;
  const [like] = command.words;
  const places = gitFoldersOf(command, context).flatMap((path) =>
    like ? [{ ...like, kind: 'literal' as const, value: path, lead: path, guesses: [] }] : [],
  );
  for (const target of [...places, ...words.filter(({ value }) => !value.startsWith('-'))]) {
    const vital = vitalFolder(target, command, context);
    if (vital) return say('cleanDeletes', vital);
  }
  return undefined;
}
