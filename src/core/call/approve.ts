/** Turns a decision into a yes or a refusal: by rule, by setting, or by asking once with all reasons together. */

import { newId } from '../../base/ids.ts';
import type { Outcome } from '../../protocol/message.ts';
import { isSameScope, type Reason, type Scope } from '../../protocol/policy.ts';
import type { Answer } from '../../protocol/request.ts';
import type { DecidedBy } from '../../protocol/session.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { approvalDetails } from './approval-details.ts';
import type { Proposal } from './proposal.ts';

export interface Refusal {
  outcome: Outcome;
  /** A needed approval was refused, or no one could give it. */
  refused: boolean;
}

/** `undefined`: go ahead. */
export async function approve(
  proposal: Proposal,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<Refusal | undefined> {
  const { decision } = proposal;
  const { verdict, reasons } = decision;
  const risky = reasons.some(({ risk }) => risk);

  if (verdict === 'deny') {
    await logDecision(proposal, 'deny', 'policy', live);
    return refusal(`Denied: ${textOf(reasons)}`, false);
  }
  if (verdict === 'allow') {
    await logDecision(proposal, 'allow', 'policy', live);
    return undefined;
  }
  const { autoApprove, attended, onRisk } = engine.settings.approval;
  if (risky ? !attended && onRisk === 'allow' : autoApprove) {
    await logDecision(proposal, 'allow', 'auto', live);
    return undefined;
  }
  if (!attended) {
    await logDecision(proposal, 'deny', 'nobody', live);
    return refusal(`${unattended(risky)} Reason: ${textOf(reasons)}`, true);
  }

  const answer = await askPerson(proposal, risky, live, engine, signal);
  if (answer.kind !== 'approval') {
    return { outcome: { status: 'cancelled', error: 'Cancelled while waiting for approval.' }, refused: false };
  }
  if (answer.choice === 'no') {
    await logDecision(proposal, 'deny', answer.unattended ? 'nobody' : 'user', live, answer.why);
    if (answer.unattended) return refusal(`${unattended(risky)} Reason: ${textOf(reasons)}`, true);
    return refusal(answer.why ? `The user refused: ${answer.why}` : 'The user refused this call.', true);
  }
  if (answer.choice === 'always') {
    const { scope } = answer;
    if (!offeredScopes(proposal, risky).some((offered) => isSameScope(offered, scope))) {
      await logDecision(proposal, 'deny', 'user', live);
      return refusal(NOT_OFFERED, true);
    }
    await live.rules.remember({ ...answer.scope, lifetime: answer.lifetime, at: Date.now() });
  }
  await logDecision(proposal, 'allow', 'user', live);
  return undefined;
}

/** Front ends are programs too: what is remembered is one of the scopes that were offered, and nothing where there is a risk. */
const NOT_OFFERED =
  'Not run: it was answered with `always` for a scope that was not offered. Answer with one of the scopes of the request, or with yes.';

function offeredScopes({ decision }: Proposal, risky: boolean): readonly Scope[] {
  return risky ? [] : decision.scopes;
}

async function askPerson(
  proposal: Proposal,
  risky: boolean,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<Answer> {
  const { call, decision, view } = proposal;
  const { reasons } = decision;
  const offered = [...offeredScopes(proposal, risky)];
  const choices = offered.length > 0 ? (['yes', 'no', 'always'] as const) : (['yes', 'no'] as const);
  const id = newId('ask');
  const details = await approvalDetails(proposal, offered, live, engine, signal);
  return engine.person.ask({ kind: 'approval', id, call, view, reasons, choices, scopes: offered, ...details }, signal);
}

async function logDecision(
  proposal: Proposal,
  verdict: 'allow' | 'deny',
  by: DecidedBy,
  { log }: LiveSession,
  why?: string,
): Promise<void> {
  const { call, turn, decision } = proposal;
  await log.append({
    type: 'decision',
    turn,
    callId: call.id,
    tool: call.name,
    verdict,
    reasons: decision.reasons,
    by,
    ...(why !== undefined && { why }),
  });
}

function refusal(error: string, refused: boolean): Refusal {
  return { outcome: { status: 'denied', error }, refused };
}

function unattended(risky: boolean): string {
  return risky
    ? 'This needs a yes from a person, and nobody is there to give it.'
    : 'This needs approval, and nobody is there to give it (--mode auto-edit allows edits, --yes or approval.auto_approve_ask passes what policy asks).';
}

function textOf(reasons: readonly Reason[]): string {
  return reasons.map(({ text }) => text).join('; ');
}
