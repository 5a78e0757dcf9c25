/** Finds what the person refused to have run, so that coder does not run it on its own either. Pure. */

import type { Entry } from '../../protocol/session.ts';

export type Refused = { what: 'program'; line: string } | { what: 'anything'; why: string };

/** Matches "do not run anything" and similar. */
const ANYTHING =
  /\b(?:do ?n['’]?t|do not|never|stop|no)\s+(?:run(?:ning)?|execut(?:e|ing))\b(?:\s(?:any|anything|it|this|that|the|tests?|commands?|code|checks?)){0,4}|(?:不要|别|不许|禁止)(?:再)?(?:运行|执行|跑)/i;

/** Words before the program that actually runs. */
const AROUND = new Set(['cd', 'env', 'time', 'nice', 'timeout', 'export', 'command']);

/** A refusal of the same program in the session, or of running anything in the turn. */
export function refusedBefore(entries: readonly Entry[], turn: string, command: string): Refused | undefined {
  const programs = programsOf(command);
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at] as Entry;
    if (entry.type !== 'decision' || entry.verdict !== 'deny' || entry.by !== 'user') continue;
    if (entry.line !== undefined && programsOf(entry.line).some((program) => programs.includes(program))) {
      return { what: 'program', line: entry.line };
    }
    if (entry.turn === turn && entry.why !== undefined && ANYTHING.test(entry.why.replace(/\s+/g, ' '))) {
      return { what: 'anything', why: entry.why };
    }
  }
  return undefined;
}

function programsOf(line: string): string[] {
  return line.split(/&&|\|\||[;|&\n]/).flatMap((part) => {
    const words = part
      .trim()
      .split(/\s+/)
      .filter((word) => !/^\w+=/.test(word));
    const program = words.find((word) => !AROUND.has(word));
    return program === undefined || program === '' || words[0] === 'cd' ? [] : [program.replace(/^.*\//, '')];
  });
}
