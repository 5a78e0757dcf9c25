/** Analyses a shell line in one pass: every command in it, what it would do, and how certain that is. */

import type { Reason } from '../../../protocol/policy.ts';
import { programNamed } from '../../programs/table.ts';
import { say } from '../../say.ts';
import { placeAt, type ShellContext } from '../places.ts';
import { characterReasons } from '../read/characters.ts';
import { secondOpinion } from '../read/second-opinion.ts';
import type { Walked } from '../walk/findings.ts';
import { programName, REMOTE, type SimpleCommand } from '../walk/simple-command.ts';
import { walkLine } from '../walk/walk.ts';
import { dangerReasons, hiddenDangers } from './danger.ts';
import { mentionedFindings } from './danger-files.ts';
import { gitFoldersOf, isGitReader } from './danger-git.ts';
import { environmentReason } from './environment.ts';
import { hardBlockReason, hardBlockRedirect } from './hard-block.ts';
import { isGit, lineReasons } from './line-reasons.ts';
import { onlyReads, provingGaps } from './proof.ts';
import { redirectReasons } from './redirects.ts';
import { type Target, targetsOf } from './targets.ts';

export type ShellClass = 'readonly' | 'needs-approval' | 'dangerous' | 'hard-block';

export interface ShellAnalysis {
  class: ShellClass;
  /** Every simple command, wrappers included, in the order of the line. */
  commands: readonly JudgedCommand[];
  reasons: readonly Reason[];
  /** Reasons to ask besides the commands, such as loops; saved rules that cover all commands lift these. */
  shape: readonly Reason[];
  /** Files that redirections read or create, and variables that are set; saved rules for commands do not lift these. */
  files: readonly Reason[];
  /** Files that would be deleted, moved or overwritten. */
  targets: readonly Target[];
  /** Folders in which git would run. Absent if the line does more than read, apart from the programs a repository may make git run. */
  readsGitIn?: readonly string[];
}

export interface JudgedCommand extends SimpleCommand {
  /** True if proved to only read. */
  isReadOnly: boolean;
  /** True if every word is known, so a saved rule can cover it. */
  isLiteral: boolean;
  /** Reasons for policy to ask about the command; a saved rule may lift these. */
  asks: readonly Reason[];
}

const MAX_PARTS = 40;
/** Commands beyond this number are only searched for what must be refused, because such a line is asked about anyway. */
export const MAX_JUDGED = 2 * MAX_PARTS;
const MAX_REASONS = 200;
const LONG_PART = 100;
const MAX_WORDS = 400;
const MAX_LENGTH = 8_000;

export function analyseShell(line: string, context: ShellContext): ShellAnalysis {
  const walked = walkLine(line.replaceAll('\r', ' '), context); // a carriage return is a separate reason
  const reasons: Reason[] = [...characterReasons(line), ...lengthReasons(line, walked), ...walked.reasons];
  const settings = walked.assignments.flatMap((assigned) => environmentReason(assigned) ?? []);
  reasons.push(...settings);
  const files = walked.redirects.slice(0, MAX_JUDGED).flatMap((redirect) => redirectReasons(redirect, context));
  const blocked = walked.redirects.flatMap((redirect) => hardBlockRedirect(redirect, context) ?? []);
  reasons.push(...blocked, ...files);
  const isRefused = walked.reasons.some((reason) => reason.code === 'hard-block');
  const held: Reason[] = [];
  const commands = walked.commands.map((command, index) =>
    index < MAX_JUDGED && !isRefused ? judge(command, context, reasons, held) : judgeInShort(command, context, reasons),
  );
  reasons.push(...lineReasons(walked, reasons, context));
  const doubts = reasons.some((reason) => reason.risk)
    ? []
    : disagreement(walked, line, { soFarHarmless: reasons.length === 0 });
  reasons.push(...doubts);
  if (commands.length === 0 && walked.tests === 0 && reasons.length === 0) reasons.push(nothingToJudge(line));
  let targets: Target[] | undefined;
  return {
    class: classOf(reasons),
    commands,
    reasons: uniqueReasons(reasons),
    shape: [...walked.reasons, ...doubts].filter((reason) => !reason.risk),
    files: [...settings, ...files].filter((reason) => !reason.risk),
    get targets() {
      targets ??= targetsOf(walked, context); // few ask
      return targets;
    },
    ...(reasons.length === held.length && { readsGitIn: gitFolders(walked.commands, context) }),
  };
}

/** Judges one command; `held` collects the reasons that the line's environment takes care of. */
function judge(command: SimpleCommand, context: ShellContext, all: Reason[], held: Reason[]): JudgedCommand {
  const isAsked = all.length > MAX_REASONS && all.some((reason) => reason.risk);
  if (isAsked || command.words.length > MAX_WORDS) return judgeInShort(command, context, all);
  const reasons: Reason[] = [];
  const blocked = hardBlockReason(command, context);
  if (blocked) reasons.push(blocked);
  const dangers = dangerReasons(command, context);
  reasons.push(...dangers);

  const gaps = command.isGuess ? [] : provingGaps(command, context);
  const at = { part: command.text, span: command.span };
  const isPlanted =
    gaps.some((gap) => gap.kind === 'planted') && programNamed(programName(command.name))?.reads !== undefined;
  for (const gap of gaps) {
    const code =
      gap.kind === 'outside'
        ? 'outside-workspace'
        : gap.kind === 'secret'
          ? 'secret-file'
          : isPlanted
            ? 'planted-program'
            : 'not-proved';
    const reason = { code, text: gap.text, says: gap.says, risk: false, ...at } as const;
    reasons.push(reason);
    if (gap.kind === 'repository') held.push(reason);
  }
  if (!onlyReads(gaps) && !command.isWrapper) {
    reasons.push(...hiddenDangers(command));
    const isKnown = gaps.every((gap) => gap.kind !== 'flag' && gap.kind !== 'unknown' && gap.kind !== 'planted');
    const onlyReads = isKnown || (isGit(command) && isGitReader(command));
    for (const finding of mentionedFindings(command, context, { onlyReads })) reasons.push({ ...finding, ...at });
    const isElsewhere =
      command.cwds?.some((cwd) => !placeAt(cwd, context).inside) === true && !command.via.includes(REMOTE);
    if (isElsewhere && !isKnown) {
      reasons.push({
        code: 'outside-workspace',
        ...say('runsOutside', command.name || 'the command'),
        risk: true,
        ...at,
      });
    }
    if (command.appended === 'files') {
      reasons.push({
        code: 'dangerous-command',
        ...say('findRuns', command.name || 'a program'),
        risk: true,
        ...at,
      });
    }
  }
  all.push(...reasons);
  return {
    ...command,
    asks: reasons.filter((reason) => !reason.risk),
    isReadOnly: !command.isGuess && gaps.length === 0 && dangers.length === 0 && !blocked,
    isLiteral: command.words.every((word) => word.kind !== 'opaque') && command.words[0]?.kind === 'literal',
  };
}

function gitFolders(commands: readonly SimpleCommand[], context: ShellContext): string[] {
  const gits = commands.filter(isGit);
  return [...new Set(gits.flatMap((command) => gitFoldersOf(command, context)))];
}

/** For commands beyond the limit: the line is asked about anyway, so only refusals still matter. */
function judgeInShort(command: SimpleCommand, context: ShellContext, all: Reason[]): JudgedCommand {
  const blocked = hardBlockReason(command, context);
  if (blocked) all.push(blocked);
  return { ...command, asks: [], isReadOnly: false, isLiteral: false };
}

function lengthReasons(line: string, walked: Walked): Reason[] {
  let [parts, words] = [0, 0];
  for (const command of walked.commands) {
    if (!command.isWrapper) parts++;
    words = Math.max(words, command.words.length);
  }
  const redirects = walked.redirects.length;
  const few = parts <= MAX_PARTS && redirects <= MAX_JUDGED && walked.commands.length <= MAX_JUDGED;
  if (few && words <= MAX_WORDS && line.length <= MAX_LENGTH) return [];
  const said =
    line.length > MAX_LENGTH
      ? say('longLine', String(line.length))
      : words > MAX_WORDS
        ? say('longCommand', String(words))
        : redirects > MAX_JUDGED
          ? say('manyRedirections', String(redirects))
          : say('manyCommands', String(parts));
  return [{ code: 'too-long', ...said, risk: true }];
}

/** If our own reader and the parser see different words, neither is trusted. */
function disagreement(walked: Walked, line: string, { soFarHarmless }: { soFarHarmless: boolean }): Reason[] {
  const at = { part: line, span: [0, line.length] } as const;
  const opinions = walked.texts.map(({ text, script }) => secondOpinion(text, script));
  if (opinions.includes('differs')) return [{ code: 'unparsed', ...say('ambiguous'), risk: true, ...at }];
  if (!opinions.includes('unknown') || !soFarHarmless) return [];
  return [{ code: 'not-proved', ...say('moreThanProved'), risk: false, ...at }];
}

function nothingToJudge(line: string): Reason {
  return {
    code: 'not-proved',
    ...say('nothingToJudge'),
    risk: false,
    part: line,
    span: [0, line.length],
  };
}

function classOf(reasons: readonly Reason[]): ShellClass {
  if (reasons.some((reason) => reason.code === 'hard-block')) return 'hard-block';
  if (reasons.some((reason) => reason.risk)) return 'dangerous';
  return reasons.length > 0 ? 'needs-approval' : 'readonly';
}

/** Each reason once; long parts are told apart by their position. */
export function uniqueReasons(reasons: readonly Reason[]): Reason[] {
  const seen = new Set<string>();
  return reasons.filter((reason) => {
    const { part = '', span = [] } = reason;
    const key = `${reason.code}\0${reason.text}\0${part.length > LONG_PART ? span.join('-') : part}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
