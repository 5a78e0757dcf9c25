/** Explains rule by rule what would happen to a command and why, for `/permissions why`. */

import { COMMANDS } from '../protocol/permission.ts';
import type { ExplainRow, Explanation, Facts, Reason, Said } from '../protocol/policy.ts';
import type { Verdict } from '../protocol/verdict.ts';
import { type CommandOpinion, decideCommand, type Ruling } from './decide-command.ts';
import { say } from './say.ts';
import { verdictInside } from './verdict-inside.ts';

export function explain(line: string, facts: Facts, cwd = facts.root): Explanation {
  const opinion = decideCommand({ line, cwd }, COMMANDS, facts);
  const inside = verdictInside(line, facts, cwd);
  return {
    rows: rowsOf(opinion, line, facts),
    verdict: opinion.verdict,
    result: resultOf(opinion),
    ...(inside && { inside }),
  };
}

function rowsOf(opinion: CommandOpinion, line: string, facts: Facts): ExplainRow[] {
  const { analysis, rulings } = opinion;
  if (opinion.hardBlock) return opinion.reasons.map((reason) => rowOf(reason, 'deny', line));
  if (facts.preset.bashSkipsChecks)
    return [{ part: line, verdict: opinion.verdict, why: [say('skipsPolicy', facts.preset.name)], risk: false }];
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
    why: whyOf(ruling, facts),
    risk: false,
  };
}

function whyOf({ by, pattern = '', reasons, verdict }: Ruling, facts: Facts): readonly Said[] {
  switch (by) {
    case 'read-only':
      return [say('provedReadOnly')];
    case 'wrapper':
      return [say('onlyStarts')];
    case 'grant':
      return [say('savedRule', pattern)];
    case 'pattern':
      return [say('presetRule', pattern, facts.preset.name, verdict)];
    case 'base-line':
      return reasons.length > 0 ? reasons : [say('presetBaseLine', facts.preset.name, verdict)];
  }
}

function rowOf(reason: Reason, verdict: Verdict, line: string): ExplainRow {
  return { part: reason.part ?? line, verdict, why: [reason], risk: reason.risk };
}

function resultOf(opinion: CommandOpinion): Explanation['result'] {
  if (opinion.hardBlock) return 'hard-block';
  if (opinion.verdict === 'deny') return 'refused';
  if (opinion.verdict === 'allow') return 'runs';
  const isRisk = opinion.reasons.some((reason) => reason.risk);
  if (isRisk) return 'asks-risk';
  return opinion.scopes.length > 0 ? 'asks' : 'asks-always';
}
