/** What an approval shows about a shell line besides the reasons: its parts, its targets, and what each scope would cover. */

import type { Facts, Scope, Target } from '../protocol/policy.ts';
import { matchesPattern } from './command-pattern.ts';
import { analyseShell, type ShellAnalysis } from './shell/judge/analyse.ts';

export interface ApprovalFacts {
  /** Every command of the line; empty if there is only one. */
  parts: string[];
  targets: readonly Target[];
  /** For each scope, the recent lines that it would have allowed. */
  covered: string[][];
}

export function approvalFacts(
  command: { line: string; cwd: string },
  scopes: readonly Scope[],
  recent: readonly string[],
  facts: Facts,
): ApprovalFacts {
  const context = { ...facts, cwd: command.cwd };
  const { commands, targets } = analyseShell(command.line, context);
  const parts = commands.filter(({ isGuess }) => !isGuess).map(({ text }) => text);
  const { kind, real } = facts.disk;
  const quick = { ...context, disk: { kind, real } }; // only a hint, so the disk is not searched
  const judged = scopes.length === 0 ? [] : recent.map((line) => ({ line, analysis: analyseShell(line, quick) }));
  const covered = scopes.map(({ pattern }) =>
    pattern === undefined ? [] : judged.filter(({ analysis }) => covers(pattern, analysis)).map(({ line }) => line),
  );
  return { parts: parts.length > 1 ? parts : [], targets, covered };
}

/** True if the pattern matches at least one command of the line and every other command only reads. */
function covers(pattern: string, { commands, reasons }: ShellAnalysis): boolean {
  if (reasons.some(({ risk }) => risk)) return false;
  const matched = commands.filter((command) => matchesPattern(pattern, command));
  return matched.length > 0 && commands.every((command) => command.isReadOnly || matched.includes(command));
}
