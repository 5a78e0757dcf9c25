/** What a sandbox changes about a decision: what is only unproved runs in it unasked, and leaving it is asked about by itself. Pure. */

import type { Decision, Facts, Reason, Use } from '../protocol/policy.ts';
import { matchesPattern } from './command-pattern.ts';
import { say } from './say.ts';
import { proposeScopes } from './scopes.ts';
import type { JudgedCommand } from './shell/judge/analyse.ts';

/** Of the workspace or of secrets: a layer around a command does not make these harmless. */
const STILL_ASKED: ReadonlySet<Reason['code']> = new Set([
  'secret-file',
  'protected-path',
  'hidden-characters',
  'gives-secret',
]);

/** What the second layer does not stop outside of the workspace keeps asking. */
const CHANGES_MODES = /(?:^|\/)(?:chmod|chown|chgrp|touch|setfacl|chattr|git)$/;

const OUTSIDE = 'outside';

/** `commands`: those of the line, as they were judged. */
export function contain(decision: Decision, use: Use, facts: Facts, commands: readonly JudgedCommand[] = []): Decision {
  const { place } = facts;
  if (!use.command || !place || use.command.typedAt !== undefined || decision.verdict === 'deny') return decision;
  if (use.origin === 'user' && !facts.confinesPerson) return decision; // what the person types is their own affair
  if (place.layer === 'none') return place.isRequired ? refused(say('noSandbox', place.why)) : decision;
  const { outside } = use.command;
  if (outside !== undefined)
    return facts.mayLeave === false ? refused(say('mayNotLeave')) : leaving(decision, outside, facts, commands);
  const confinement = decision.onlyReads ? 'read' : facts.onlyReads ? 'layer' : 'write';
  const isCovered = !place.gaps.includes('modes-and-times') || !commands.some(({ name }) => CHANGES_MODES.test(name));
  const isLifted =
    isCovered && decision.verdict === 'ask' && facts.preset.readOnlyRuns && decision.reasons.every(isLiftable);
  if (!isLifted) return { ...decision, confinement };
  return { ...decision, verdict: 'allow', reasons: [], scopes: [], confinement };
}

/** No rule for the inside covers it, and no mode: only a yes, or a pattern that was allowed for the outside. */
function leaving(decision: Decision, why: string, { grants }: Facts, commands: readonly JudgedCommand[]): Decision {
  const patterns = grants.flatMap(({ permission, pattern }) => (permission === OUTSIDE && pattern ? [pattern] : []));
  const own = commands.filter(({ isWrapper }) => !isWrapper);
  const uncovered = own.filter((command) => !patterns.some((pattern) => matchesPattern(pattern, command)));
  const risks = decision.reasons.filter(({ risk }) => risk);
  if (risks.length === 0 && own.length > 0 && uncovered.length === 0)
    return { ...decision, verdict: 'allow', reasons: [], scopes: [] };
  const reason: Reason = { code: 'leave-sandbox', ...say('leavesSandbox', why.slice(0, 500)), risk: false };
  return {
    ...decision,
    verdict: 'ask',
    reasons: [reason, ...decision.reasons],
    scopes: risks.length === 0 ? proposeScopes(OUTSIDE, uncovered) : [],
    leaves: true,
  };
}

function isLiftable({ risk, code, says }: Reason): boolean {
  if (risk || STILL_ASKED.has(code)) return false;
  return says[0] !== 'presetAsksCommand' || says[2] === 'commands'; // a pattern that somebody wrote is meant
}

function refused(said: ReturnType<typeof say>): Decision {
  return { verdict: 'deny', reasons: [{ code: 'leave-sandbox', ...said, risk: false }], scopes: [] };
}
