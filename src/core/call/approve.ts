/** Turns a decision into an approval or a refusal: by rule, by setting, or by asking once with all reasons together. */

import { newId } from '../../base/ids.ts';
import { coversPattern } from '../../policy/command-pattern.ts';
import { withHooks } from '../../policy/with-hooks.ts';
import type { HookSaid } from '../../protocol/hooks.ts';
import { callsOf } from '../../protocol/message.ts';
import { type Decision, isSameScope, type Scope } from '../../protocol/policy.ts';
import type { ApprovalRequest } from '../../protocol/request.ts';
import type { DecidedBy, Entry } from '../../protocol/session.ts';
import type { PolicyWords } from '../../words/en/policy.ts';
import { reasonsText, reasonText } from '../../words/reason-text.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { approvalDetails } from './approval-details.ts';
import { type CallEnd, cancelledAsking, denied, inEnglish, notApproved } from './call-results.ts';
import { askInEditorToo, type InEditor, withUnsaved } from './in-editor.ts';
import type { Proposal } from './proposal.ts';

/** Appended to the refusal that the model reads. */
const WAY_OUT = '. The user can add its folder with --add-dir.';
/** Refusals for the model; the person reads the same in their language, from `engine.words`. */
const REFUSED_BEFORE = 'The user has already refused this call. Do not repeat it; ask, or try something else.';
const NOT_TRIED = 'It could not be tried: no layer is available here.';
const SCOPE_NOT_OFFERED =
  'Not run: the answer was `always` with a scope that was not offered. Answer with one of the scopes in the request, or with yes.';

export interface Approval {
  approved: true;
  /** The texts to write instead, by path, if the person changed the proposal in their editor. */
  instead?: ReadonlyMap<string, string>;
  /** The reply of the hook that approved the call with other arguments. */
  hooked?: HookSaid;
}

export const APPROVED: Approval = { approved: true };

export async function approve(
  proposal: Proposal,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<CallEnd | Approval> {
  const { decision } = proposal;
  if (decision.verdict === 'deny') return deny(proposal, 'policy', live, engine);
  const by = approvedBy(proposal, engine);
  if (by) return allow(proposal, by, live);
  const said = await proposal.asking?.();
  if (!said) return askOrRefuse(proposal, live, engine, signal);
  const heard = { ...proposal, decision: withHooks(decision, said) };
  if (heard.decision.verdict === 'deny') return deny(heard, 'hook', live, engine);
  if (heard.decision.verdict === 'ask') return askOrRefuse(heard, live, engine, signal);
  const approved = await allow(proposal, 'hook', live);
  return said.args === undefined ? approved : { ...approved, hooked: said };
}

/** What approves the call without asking; `undefined` if nothing does. */
function approvedBy({ decision, use }: Proposal, { settings }: Engine): DecidedBy | undefined {
  if (decision.verdict === 'allow') return 'policy';
  const risky = isRisky(decision);
  const isTyped = use.origin === 'user' && settings.command_mode.approval === 'risk'; // who types `! ls` agrees to it
  if (isTyped && !risky) return 'user';
  if (decision.leaves) return undefined;
  const { autoApprove, attended, onRisk } = settings.approval;
  return (risky ? !attended && onRisk === 'allow' : autoApprove) ? 'auto' : undefined;
}

function isRisky({ reasons }: Decision): boolean {
  return reasons.some(({ risk }) => risk);
}

async function allow(proposal: Proposal, by: DecidedBy, live: LiveSession): Promise<Approval> {
  await logDecision(proposal, 'allow', by, live);
  return APPROVED;
}

/** Front ends show that the call was denied, so the person reads only the reasons. */
async function deny(proposal: Proposal, by: 'policy' | 'hook', live: LiveSession, engine: Engine): Promise<CallEnd> {
  await logDecision(proposal, 'deny', by, live);
  const { reasons } = proposal.decision;
  const isOutside = by === 'policy' && reasons.some(({ code }) => code === 'outside-workspace');
  const error = `Denied: ${inEnglish(reasons)}${isOutside ? WAY_OUT : ''}`;
  return denied(error, (say) => reasonsText(reasons, say), engine);
}

async function askOrRefuse(
  proposal: Proposal,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<CallEnd | Approval> {
  if (!engine.settings.approval.attended) {
    await logDecision(proposal, 'deny', 'nobody', live);
    return unattended(proposal, engine);
  }

  if (refusedBefore(proposal, live.log.entries)) {
    await logDecision(proposal, 'deny', 'policy', live);
    return notApproved(REFUSED_BEFORE, (say) => say.refusedBefore, engine);
  }

  const { answer, instead } = await askPerson(proposal, live, engine, signal);
  if (answer.kind === 'approval' && answer.choice === 'try') {
    const { offersTrial, tried } = await import('./try-first.ts');
    if (proposal.wasTried || !offersTrial(proposal, engine)) {
      return notApproved(NOT_TRIED, (say) => say.notTried, engine);
    }
    return askOrRefuse(await tried(proposal, engine, signal), live, engine, signal);
  }
  if (answer.kind !== 'approval') return cancelledAsking(engine);
  if (answer.choice === 'no') {
    const { why } = answer;
    await logDecision(proposal, 'deny', answer.unattended ? 'nobody' : 'user', live, why);
    if (answer.unattended) return unattended(proposal, engine);
    return notApproved(saidNo(proposal, why), (say) => (why ? say.refusedBecause(why) : say.refused), engine);
  }
  if (answer.choice === 'always') {
    const { scope } = answer;
    if (!offeredScopes(proposal).some((offered) => coversScope(offered, scope))) {
      await logDecision(proposal, 'deny', 'user', live);
      return notApproved(SCOPE_NOT_OFFERED, (say) => say.scopeNotOffered, engine);
    }
    await live.rules.remember({ ...answer.scope, lifetime: answer.lifetime, at: Date.now() });
  }
  const approved = await allow(proposal, 'user', live);
  return instead ? { ...approved, instead } : approved;
}

/** True if the person already refused the very same call in this turn. */
function refusedBefore({ call, turn, use }: Proposal, entries: readonly Entry[]): boolean {
  const refused = new Set<string>();
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at] as Entry;
    if (entry.type === 'decision') {
      if (entry.turn !== turn) return false;
      if (entry.verdict === 'deny' && entry.by === 'user' && entry.tool === use.tool) refused.add(entry.callId);
    }
    if (refused.size === 0 || entry.type !== 'message' || entry.message.role !== 'assistant') continue;
    const made = callsOf(entry.message.content).filter(({ id }) => id !== call.id && refused.has(id));
    if (made.some((each) => each.arguments === call.arguments)) return true;
  }
  return false;
}

/** True if `offered` covers `scope`: a person may narrow an offered scope by hand, never widen it. */
function coversScope(offered: Scope, scope: Scope): boolean {
  if (isSameScope(offered, scope)) return true;
  if (offered.permission !== scope.permission) return false;
  return offered.pattern !== undefined && scope.pattern !== undefined && coversPattern(offered.pattern, scope.pattern);
}

/** The scopes that may be remembered; none for a risk. Checked because front ends, too, are programs and could send any scope. */
function offeredScopes({ decision }: Proposal): readonly Scope[] {
  return isRisky(decision) ? [] : decision.scopes;
}

async function askPerson(
  proposal: Proposal,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<InEditor> {
  const { call, decision } = proposal;
  const { reasons } = decision;
  const offered = [...offeredScopes(proposal)];
  const mayTry =
    proposal.use.command && !proposal.wasTried && (await import('./try-first.ts')).offersTrial(proposal, engine);
  const always = offered.length > 0 ? (['always'] as const) : [];
  const choices = ['yes', 'no', ...always, ...(mayTry ? (['try'] as const) : [])] as const;
  const id = newId('ask');
  notifyHooks(proposal, live, engine, signal);
  const details = await approvalDetails(proposal, offered, live, engine, signal);
  const shown = reasons.map((reason) => ({ ...reason, text: reasonText(reason, engine.words.policy) }));
  const request: ApprovalRequest = {
    kind: 'approval',
    id,
    call,
    view: await withUnsaved(proposal.view(), proposal, engine, signal),
    reasons: shown,
    choices,
    scopes: offered,
    ...details,
  };
  return askInEditorToo(request, proposal, engine, signal);
}

/** Runs notification hooks without waiting for them. */
function notifyHooks(
  { turn, use }: Proposal,
  { log }: LiveSession,
  { hooks, words }: Engine,
  signal: AbortSignal,
): void {
  if (!hooks?.listens('Notification')) return;
  const type = 'permission_prompt';
  const fields = { message: words.hooks.needsApproval(use.tool), title: 'coder', notification_type: type };
  void hooks.run({ event: 'Notification', scene: { session: log.id, turn }, subject: type, fields }, signal);
}

async function logDecision(
  proposal: Proposal,
  verdict: 'allow' | 'deny',
  by: DecidedBy,
  { log }: LiveSession,
  why?: string,
): Promise<void> {
  const { call, turn, decision, use } = proposal;
  const refused = verdict === 'deny' && by === 'user' ? use.command?.line : undefined;
  await log.append({
    type: 'decision',
    turn,
    callId: call.id,
    tool: use.tool,
    verdict,
    reasons: decision.reasons,
    by,
    ...(why !== undefined && { why }),
    ...(refused !== undefined && { line: refused }),
  });
}

/** Flags that would help are shown to the person only; the model is told what to do instead. */
function unattended({ decision, use }: Proposal, engine: Engine): CallEnd {
  const { reasons } = decision;
  const noun = nounOf(use);
  const error = `Refused: no one can approve this ${noun} in this run (${inEnglish(reasons)}). Do what needs no approval and say what is left.`;
  const sentence = (say: PolicyWords) => {
    const said = reasonsText(reasons, say);
    return isRisky(decision) ? say.riskUnattended(said) : say.unattended(said, noun === 'edit');
  };
  return notApproved(error, sentence, engine);
}

function saidNo({ use }: Proposal, why: string | undefined): string {
  const noun = nounOf(use);
  if (use.origin === 'user') return `Not run: the user said no${why ? `: ${why}` : '.'}`; // it was the user's own line
  return why
    ? `The user said no to this ${noun}: ${why}`
    : `The user said no to this ${noun}. Do not repeat it; ask or take another way.`;
}

function nounOf({ effect, command }: Proposal['use']): string {
  if (command) return 'command';
  return effect === 'edit' ? 'edit' : 'call';
}
