/** Source and evidence → the changes worth trying, the likeliest first. */

import { BUGS } from './bugs.ts';
import { type Evidence, regionOf } from './evidence.ts';
import { missingCases } from './missing-case.ts';

/** One line, replaced by one or more. */
export interface Suspect {
  line: number;
  before: string;
  after: readonly string[];
  why: readonly [en: string, zh: string];
  weight: number;
}

/** Below this it is a guess that would only make noise. */
const MIN_WEIGHT = 4;
/** Lines outside the function under test may still be called by it. */
const OUTSIDE = 3;

export function suspects(content: string, evidence: Evidence): Suspect[] {
  const lines = content.replace(/\n$/, '').split('\n');
  const region = regionOf(lines, evidence.name);
  const text = lines.slice(region.first - 1, region.last).join('\n');
  const found: Suspect[] = [];
  for (const [index, before] of lines.entries()) {
    if (isComment(before) || before.length > 500) continue;
    const line = index + 1;
    const isInside = line >= region.first && line <= region.last;
    for (const bug of BUGS) {
      const after = bug.repair(before, isInside ? text : content, evidence, content);
      if (after === undefined || after === before) continue;
      const weight = bug.weight(evidence, before) - (isInside ? 0 : OUTSIDE) + (evidence.line === line ? 2 : 0);
      found.push({ line, before, after: [after], why: bug.why, weight });
    }
  }
  for (const { line, lines: after, why, weight } of missingCases(lines, region, evidence)) {
    found.push({ line, before: lines[line - 1] ?? '', after, why, weight });
  }
  const ranked = found
    .filter(({ weight }) => weight >= MIN_WEIGHT)
    .sort((a, b) => b.weight - a.weight || a.line - b.line);
  return ranked.filter(
    (suspect, index) =>
      ranked.findIndex(({ line, after }) => line === suspect.line && after.join('\n') === suspect.after.join('\n')) ===
      index,
  );
}

function isComment(line: string): boolean {
  return /^\s*(?:\/\/|#|\*|\/\*|import\b|from\b|export \{)/.test(line);
}
