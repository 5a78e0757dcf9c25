/** Commands that would destroy the home folder, the system, or everything around the workspace. */

import type { Said } from '../../../protocol/policy.ts';
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

/** Programs whose first word selects the action, with the words that delete. */
const DEEDS: ReadonlyMap<string, RegExp> = new Map([
  ['gio', /^(?:trash|remove)$/],
  ['rclone', /^(?:purge|delete|rmdirs|sync|move|cleanup)$/],
]);

/** The words that would be destroyed, with everything below them. */
function wipedWords(name: string, operands: readonly Word[], command: SimpleCommand): readonly Word[] {
  const program = programLike(name);
  const flags = operands.flatMap((operand) => readingsOf(operand)).filter((value) => value.startsWith('-'));
  const hasLong = (whole: string, least: number): boolean =>
    flags.some((flag) => flag.length >= least && whole.startsWith(flag.replace(/=.*$/s, '')));
  switch (program?.grammar) {
    case 'find':
      return deletesByFind(operands) ? startsOf(operands) : [];
    case 'fd':
      return runsRemover(operands, /^(?:-[a-zA-Z]*[xX]|--exec(?:-batch)?)$/) ? operands : [];
    case 'container':
      return mountedFor(operands);
    case 'tar':
      return hasLong('--remove-files', 5) ? operands : [];
    default:
      break;
  }
  const recursive =
    flags.some((flag) => /^-[a-zA-Z]*[rR]/.test(flag)) || hasLong('--recursive', 3) || hasLong('--no-preserve-root', 5);
  if (name === 'rsync') return flags.some((flag) => flag.startsWith('--del')) ? operands.slice(-1) : [];
  if (name === 'zip') return flags.some((flag) => /^-[a-zA-Z]*m/.test(flag)) || hasLong('--move', 4) ? operands : [];
  const deeds = DEEDS.get(name);
  if (deeds) return deeds.test(operands[0]?.value ?? '') ? operands.slice(1) : [];
  if (program?.wipes !== 'always' && !(recursive && program?.wipes)) return [];
  if (command.appended === 'none' && name === 'mv') return operands.slice(0, -1);
  return operands;
}

function deletesByFind(operands: readonly Word[]): boolean {
  return (
    operands.some((word) => readingsOf(word).includes('-delete')) ||
    runsRemover(operands, /^-(?:exec|execdir|ok|okdir)$/)
  );
}

/** True if a program that deletes directly follows such a flag. */
function runsRemover(operands: readonly Word[], flag: RegExp): boolean {
  return operands.some((word, index) => {
    const next = operands[index + 1];
    return flag.test(word.value) && next !== undefined && programLike(programName(next.value))?.deletes === true;
  });
}

function startsOf(operands: readonly Word[]): readonly Word[] {
  const end = operands.findIndex(({ value }) => /^[-(!]/.test(value) && !/^-[HLP]$/.test(value));
  return operands.slice(0, end < 0 ? undefined : end);
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
