/** What `always` may cover: patterns from narrow to wide, never wider than a person can foresee. */

import type { Scope } from '../protocol/policy.ts';
import { matchesPattern, patternOf } from './command-pattern.ts';
import { programNamed } from './programs/table.ts';
import type { JudgedCommand } from './shell/judge/analyse.ts';
import { programName } from './shell/walk/simple-command.ts';

const MAX_SCOPES = 3;

/** True for programs for which a rule by name alone is never offered. */
export function isTooWide(name: string): boolean {
  const program = programName(name).replace(/(?<=[a-z])\d[\d.]*$/, '');
  return [programName(name), program].some((one) => {
    const { tooWide, shell, wraps, sends, installs, runsCode } = programNamed(one) ?? {};
    return [tooWide, shell, wraps, sends, installs, runsCode].some((known) => known !== undefined);
  });
}

/** Scopes that would have covered all of these commands; empty if none may be offered. */
export function proposeScopes(permission: string, commands: readonly JudgedCommand[]): Scope[] {
  const [first] = commands;
  if (
    !first ||
    commands.some((command) => !command.isLiteral || programNamed(programName(command.name))?.tooWide === 'always')
  )
    return [];
  return candidates(first)
    .filter((pattern) => commands.every((command) => matchesPattern(pattern, command)))
    .slice(0, MAX_SCOPES)
    .map((pattern) => ({ permission, pattern }));
}

function candidates(command: JudgedCommand): string[] {
  const words = command.words.map((word, index) => (index === 0 ? command.name : word.value));
  const found: (string | undefined)[] = [patternOf(words)];
  const fixed = fixedWords(words);
  const readsSecrets = command.asks.some((reason) => reason.code === 'secret-file'); // only a rule for the exact line may cover these
  for (let kept = Math.min(words.length, fixed + 1); kept >= fixed && !readsSecrets; kept--) {
    found.push(patternOf(words.slice(0, kept), '*'));
  }
  return [...new Set(found.filter((pattern) => pattern !== undefined))];
}

/** The number of words that a rule must spell out. */
function fixedWords(words: readonly string[]): number {
  const [name = '', second = ''] = words;
  if (name.includes('/')) return 1; // the path of one program
  if (!isTooWide(name)) return 1;
  return second === '' || second.startsWith('-') || second.includes('=') ? Number.POSITIVE_INFINITY : 2;
}

/** True if the pattern covers more than `always` ever offers: everything, or all that such a program can do. */
export function isWiderThanOffered(pattern: string): boolean {
  const words = pattern.trim().split(/\s+/);
  const at = words.findIndex((word) => word.includes('*'));
  if (at < 0) return false;
  if (at < words.length - 1 || words[at] !== '*') return true; // a star in the middle or inside a word: no one can foresee what it covers
  const fixed = words.slice(0, at);
  const name = fixed[0] ?? '';
  if (name === '' || programNamed(programName(name))?.tooWide === 'always') return true;
  return fixed.length < fixedWords(fixed);
}
