/** Rule by rule, what would happen to a command and why: the text of `/permissions why`. */

import type { ExplainRow, Explanation, Facts, Reason } from '../protocol/policy.ts';
import type { Verdict } from '../protocol/verdict.ts';
import { type CommandOpinion, decideCommand, type Ruling } from './decide-command.ts';

export function explain(line: string, facts: Facts, cwd = facts.root): Explanation {
  const opinion = decideCommand({ line, cwd }, 'bash', facts);
  return { rows: rowsOf(opinion, line, facts), verdict: opinion.verdict, result: resultOf(opinion) };
}

function rowsOf(opinion: CommandOpinion, line: string, facts: Facts): ExplainRow[] {
  const { analysis, rulings } = opinion;
  if (opinion.hardBlock) return opinion.reasons.map((reason) => rowOf(reason, 'deny', line));
  if (facts.preset.bashSkipsChecks)
    return [{ part: line, verdict: opinion.verdict, why: `the preset ${facts.preset.name} skips policy and risk` }];
  const risks = analysis.reasons.filter((reason) => reason.risk);
  const told = new Set(rulings.flatMap((ruling) => ruling.reasons.map((reason) => reason.text)));
  const rest = opinion.reasons.filter((reason) => !reason.risk && !told.has(reason.text));
  return [
    ...rulings.map((ruling) => rulingRow(ruling, facts)),
    ...risks.map((reason) => rowOf(reason, 'ask', line)),
    ...rest.map((reason) => rowOf(reason, opinion.verdict, line)),
  ];
}

function rulingRow(ruling: Ruling, facts: Facts): ExplainRow {
  return {
    part: ruling.command.words.map((word) => word.text).join(' '),
    verdict: ruling.verdict,
    why: rulingText(ruling, facts),
  };
}

function rulingText({ by, pattern, reasons, verdict }: Ruling, facts: Facts): string {
  switch (by) {
    case 'read-only':
      return 'proved to only read';
    case 'wrapper':
      return 'only starts what follows';
    case 'grant':
      return `allowed by your saved rule "${pattern}"`;
    case 'pattern':
      return `the rule "${pattern}" of the preset ${facts.preset.name} says ${verdict}`;
    case 'base-line':
      return reasons.length > 0
        ? reasons.map((reason) => reason.text).join('; ')
        : `the base line of the preset ${facts.preset.name} says ${verdict}`;
  }
}

function rowOf(reason: Reason, verdict: Verdict, line: string): ExplainRow {
  const kind = reason.risk ? 'risk, no saved rule lifts it: ' : '';
  return { part: reason.part ?? line, verdict, why: kind + reason.text };
}

function resultOf(opinion: CommandOpinion): Explanation['result'] {
  if (opinion.hardBlock) return 'hard-block';
  if (opinion.verdict === 'deny') return 'refused';
  if (opinion.verdict === 'allow') return 'runs';
  const isRisk = opinion.reasons.some((reason) => reason.risk);
  if (isRisk) return 'asks-risk';
  return opinion.scopes.length > 0 ? 'asks' : 'asks-always';
}
