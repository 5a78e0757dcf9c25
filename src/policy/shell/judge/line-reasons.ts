/** Reasons that only appear when the commands of a line are seen together. */

import type { Reason, Said } from '../../../protocol/policy.ts';
import { FIND_BY_NAME, findParts } from '../../programs/find.ts';
import type { Program } from '../../programs/program.ts';
import { programLike, programNamed } from '../../programs/table.ts';
import { say } from '../../say.ts';
import { type Cwds, placesOf, type ShellContext } from '../places.ts';
import type { Word } from '../read/words.ts';
import type { Walked } from '../walk/findings.ts';
import { programName, type SimpleCommand } from '../walk/simple-command.ts';
import { writtenWords } from './danger-files.ts';
import { readGit } from './danger-git.ts';
import { isVitalFolder } from './vital-folders.ts';

/** A line with more commands is asked about anyway. */
const MAX_COMMANDS = 80;

export function lineReasons(walked: Walked, reasons: readonly Reason[], context: ShellContext): Reason[] {
  const commands = walked.commands.slice(0, MAX_COMMANDS);
  return [
    ...sending(commands, reasons),
    ...filling(walked, commands),
    ...downloading(commands),
    ...renaming(commands),
    ...making(walked, commands, context),
    ...sweeping(walked.commands, context), // all of them, because this one refuses rather than asks
  ];
}

function about(command: SimpleCommand, code: Reason['code'], said: Said): Reason[] {
  return [{ code, ...said, risk: true, part: command.text, span: command.span }];
}

function sending(commands: readonly SimpleCommand[], reasons: readonly Reason[]): Reason[] {
  const sender = commands.find((command) => programNamed(programName(command.name))?.sends !== undefined);
  const taken = reasons.find(
    (reason) => reason.code === 'secret-file' || (reason.code === 'outside-workspace' && !reason.risk),
  );
  return sender && taken
    ? about(sender, 'network', say('couldSendAway', sender.name, taken.says[0] ?? '', ...taken.says.slice(1)))
    : [];
}

function filling(walked: Walked, commands: readonly SimpleCommand[]): Reason[] {
  const writes = walked.redirects.some(
    (redirect) => redirect.operator.includes('>') && !/^\/dev\/|^\d+$/.test(redirect.target[0]?.value ?? ''),
  );
  const found: Reason[] = [];
  if (walked.endless && writes) found.push({ code: 'dangerous-command', ...say('diskFilledByLoop'), risk: true });
  const endless = commands.find(isEndless);
  if (endless && (writes || commands.some((command) => rowOf(command)?.writes?.input)))
    found.push(...about(endless, 'dangerous-command', say('diskFilled', endless.name)));
  return found;
}

function downloading(commands: readonly SimpleCommand[]): Reason[] {
  const download = commands.findIndex(isDownload);
  const runner = download < 0 ? undefined : commands.slice(download + 1).find(runsFile);
  return runner ? about(runner, 'network', say('runsDownload', runner.name)) : [];
}

function renaming(commands: readonly SimpleCommand[]): Reason[] {
  const gits = commands.filter(isGit).map((command) => readGit(command));
  const renames = gits.some(
    ({ subcommand, words }) => subcommand === 'remote' && /^(?:add|set-url)$/.test(words[0]?.value ?? ''),
  );
  return renames && gits.some(({ subcommand }) => subcommand === 'push')
    ? [{ code: 'network', ...say('pushesElsewhere'), risk: true }]
    : [];
}

/** `echo … > x.sh; sh x.sh`: the script did not exist when the line was judged. */
function making(walked: Walked, commands: readonly SimpleCommand[], context: ShellContext): Reason[] {
  const pathsOf = (words: readonly Word[], cwds: Cwds): string[] =>
    words
      .filter((word) => word.kind === 'literal')
      .flatMap((word) => placesOf(word.value, cwds, context) ?? [])
      .map((place) => place.path);
  const made = new Set([
    ...walked.redirects
      .slice(0, MAX_COMMANDS)
      .flatMap(({ operator, target, cwds }) => (operator.includes('>') ? pathsOf(target, cwds) : [])),
    ...commands.flatMap((command) => pathsOf(writtenWords(command), command.cwds)),
  ]);
  if (made.size === 0) return [];
  const runner = commands.find((command) => {
    if (!runsFile(command) && !programNamed(command.name)?.sources) return false;
    const words = command.name.includes('/') ? command.words.slice(0, 1) : command.words.slice(1);
    return pathsOf(words, command.cwds).some((path) => made.has(path));
  });
  return runner ? about(runner, 'dangerous-command', say('runsOwnFile', runner.name)) : [];
}

/** `find ~ | xargs rm -rf`: no name shows which files. */
function sweeping(commands: readonly SimpleCommand[], context: ShellContext): Reason[] {
  const remover = commands.some(
    (command) =>
      programLike(programName(command.name))?.deletes === true &&
      (command.appended === 'anything' || command.words.slice(1).some(({ kind }) => kind === 'opaque')),
  );
  const finder = commands.find((command) => {
    const { lists, wipes } = rowOf(command) ?? {};
    if (lists) return listed(command).some((word) => isVitalFolder(word, command, context));
    if (wipes !== 'found') return false;
    const { starts } = findParts(command.words.slice(1));
    const picks = command.words.some((word) => FIND_BY_NAME.test(word.value));
    return !picks && starts.some((start) => isVitalFolder(start, command, context));
  });
  return remover && finder ? about(finder, 'hard-block', say('sweeps')) : [];
}

/** The row of exactly this program, whatever its folder. */
function rowOf({ name }: SimpleCommand): Program | undefined {
  return programNamed(programName(name));
}

export function isGit({ name }: SimpleCommand): boolean {
  return programNamed(name)?.grammar === 'git';
}

/** The operands of `ls`, or the current folder. */
function listed({ words: [first, ...others] }: SimpleCommand): readonly Word[] {
  const operands = others.filter(({ value }) => !value.startsWith('-'));
  return operands.length > 0 || !first ? operands : [{ ...first, kind: 'literal', value: '.', lead: '.', guesses: [] }];
}

/** True if the command fetches a file from elsewhere. */
function isDownload(command: SimpleCommand): boolean {
  const program = rowOf(command);
  return program?.downloads === true || (program?.grammar === 'git' && readGit(command).subcommand === 'clone');
}

/** True if the command runs a file: a script, a program by its path, a build. */
function runsFile(command: SimpleCommand): boolean {
  const name = programName(command.name);
  const { shell, runsCode, runsProject } = programLike(name) ?? {};
  const runs = command.name.includes('/') || shell !== undefined || runsCode !== undefined || runsProject === true;
  return runs && !command.isGuess;
}

function isEndless(command: SimpleCommand): boolean {
  if (command.isWrapper) return false;
  const endless = rowOf(command)?.endless;
  if (endless === true) return true;
  const values = command.words.slice(1).map((word) => word.value);
  if (endless && values.some((value) => endless.test(value))) return true;
  return values.some((value) => /^(?:if=)?\/dev\/(?:zero|u?random|full)$/.test(value));
}
