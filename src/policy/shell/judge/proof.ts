/** Proves that a command only reads: its name, every flag and every operand must be in the table. */

import { isInside } from '../../../base/files/paths.ts';
import { own } from '../../../base/own.ts';
import { findParts, findsOnlyFiles } from '../../programs/find.ts';
import { gitReads } from '../../programs/git.ts';
import { gitGlobal } from '../../programs/git-globals.ts';
import type { Kind, Program, Reads } from '../../programs/program.ts';
import { isPlainPs } from '../../programs/ps.ts';
import { programNamed } from '../../programs/table.ts';
import { say } from '../../say.ts';
import { parentOf, placeAt, type ShellContext } from '../places.ts';
import type { Word } from '../read/words.ts';
import type { SimpleCommand } from '../walk/simple-command.ts';
import { gitFoldersOf, readGit } from './danger-git.ts';
import { isReadByPrograms } from './environment.ts';
import type { Gap } from './gap.ts';
import { followedLinkGaps, matchesDash } from './links-out.ts';
import { isPlainXargs, namesFed, oddNameGaps, takesNames } from './names-fed.ts';
import { proveFind, secretNameGaps } from './prove-find.ts';
import { isTextFlag, takeFlag } from './prove-flags.ts';
import { isGit, kindGaps, pathGaps, presentGaps, separateValueGaps } from './prove-operand.ts';
import { secretGaps } from './secrets-reached.ts';

/** The gaps in the proof; if there are none, the command only reads. */
export function provingGaps(command: SimpleCommand, context: ShellContext): Gap[] {
  const gaps = commandGaps(command, context);
  const elsewhere = command.isWrapper ? undefined : command.cwds?.find((cwd) => !placeAt(cwd, context).inside);
  if (gaps.length > 0 || elsewhere === undefined) return gaps;
  return [{ kind: 'outside', ...say('looksAround', command.name, elsewhere) }];
}

function commandGaps(command: SimpleCommand, context: ShellContext): Gap[] {
  const { name, words } = command;
  const first = words[0];
  if (first?.kind !== 'literal') return [{ kind: 'unknown', ...say('noName') }];
  if (name.includes('/')) return [{ kind: 'planted', ...say('ownProgram', first.text) }];
  if (name !== first.value && name !== first.value.slice(first.value.lastIndexOf('/') + 1)) {
    return [{ kind: 'unknown', ...say('spelling', first.text) }]; // `LS` is another file
  }
  const program = programNamed(name);
  if (isProbe(program, words)) return [];
  if (command.isWrapper) return wrapperGaps(name, program, command);
  if (command.appended === 'anything') return fedGaps(name, program, command, context);
  switch (program?.grammar) {
    case 'cd':
      return cdGaps(first, program.reads ?? {}, command, context);
    case 'find':
      return findGaps(words.slice(1), command, context);
    case 'git':
      return gitGaps(command, context);
    case 'test':
      return testGaps(name, program, words.slice(1));
    case 'ps':
      return psGaps(words.slice(1));
    case 'read':
      return readGaps(words.slice(1));
    case 'tar':
      return tarGaps(words.slice(1), command, context);
    case 'set':
      return setGaps(words.slice(1));
    default:
      if (!program?.reads) return [{ kind: 'unknown', ...notKnownToRead(name, program, words) }];
      return rowGaps(name, program.reads, words.slice(1), command, context);
  }
}

/** Scripts of the project may have been written by anyone. */
function notKnownToRead(name: string, program: Program | undefined, words: readonly Word[]): ReturnType<typeof say> {
  if (!program?.runsScripts) return say('moreThanRead', name);
  const [, second] = words;
  const subcommand = second && /^[\w:.-]+$/.test(second.value) ? ` ${second.value}` : '';
  return say('runsScripts', `${name}${subcommand}`);
}

function cdGaps(first: Word, reads: Reads, command: SimpleCommand, context: ShellContext): Gap[] {
  const words = command.words.slice(1);
  if (!words.some((word) => !/^-[LPe]+$|^--$/.test(word.value)))
    return pathGaps(homeWord(first, context), command, context);
  if (words[0]?.value === '-') return [{ kind: 'operand', ...say('cdBack') }];
  return rowGaps(command.name, reads, words, command, context);
}

function findGaps(words: readonly Word[], command: SimpleCommand, context: ShellContext): Gap[] {
  const gaps = proveFind(words, context, (word) => pathGaps(word, command, context));
  if (gaps.length > 0 || !followsLinks(words)) return gaps;
  return followedLinkGaps(findParts(words).starts, command, context);
}

/** A command that is given the name of a link opens the link's target. */
function followsLinks(words: readonly Word[]): boolean {
  const values = words.map(({ value }) => value);
  if (values.some((value) => value === '-L' || value === '-follow')) return true;
  return values.some((value) => value.startsWith('-exec')) && !findsOnlyFiles(words);
}

/** The first word holds flags even without a dash: `tar tf x` lists, `tar uf x` writes. */
function tarGaps(words: readonly Word[], command: SimpleCommand, context: ShellContext): Gap[] {
  const [mode] = words;
  const isLong = mode?.value === '--list';
  const lists = mode?.kind === 'literal' && (isLong || /^-?[vzjJa]*t[tvzjJa]*f$/.test(mode.value));
  const [archive, ...members] = words.slice(isLong && words[1]?.value === '-f' ? 2 : 1);
  const plain = [archive, ...members].every((word) => word?.kind === 'literal' && !/^-|\{\}/.test(word.value));
  if (!lists || !archive || !plain) return [{ kind: 'flag', ...say('tarOnlyLists') }];
  return /:/.test(archive.value)
    ? [{ kind: 'operand', ...say('otherMachine', archive.text) }]
    : pathGaps(archive, command, context);
}

export function onlyReads(gaps: readonly Gap[]): boolean {
  return gaps.every(({ kind }) => kind === 'outside' || kind === 'secret' || kind === 'repository');
}

function isProbe(program: Program | undefined, words: readonly Word[]): boolean {
  const [, flag, ...others] = words;
  if (others.length > 0 || flag?.kind !== 'literal' || !program) return false;
  const { reads, grammar, probes } = program;
  const isReader = reads !== undefined || grammar !== undefined;
  return probes?.includes(flag.value) === true || (isReader && /^--(?:help|version)$/.test(flag.value));
}

function wrapperGaps(name: string, program: Program | undefined, command: SimpleCommand): Gap[] {
  const { wraps, shell } = program ?? {};
  if (takesNames(name) && isPlainXargs(command)) return []; // what xargs appends is judged with the command it runs
  if ((typeof wraps === 'object' && wraps.transparent) || shell === 'plain') return [];
  return [{ kind: 'unknown', ...say('runsInItsWay', name) }];
}

/** A command that `xargs` runs: the appended names must be files of the workspace, and none may be a harmful flag. */
function fedGaps(name: string, program: Program | undefined, command: SimpleCommand, context: ShellContext): Gap[] {
  const list = namesFed(command);
  const reads = program?.grammar === undefined ? program?.reads : undefined;
  const [like] = command.words;
  const isSafe = list && reads?.operands?.at(-1)?.endsWith('*') && (reads.anyFlagIsSafe || list.isExact);
  if (!isSafe || !reads || !like) return [{ kind: 'operand', ...say('foreignOperands', name) }];
  const fed = { ...like, text: '{}', kind: 'literal' as const, value: '{}', lead: '{}', guesses: [] };
  const inner: SimpleCommand = { ...command, appended: 'files', foundBy: list.words };
  return [
    ...rowGaps(name, reads, [...command.words.slice(1), fed], inner, context),
    ...(list.filesOnly ? [] : followedLinkGaps(list.starts, inner, context)),
    ...oddNameGaps(list, command, context),
    ...secretNameGaps(list.words, context),
  ];
}

function gitGaps(command: SimpleCommand, context: ShellContext): Gap[] {
  const { subcommand, words, globals, folders } = readGit(command);
  const gaps: Gap[] = [];
  for (const flag of globals) {
    if (!gitGlobal(flag).reads) gaps.push({ kind: 'flag', ...say('moreThanRead', `git ${flag}`) });
  }
  for (const folder of folders) {
    gaps.push(...pathGaps(folder, command, context));
    if (folder.value.includes('{}')) gaps.push({ kind: 'operand', ...say('gitAnywhere') });
  }
  gaps.push(...repositoryGaps(command, context));
  const second = words[0]?.kind === 'literal' ? words[0].value : '';
  const longer = `${subcommand} ${second}`;
  const key = Object.hasOwn(gitReads(), longer) ? longer : subcommand;
  const row = own(gitReads(), key);
  if (!row) return [...gaps, { kind: 'unknown', ...say('moreThanRead', `git ${subcommand || '…'}`) }];
  return [...gaps, ...rowGaps(`git ${key}`, row, key === longer ? words.slice(1) : words, command, context)];
}

/** A folder of the project may pose as a separate repository, and any repository may have a configuration that runs programs. */
function repositoryGaps(command: SimpleCommand, context: ShellContext): Gap[] {
  return gitFoldersOf(command, context)
    .flatMap((folder) => repositoryGap(folder, context) ?? [])
    .slice(0, 1);
}

/** Searches upwards, as git does for its repository. */
function repositoryGap(cwd: string, context: ShellContext): Gap | undefined {
  const { disk, root } = context;
  const roots = [root, ...context.roots];
  for (let at = cwd; ; at = parentOf(at)) {
    const isBelow = !roots.includes(at) && roots.some((one) => isInside(one, at));
    if (disk.kind(`${at}/.git`) !== 'missing') {
      if (isBelow) return { kind: 'repository', ...say('ownRepository', at) };
      const program = disk.gitProgram?.(at);
      return program === undefined ? undefined : { kind: 'repository', ...say('repositoryRuns', program) };
    }
    if ((isBelow || roots.includes(at)) && disk.kind(`${at}/HEAD`) !== 'missing')
      return { kind: 'repository', ...say('bareRepository', at) };
    if (at === '/') return undefined;
  }
}

function rowGaps(
  name: string,
  row: Reads,
  words: readonly Word[],
  command: SimpleCommand,
  context: ShellContext,
): Gap[] {
  const gaps: Gap[] = [];
  const operands: Word[] = [];
  const flags: string[] = [];
  const valued: { flag: string; value: string }[] = [];
  const check = (kind: Kind, word: Word | undefined, about: string): void => {
    if (!word) gaps.push({ kind: 'flag', ...say('lacksValue', about) });
    else gaps.push(...kindGaps(kind, word, command, context));
  };
  let onlyOperands = row.noFlags === true;

  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (!word) break;
    const mayBeFlag = word.kind === 'glob' && word.lead === '' && !onlyOperands;
    if (mayBeFlag && (!row.anyFlagIsSafe || matchesDash(word, command, context))) {
      gaps.push({ kind: 'operand', ...say('matchesFlag', word.text, name) });
      continue;
    }
    if (word.isData && takesData(row)) {
      operands.push(word);
      continue;
    }
    const isFlag = !onlyOperands && word.value.startsWith('-') && word.value !== '-';
    if (word.kind === 'opaque' || (isFlag && word.kind !== 'literal' && !isTextFlag(row, word))) {
      gaps.push({ kind: 'operand', ...say('onlyKnownWhenRun', word.text) });
      continue;
    }
    if (!isFlag) {
      operands.push(word);
      continue;
    }
    if (word.value === '--') {
      onlyOperands = true;
      if (!isGit(name)) continue;
      const rest = words.slice(index + 1);
      const isFlagLike = (one: Word): boolean =>
        one.lead.startsWith('-') || (one.lead === '' && /blame|annotate/.test(name));
      if (rest.some(isFlagLike)) gaps.push({ kind: 'flag', ...say('afterDashes', name) }); // git blame takes flags even after `--`
      operands.push(...rest);
      break;
    }
    if (operands.length > 0 && !row.anyFlagIsSafe && !row.operands?.at(-1)?.endsWith('*')) {
      gaps.push({ kind: 'flag', ...say('flagBehindOperand', name, word.text) });
      continue;
    }
    const taken = takeFlag(row, word.value);
    if (!taken) {
      gaps.push({ kind: 'flag', ...say('flagMoreThanRead', name, word.text) });
      continue;
    }
    flags.push(...taken.flags);
    if (row.longPair?.split(' ').includes(taken.flags[0] ?? '')) check('text', words[++index], `${name} ${word.text}`);
    if (!taken.kind) continue;
    if (taken.value === undefined) {
      const value = words[++index];
      check(taken.kind, value, `${name} ${word.text}`);
      const isShort = !word.value.startsWith('--') && !isGit(name);
      if (value) gaps.push(...separateValueGaps({ kind: taken.kind, word: value, name, isShort }, command, context));
      valued.push({ flag: taken.flags.at(-1) ?? '', value: value?.value ?? '' });
    } else {
      valued.push({ flag: taken.flags.at(-1) ?? '', value: taken.value });
      check(taken.kind, { ...word, value: taken.value, lead: taken.value }, `${name} ${word.text}`);
    }
  }
  gaps.push(...operandGaps(name, row, operands, flags, command, context));
  const paths = pathsAmong(operands, row, flags);
  return gaps.length > 0 ? gaps : secretGaps({ name, row, flags, valued, paths }, command, context);
}

/** True if the data is only printed or compared, whatever it is and however many words it becomes. */
function takesData({ operands, noFlags, anyFlagIsSafe }: Reads): boolean {
  return (noFlags === true || anyFlagIsSafe === true) && operands?.length === 1 && operands[0] === 'text*';
}

function operandGaps(
  name: string,
  row: Reads,
  operands: readonly Word[],
  flags: readonly string[],
  command: SimpleCommand,
  context: ShellContext,
): Gap[] {
  const has = (names: string | undefined): boolean => names?.split(' ').some((flag) => flags.includes(flag)) === true;
  if (operands.length > 0 && row.operandsNeed && !has(row.operandsNeed)) {
    return [{ kind: 'operand', ...say('operandMayChange', name, operands[0]?.text ?? '') }];
  }
  const kinds = kindsOf(row, flags);
  const gaps: Gap[] = [];
  for (const [index, operand] of operands.entries()) {
    const spec = kinds[index] ?? (kinds.at(-1)?.endsWith('*') ? kinds.at(-1) : undefined);
    if (!spec) gaps.push({ kind: 'operand', ...say('operandNotRead', name, operand.text) });
    else if (operand.kind === 'glob' && !spec.endsWith('*'))
      gaps.push({ kind: 'operand', ...say('moreFiles', operand.text, name) });
    else gaps.push(...kindGaps(spec.replace(/[*?]$/, '') as Kind, operand, command, context));
    if (spec?.startsWith('revision') && flags.includes('no-index'))
      gaps.push(...presentGaps(operand, command, context));
  }
  if (has(row.follows)) {
    gaps.push(...followedLinkGaps(pathsAmong(operands, row, flags), command, context));
  }
  const all = row.searchesAll?.split(' ') ?? [];
  if (!context.disk.findName && flags.filter((flag) => all.includes(flag)).length > 1)
    gaps.push({ kind: 'secret', ...say('searchesHidden', name) });
  const required = kinds.filter((kind) => !/[*?]$/.test(kind)).length;
  const enough = operands.length >= required || (command.appended === 'files' && operands.length + 1 >= required);
  const takesMany = command.appended === 'files' && operands.at(-1)?.value === '{}' && !kinds.at(-1)?.endsWith('*');
  if (takesMany) gaps.push({ kind: 'operand', ...say('getsMoreFiles', name) });
  if (!enough) gaps.push({ kind: 'operand', ...say('lacksOperand', name) });
  return gaps;
}

function kindsOf(row: Reads, flags: readonly string[]): NonNullable<Reads['operands']> {
  const isReplaced = row.replaces?.split(' ').some((flag) => flags.includes(flag)) === true;
  return (row.operands ?? []).slice(isReplaced ? 1 : 0);
}

function pathsAmong(operands: readonly Word[], row: Reads, flags: readonly string[]): Word[] {
  const kinds = kindsOf(row, flags);
  return operands.filter((_, index) => /^(?:path|revision)/.test(kinds[index] ?? kinds.at(-1) ?? ''));
}

function testGaps(name: string, { closedBy }: Program, words: readonly Word[]): Gap[] {
  const inner = closedBy === undefined ? words : words.slice(0, -1);
  const closed = closedBy === undefined || words.at(-1)?.value === closedBy;
  const plain = inner.every(
    (word) => word.kind === 'literal' && !/[[\]`$]/.test(word.value) && !/^-[vRN]$/.test(word.value),
  );
  return plain && closed ? [] : [{ kind: 'operand', ...say('operandNotPlain', name) }];
}

/** Allows `read` only into variables of the line itself, which no program reads. */
function readGaps(words: readonly Word[]): Gap[] {
  const plain = words.every(
    ({ kind, value }) => kind === 'literal' && /^(?:-r|[a-z][a-z0-9_]*|REPLY)$/.test(value) && !isReadByPrograms(value),
  );
  return plain ? [] : [{ kind: 'operand', ...say('readNotPlain') }];
}

function psGaps(words: readonly Word[]): Gap[] {
  const values = words.map((word) => (word.kind === 'literal' ? word.value : '?'));
  return isPlainPs(values) ? [] : [{ kind: 'flag', ...say('psShowsMore') }];
}

function setGaps(words: readonly Word[]): Gap[] {
  const plain =
    words.length > 0 &&
    words.every(
      (word) => /^(?:[-+][euxo]+|pipefail|errexit|nounset|xtrace)$/.test(word.value) && word.kind === 'literal',
    );
  return plain ? [] : [{ kind: 'operand', ...say('setChanges') }];
}

function homeWord(like: Word, context: ShellContext): Word {
  return { ...like, text: '~', value: context.home, lead: context.home };
}
