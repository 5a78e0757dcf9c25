/** What an approval tells of a shell line besides why it is asked: its parts, its targets, what a scope would cover. */

import type { Facts, Scope, Target } from '../protocol/policy.ts';
import { matchesPattern } from './command-pattern.ts';
import { analyseShell, type ShellAnalysis } from './shell/judge/analyse.ts';

export interface ApprovalFacts {
  /** Every command, where there is more than one. */
  parts: string[];
  targets: readonly Target[];
  /** For each scope, those of the recent lines that it would have let through. */
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
  const { kind, real } = facts.look;
  const quick = { ...context, look: { kind, real } }; // a hint: the disk is not searched for it
  const judged = scopes.length === 0 ? [] : recent.map((line) => ({ line, analysis: analyseShell(line, quick) }));
  const covered = scopes.map(({ pattern }) =>
    pattern === undefined ? [] : judged.filter(({ analysis }) => covers(pattern, analysis)).map(({ line }) => line),
  );
  return { parts: parts.length > 1 ? parts : [], targets, covered };
}

/** It matches a command of the line, and what it does not match only reads. */
function covers(pattern: string, { commands, reasons }: ShellAnalysis): boolean {
  if (reasons.some(({ risk }) => risk)) return false;
  const matched = commands.filter((command) => matchesPattern(pattern, command));
  return matched.length > 0 && commands.every((command) => command.isReadOnly || matched.includes(command));
}
