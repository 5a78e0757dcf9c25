/** Turns a decision into a yes or a refusal: by rule, by setting, or by asking once with all reasons together. */

import { newId } from '../../base/ids.ts';
import type { Outcome, ToolCall } from '../../protocol/message.ts';
import type { Decision, Facts, Reason, Use } from '../../protocol/policy.ts';
import type { Answer } from '../../protocol/request.ts';
import type { DecidedBy } from '../../protocol/session.ts';
import type { View } from '../../protocol/view.ts';
import type { Services } from '../services.ts';
import { approvalDetails } from './approval-details.ts';

export interface Proposal {
  call: ToolCall;
  turn: string;
  decision: Decision;
  view: View;
  use: Use;
  facts: Facts;
}

export interface Refusal {
  outcome: Outcome;
  /** A needed approval was refused, or nobody could give it. */
  refused: boolean;
}

/** `undefined`: go ahead. */
export async function approve(
  proposal: Proposal,
  services: Services,
  signal: AbortSignal,
): Promise<Refusal | undefined> {
  const { decision } = proposal;
  const { verdict, reasons } = decision;
  const risky = reasons.some(({ risk }) => risk);

  if (verdict === 'deny') {
    await note(proposal, 'deny', 'policy', services);
    return refusal(`Denied: ${textOf(reasons)}`, false);
  }
  if (verdict === 'allow') {
    await note(proposal, 'allow', 'policy', services);
    return undefined;
  }
  const { autoApprove, attended, onRisk } = services.approval;
  if (risky ? !attended && onRisk === 'allow' : autoApprove) {
    await note(proposal, 'allow', 'auto', services);
    return undefined;
  }
  if (!attended) {
    await note(proposal, 'deny', 'nobody', services);
    return refusal(`${unattended(risky)} Reason: ${textOf(reasons)}`, true);
  }

  const answer = await askPerson(proposal, risky, services, signal);
  if (answer.kind !== 'approval') {
    return { outcome: { status: 'cancelled', error: 'Cancelled while waiting for approval.' }, refused: false };
  }
  if (answer.choice === 'no') {
    await note(proposal, 'deny', answer.unattended ? 'nobody' : 'user', services);
    if (answer.unattended) return refusal(`${unattended(risky)} Reason: ${textOf(reasons)}`, true);
    return refusal(answer.why ? `The user refused: ${answer.why}` : 'The user refused this call.', true);
  }
  if (answer.choice === 'always') {
    await services.remember({ ...answer.scope, lifetime: answer.lifetime, at: Date.now() });
  }
  await note(proposal, 'allow', 'user', services);
  return undefined;
}

async function askPerson(proposal: Proposal, risky: boolean, services: Services, signal: AbortSignal): Promise<Answer> {
  const { call, decision, view } = proposal;
  const { reasons, scopes } = decision;
  const remembers = !risky && scopes.length > 0;
  const choices = remembers ? (['yes', 'no', 'always'] as const) : (['yes', 'no'] as const);
  const id = newId('ask');
  const offered = remembers ? scopes : [];
  const details = await approvalDetails(proposal, offered, services, signal);
  return services.ask({ kind: 'approval', id, call, view, reasons, choices, scopes: offered, ...details }, signal);
}

async function note(proposal: Proposal, verdict: 'allow' | 'deny', by: DecidedBy, services: Services): Promise<void> {
  const { call, turn, decision } = proposal;
  await services.session.append({
    type: 'decision',
    turn,
    callId: call.id,
    tool: call.name,
    verdict,
    reasons: decision.reasons,
    by,
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
