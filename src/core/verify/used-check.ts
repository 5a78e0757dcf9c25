/** Finds the check that the model ran last in the session, since the model knows what the project takes. Pure. */

import { isTestLine } from './is-check.ts';
import type { RanCommand } from './session-work.ts';

/** Exit codes that show the line itself is useless: not found, not executable, stopped. */
const USELESS = new Set([5, 124, 126, 127, 130, 137, 143]);
const CUT = /\s*(?:2>&1\s*)?\|\s*(?:tail|head)\b[^|;&<>$`]*$/;

/** Prefers a check that passed; drops `head` or `tail`, which only shorten its output. */
export function usedCheck(ran: readonly RanCommand[]): string | undefined {
  const checks = ran
    .toReversed()
    .filter(({ exitCode, cwd }) => cwd === undefined && !USELESS.has(exitCode))
    .map(({ line, exitCode }) => ({ line: line.trim().replace(CUT, ''), exitCode }))
    .filter(({ line }) => isTestLine(line));
  return (checks.find(({ exitCode }) => exitCode === 0) ?? checks[0])?.line;
}
