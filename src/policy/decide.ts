/** The one place where a call is allowed, asked about or refused. Pure: it knows only the use and the facts. */

import type { Decision, Facts, Use } from '../protocol/policy.ts';
import { contain } from './contain.ts';
import { type CommandOpinion, decideCommand } from './decide-command.ts';
import { besides, decidePlain, merge } from './decide-plain.ts';

export function decide(use: Use, facts: Facts): Decision {
  if (!use.command) return decidePlain(use, facts);
  const line = decideCommand(use.command, use.permission, facts);
  const decision = decideLine(line, use, facts);
  const { class: found, readsGitIn = [] } = line.analysis;
  const judged: Decision = {
    ...decision,
    ...(found === 'readonly' && { onlyReads: true as const }),
    ...(readsGitIn.length > 0 && { readsGitIn }),
  };
  return contain(judged, use, facts, line.analysis);
}

function decideLine(line: CommandOpinion, use: Use, facts: Facts): Decision {
  if (isOwnCheck(use, facts, line)) return { verdict: 'allow', reasons: [], scopes: [] };
  if (line.hardBlock) return { verdict: 'deny', reasons: line.reasons, hardBlock: true, scopes: [] };
  return merge([line, ...besides(use, facts)]);
}

/** True for coder's own check after an edit that was agreed to earlier, if only the preset's base line asks about it. */
function isOwnCheck({ origin, agreed, command, paths }: Use, { preset }: Facts, line: CommandOpinion): boolean {
  if (origin !== 'verify' || !agreed || !command || paths.length > 0) return false;
  const byBaseLine = line.rulings.every(({ verdict, by }) => verdict === 'allow' || by === 'base-line');
  return preset.readOnlyRuns && line.verdict === 'ask' && byBaseLine && line.reasons.every(({ risk }) => !risk);
}
