/** The files a line would delete, move or overwrite, as far as the line alone shows; files on disk are counted elsewhere. */

import type { Target } from '../../../protocol/policy.ts';
import { findCommands, findParts } from '../../programs/find.ts';
import { programNamed } from '../../programs/table.ts';
import { type Cwds, isHarmlessDevice, placesOf, type ShellContext } from '../places.ts';
import type { Word } from '../read/words.ts';
import type { Walked } from '../walk/findings.ts';
import { programName, REMOTE, type SimpleCommand } from '../walk/simple-command.ts';
import { writtenWords } from './danger-files.ts';

export type { Target };

/** No reader takes in the targets of more commands. */
const MAX_COMMANDS = 80;

export function targetsOf(walked: Walked, context: ShellContext): Target[] {
  const targets: Target[] = [];
  for (const redirect of walked.redirects) {
    if (!/^&?>/.test(redirect.operator) || redirect.operator.includes('>>')) continue;
    targets.push(...resolve(redirect.target, { action: 'overwrite' }, redirect.cwds, context));
  }
  for (const command of walked.commands.slice(0, MAX_COMMANDS)) {
    if (command.isWrapper || command.appended === 'files' || command.via.includes(REMOTE)) continue;
    targets.push(...commandTargets(command, context));
  }
  return targets;
}

function commandTargets(command: SimpleCommand, context: ShellContext): Target[] {
  const flags = command.words
    .slice(1)
    .filter((word) => word.value.startsWith('-'))
    .map((word) => word.value);
  const operands = command.words.slice(1).filter((word) => !word.value.startsWith('-'));
  const recursive = flags.some((flag) => /^-[a-zA-Z]*[rR]|^--recursive/.test(flag));
  const each = (words: readonly Word[], deed: Deed): Target[] => resolve(words, deed, command.cwds, context);

  const program = programNamed(programName(command.name));
  if (program?.deletes) {
    const passed: Target[] =
      command.appended === 'none' ? [] : [{ action: 'delete', recursive, kind: 'unknown', text: 'what it is passed' }];
    return [...each(operands, { action: 'delete', recursive: recursive || program.wipes === 'always' }), ...passed];
  }
  if (program?.moves) return each(operands.slice(0, -1), { action: 'move', recursive: true });
  if (program?.grammar === 'find') return findTargets(command, context);
  if (program?.grammar === 'git') return gitTargets(command, context);
  if (program?.writes?.evenMissing) return each(operands, { action: 'overwrite' });
  return each(writtenWords(command), { action: 'overwrite' }).filter(
    (target) => target.kind !== 'path' || context.disk.kind(target.path) === 'file',
  );
}

function findTargets(command: SimpleCommand, context: ShellContext): Target[] {
  const words = command.words.slice(1);
  const deletes =
    words.some((word) => word.value === '-delete') ||
    findCommands(command.words).some(([first]) => programNamed(programName(first?.value ?? ''))?.deletes);
  if (!deletes) return [];
  return resolve(findParts(words).starts, { action: 'delete', recursive: true }, command.cwds, context);
}

function gitTargets(command: SimpleCommand, context: ShellContext): Target[] {
  const [, subcommand, ...words] = command.words;
  const operands = words.filter((word) => !word.value.startsWith('-'));
  const each = (targets: readonly Word[], action: Deed['action']): Target[] =>
    resolve(targets, { action, recursive: true }, command.cwds, context);
  if (subcommand?.value === 'rm') return each(operands, 'delete');
  if (subcommand?.value === 'clean') {
    const folder = { text: '.', span: command.span, kind: 'literal', value: '.', lead: '.', guesses: [] } as const;
    return each(operands.length > 0 ? operands : [folder], 'delete');
  }
  return subcommand?.value === 'restore' ? each(operands, 'overwrite') : [];
}

/** What happens to a target, and whether to everything below it too. */
type Deed = Pick<Target, 'action'> & Partial<Pick<Target, 'recursive'>>;

function resolve(words: readonly Word[], deed: Deed, cwds: Cwds, context: ShellContext): Target[] {
  return words.flatMap((word) => resolveWord(word, { recursive: false, ...deed }, cwds, context));
}

function resolveWord(word: Word, { action, recursive }: Required<Deed>, cwds: Cwds, context: ShellContext): Target[] {
  if (word.kind === 'glob')
    return (cwds ?? []).map((cwd) => ({ action, recursive, kind: 'glob', pattern: word.value, cwd }));
  const places = word.kind === 'literal' ? placesOf(word.value, cwds, context) : undefined;
  if (!places) return [{ action, recursive, kind: 'unknown', text: word.text }];
  return places
    .filter((place) => !isHarmlessDevice(place.path))
    .map((place) => ({ action, recursive, kind: 'path', path: place.path, inside: place.inside }));
}
