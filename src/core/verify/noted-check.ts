/** Finds the test command in a project's notes for agents. Pure. */

import { isTestLine } from './is-check.ts';

const MOST = 64 * 1024;

/** The first line of code, inline or in a block, that runs tests. */
export function notedCheck(notes: string): string | undefined {
  const spans = notes
    .slice(0, MOST)
    .split('\n')
    .flatMap((line) => [...codeIn(line), line]);
  return spans.map((span) => span.trim().replace(/^\$ /, '')).find((span) => span.length < 200 && isTestLine(span));
}

function codeIn(line: string): string[] {
  return line.split('`').filter((_, at) => at % 2 === 1);
}
