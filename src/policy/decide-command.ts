/**
 * The decision about a shell line: every command is judged and the strictest verdict wins; saved rules lift only what policy asks about.
 */

import type { Facts, Grant, Reason, Said, Use } from '../protocol/policy.ts';
import type { Verdict } from '../protocol/verdict.ts';
import { isExactPattern, matchesPattern } from './command-pattern.ts';
import type { Opinion } from './opinion.ts';
import { programNamed } from './programs/table.ts';
import { say } from './say.ts';
import { proposeScopes } from './scopes.ts';
import {
  analyseShell,
  type JudgedCommand,
  MAX_JUDGED,
  type ShellAnalysis,
  uniqueReasons,
} from './shell/judge/analyse.ts';
import { typedReasons } from './shell/judge/typed.ts';
import { hasNul } from './shell/read/characters.ts';

export interface CommandOpinion extends Opinion {
  hardBlock: boolean;
  analysis: ShellAnalysis;
  /** The ruling on each command, to explain the verdict. */
  rulings: Ruling[];
}

export interface Ruling {
  command: JudgedCommand;
  verdict: Verdict;
  by: 'read-only' | 'pattern' | 'base-line' | 'grant' | 'wrapper';
  /** The pattern that decided, if any. */
  pattern?: string;
  reasons: Reason[];
}

export function decideCommand(command: NonNullable<Use['command']>, permission: string, facts: Facts): CommandOpinion {
  return decideAnalysed(command, permission, facts, analyseShell(command.line, { ...facts, cwd: command.cwd }));
}

/** Decides about a line already analysed: what a line does is the same under every preset and saved rule, the decision is not. */
export function decideAnalysed(
  command: NonNullable<Use['command']>,
  permission: string,
  facts: Facts,
  analysis: ShellAnalysis,
): CommandOpinion {
  const skips = facts.preset.bashSkipsChecks === true;
  const blocked = analysis.reasons.filter((reason) => reason.code === 'hard-block');
  const base = { analysis, scopes: [], rulings: [] };
  if (hasNul(command.line)) return { ...base, verdict: 'deny', reasons: [...analysis.reasons], hardBlock: false };
  if (blocked.length > 0 && (!skips || facts.hardBlockInYolo))
    return { ...base, verdict: 'deny', reasons: blocked, hardBlock: true };
  if (skips) return { ...base, verdict: 'allow', reasons: [], hardBlock: false };

  const tool = facts.preset.rules[permission] ?? 'allow';
  if (tool === 'deny') {
    const reason: Reason = { code: 'rule', ...say('presetRefuses', facts.preset.name, permission), risk: false };
    return { ...base, verdict: 'deny', reasons: [reason], hardBlock: false };
  }
  const denies = Object.values(facts.preset.bash).includes('deny'); // a refusal must hold for the last command too
  const commands = denies ? analysis.commands : analysis.commands.slice(0, MAX_JUDGED);
  const rulings = commands.map((one) => rule(one, permission, facts, command));
  const typed = command.typedAt === undefined ? [] : typedReasons(command.line, command.typedAt, analysis);
  const risks = [...analysis.reasons, ...typed].filter((reason) => reason.risk);
  const left = unlifted(analysis, rulings, facts);
  const parts = new Set(risks.map((reason) => reason.part));
  const asks = [...rulings.flatMap((ruling) => ruling.reasons), ...left];
  const reasons = uniqueReasons([
    ...risks,
    ...asks.filter((reason) => reason.code !== 'not-proved' || !parts.has(reason.part)),
  ]);
  const denied = rulings.some((ruling) => ruling.verdict === 'deny');
  const verdict: Verdict = denied ? 'deny' : reasons.length > 0 ? 'ask' : 'allow';
  const uncovered = rulings.filter((ruling) => ruling.verdict === 'ask').map((ruling) => ruling.command);
  const scopes =
    verdict === 'ask' && risks.length === 0 && left.length === 0 ? proposeScopes(permission, uncovered) : [];
  return { analysis, verdict, reasons, scopes, rulings, hardBlock: false };
}

function rule(
  command: JudgedCommand,
  permission: string,
  facts: Facts,
  { interactive }: NonNullable<Use['command']>,
): Ruling {
  const { bash, name: preset, readOnlyRuns } = facts.preset;
  const pattern = longestMatch(bash, command);
  const verdict = (pattern === undefined ? undefined : bash[pattern]) ?? bash['*'] ?? 'ask';
  const grants = grantsFor(command, permission, facts.grants);
  const secrets = command.asks.filter((reason) => reason.code === 'secret-file');
  if (verdict === 'deny') {
    const said = say('presetRefusesCommand', preset, pattern ?? 'commands', command.text);
    return { command, verdict, by: 'pattern', pattern, reasons: [reasonAt(command, said)] };
  }
  if (
    (command.isWrapper || command.isGuess) &&
    (pattern === undefined || verdict === 'allow') &&
    command.asks.length === 0
  ) {
    return { command, verdict: 'allow', by: 'wrapper', reasons: [] };
  }
  const exact = grants.find((grant) => isExactPattern(grant.pattern ?? ''));
  if (exact) return { command, verdict: 'allow', by: 'grant', pattern: exact.pattern, reasons: [] };
  if (secrets.length > 0) return { command, verdict: 'ask', by: 'base-line', pattern, reasons: secrets }; // a wide rule was not meant for secrets
  const grant = grants[0];
  if (verdict === 'ask' && grant)
    return { command, verdict: 'allow', by: 'grant', pattern: grant.pattern, reasons: [] };
  if (verdict === 'allow')
    return { command, verdict, by: pattern === undefined ? 'base-line' : 'pattern', pattern, reasons: [] };
  const pages = interactive === true && mayPage(command);
  if (pattern === undefined && command.isReadOnly && readOnlyRuns && !pages)
    return { command, verdict: 'allow', by: 'read-only', reasons: [] };
  const reasons = pattern === undefined && command.asks.length > 0 ? [...command.asks] : [reasonAt(command, asking())];
  return { command, verdict: 'ask', by: pattern === undefined ? 'base-line' : 'pattern', pattern, reasons };

  function asking(): Said {
    if (pages) return say('mayPage', command.name, command.text);
    return say('presetAsksCommand', preset, pattern ?? 'commands', command.text);
  }
}

/** On a terminal git shows its output in a pager, where `!` runs a shell. */
function mayPage({ name, words }: JudgedCommand): boolean {
  const unless = programNamed(name)?.pagesUnless;
  return unless !== undefined && !words.some(({ value }) => unless.test(value));
}

/**
 * Reasons to ask besides the commands themselves. Rules that cover all commands lift a loop around them, but not the files a line writes.
 */
function unlifted(analysis: ShellAnalysis, rulings: readonly Ruling[], facts: Facts): Reason[] {
  const leaves = rulings.filter((ruling) => !ruling.command.isWrapper);
  const covered =
    leaves.length > 0 &&
    rulings.every((ruling) => ruling.verdict === 'allow') &&
    leaves.some((ruling) => ruling.by !== 'read-only'); // a loop that only reads still asks
  const allowsAll = facts.preset.bash['*'] === 'allow';
  const empty = analysis.commands.length === 0 ? analysis.reasons.filter((reason) => !reason.risk) : [];
  return [...(covered ? [] : analysis.shape), ...(allowsAll ? [] : analysis.files), ...empty];
}

function longestMatch(patterns: Readonly<Record<string, Verdict>>, command: JudgedCommand): string | undefined {
  return Object.keys(patterns)
    .filter((pattern) => pattern !== '*' && matchesPattern(pattern, command))
    .filter((pattern) => command.isLiteral || patterns[pattern] !== 'allow') // a command that is not fully known is never allowed by a pattern
    .toSorted((a, b) => b.length - a.length)[0];
}

function grantsFor(command: JudgedCommand, permission: string, grants: readonly Grant[]): Grant[] {
  if (!command.isLiteral) return [];
  return grants.filter(
    (grant) => grant.permission === permission && grant.pattern !== undefined && matchesPattern(grant.pattern, command),
  );
}

function reasonAt(command: JudgedCommand, said: Said): Reason {
  return { code: 'rule', ...said, risk: false, part: command.text, span: command.span };
}
