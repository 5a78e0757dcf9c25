/** Single files that nothing may overwrite: those needed to start or log in to the system, and coder's own settings. */

import { foldPath } from '../../../base/files/fold-path.ts';
import type { Said } from '../../../protocol/policy.ts';
import { programLike } from '../../programs/table.ts';
import { say } from '../../say.ts';
import { type Cwds, placesOf, type ShellContext } from '../places.ts';
import { readingsOf, type Word } from '../read/words.ts';
import { programName, type SimpleCommand } from '../walk/simple-command.ts';
import { writtenWords } from './danger-files.ts';
import { readGit } from './danger-git.ts';

const SYSTEM_FILE =
  /^(?:\/private)?\/etc\/(?:passwd|shadow|group|gshadow|sudoers|hosts|fstab|crypttab|resolv\.conf|nsswitch\.conf|ld\.so\.preload|pam\.conf|(?:sudoers|pam)\.d\/[^/]+)$|^\/boot(?:\/|$)/;
const SETTINGS = /(?:^|\/)\.coder\/config\.json$/;

/** `adds` is true if the existing content stays, as with `>>`. */
export function overwritesVital(
  words: readonly Word[],
  cwds: Cwds,
  context: ShellContext,
  { adds = false } = {},
): Said | undefined {
  for (const value of words.flatMap((word) => readingsOf(word))) {
    const paths = placesOf(value, cwds, context)?.map(({ path }) => path) ?? [];
    for (const path of [value, ...paths]) {
      if (SETTINGS.test(foldPath(path))) return say('writesSettings', path);
      if (!adds && SYSTEM_FILE.test(path)) return say('writesSystemFile', path);
    }
  }
  return undefined;
}

/** Covers files the command is known to write, edit in place, delete or take from another revision, and code that names the settings. */
export function changesVital(command: SimpleCommand, context: ShellContext): Said | undefined {
  const program = programLike(programName(command.name));
  const operands = command.words.slice(1);
  const flags = operands.map(({ value }) => value).filter((value) => value.startsWith('-'));
  const plain = operands.filter(({ value }) => !value.startsWith('-'));
  const appends = program?.writes?.appends;
  const adds = appends !== undefined && flags.some((flag) => appends.test(flag));
  const written = overwritesVital(writtenWords(command), command.cwds, context, { adds });
  if (written) return written;
  if (program?.deletes) return onlySystem(plain, command, context);
  if (program?.moves) return onlySystem(plain.slice(0, -1), command, context);
  if (program?.grammar === 'sed' && flags.some((flag) => /^-[nErsuz]*i|^--in-place/.test(flag)))
    return overwritesVital(plain, command.cwds, context, { adds: true });
  if (program?.grammar === 'git') {
    const { subcommand, words } = readGit(command);
    return /^(?:checkout|restore)$/.test(subcommand) ? overwritesVital(words, command.cwds, context) : undefined;
  }
  const code = program?.runsCode ? operands.flatMap((word) => readingsOf(word)) : [];
  if (command.stdin.kind === 'text' && program?.runsCode) code.push(command.stdin.text);
  return code.some((text) => /\s|\(/.test(text) && /\.coder\/config\.json\b/i.test(text))
    ? say('writesSettings', '.coder/config.json')
    : undefined;
}

function onlySystem(words: readonly Word[], { cwds }: SimpleCommand, context: ShellContext): Said | undefined {
  const values = words.flatMap((word) => readingsOf(word));
  const paths = values.flatMap((value) => placesOf(value, cwds, context)?.map(({ path }) => path) ?? []);
  const found = [...values, ...paths].find((path) => SYSTEM_FILE.test(path));
  return found === undefined ? undefined : say('writesSystemFile', found);
}
