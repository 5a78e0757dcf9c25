/** The files a line would delete, move or overwrite, as far as the line alone shows; files on disk are counted elsewhere. */

import type { Target } from '../../../protocol/policy.ts';
import { programNamed } from '../../programs/table.ts';
import { type Cwds, isHarmlessDevice, placesOf, type ShellContext } from '../places.ts';
import type { Word } from '../read/words.ts';
import type { Walked } from '../walk/found.ts';
import { programName, REMOTE, type SimpleCommand } from '../walk/simple-command.ts';
import { findCommands } from '../walk/unwrap.ts';
import { writtenWords } from './danger-files.ts';

export type { Target };

/** No reader takes in the targets of more commands. */
const MAX_COMMANDS = 80;

export function targetsOf(walked: Walked, context: ShellContext): Target[] {
  const targets: Target[] = [];
  for (const redirect of walked.redirects) {
    if (!/^&?>/.test(redirect.operator) || redirect.operator.includes('>>')) continue;
    for (const word of redirect.target) targets.push(...resolve(word, 'overwrite', false, redirect.cwds, context));
  }
  for (const command of walked.commands.slice(0, MAX_COMMANDS)) {
    if (command.isWrapper || command.appended === 'files' || command.via.includes(REMOTE)) continue;
    targets.push(...commandTargets(command, context));
  }
  return targets;
}

function commandTargets(command: SimpleCommand, context: ShellContext): Target[] {
  const name = programName(command.name);
  const flags = command.words
    .slice(1)
    .filter((word) => word.value.startsWith('-'))
    .map((word) => word.value);
  const operands = command.words.slice(1).filter((word) => !word.value.startsWith('-'));
  const recursive = flags.some((flag) => /^-[a-zA-Z]*[rR]|^--recursive/.test(flag));
  const each = (words: readonly Word[], action: Target['action'], deep: boolean): Target[] =>
    words.flatMap((word) => resolve(word, action, deep, command.cwds, context));

  const program = programNamed(name);
  if (program?.deletes) {
    const passed: Target[] =
      command.appended === 'none' ? [] : [{ action: 'delete', recursive, kind: 'unknown', text: 'what it is passed' }];
    return [...each(operands, 'delete', recursive || program.wipes === 'always'), ...passed];
  }
  if (name === 'mv') return each(operands.slice(0, -1), 'move', true);
  if (program?.grammar === 'find') return findTargets(command, context);
  if (program?.grammar === 'git') return gitTargets(command, context);
  if (name === 'truncate') return each(operands, 'overwrite', false);
  return each(writtenWords(command), 'overwrite', false).filter(
    (target) => target.kind !== 'path' || context.look.kind(target.path) === 'file',
  );
}

function findTargets(command: SimpleCommand, context: ShellContext): Target[] {
  const words = command.words.slice(1);
  const deletes =
    words.some((word) => word.value === '-delete') ||
    findCommands(command.words).some((one) => programNamed(programName(one.words[0]?.value ?? ''))?.deletes);
  if (!deletes) return [];
  const end = words.findIndex((word) => /^[-(!]/.test(word.value));
  const starts = words.slice(0, end < 0 ? undefined : end);
  return starts.flatMap((word) => resolve(word, 'delete', true, command.cwds, context));
}

function gitTargets(command: SimpleCommand, context: ShellContext): Target[] {
  const [, subcommand, ...words] = command.words;
  const operands = words.filter((word) => !word.value.startsWith('-'));
  if (subcommand?.value === 'rm')
    return operands.flatMap((word) => resolve(word, 'delete', true, command.cwds, context));
  if (subcommand?.value === 'clean') {
    const folder = { text: '.', span: command.span, kind: 'literal', value: '.', lead: '.', guesses: [] } as const;
    return (operands.length > 0 ? operands : [folder]).flatMap((word) =>
      resolve(word, 'delete', true, command.cwds, context),
    );
  }
  if (subcommand?.value === 'restore')
    return operands.flatMap((word) => resolve(word, 'overwrite', true, command.cwds, context));
  return [];
}

function resolve(
  word: Word,
  action: Target['action'],
  recursive: boolean,
  cwds: Cwds,
  context: ShellContext,
): Target[] {
  if (word.kind === 'glob')
    return (cwds ?? []).map((cwd) => ({ action, recursive, kind: 'glob', pattern: word.value, cwd }));
  const places = word.kind === 'literal' ? placesOf(word.value, cwds, context) : undefined;
  if (!places) return [{ action, recursive, kind: 'unknown', text: word.text }];
  return places
    .filter((place) => !isHarmlessDevice(place.path))
    .map((place) => ({ action, recursive, kind: 'path', path: place.path, inside: place.inside }));
}
