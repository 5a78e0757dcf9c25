/** Turns a decision into an approval or a refusal: by rule, by setting, or by asking once with all reasons together. */

import { newId } from '../../base/ids.ts';
import { coversPattern } from '../../policy/command-pattern.ts';
import { withHooks } from '../../policy/with-hooks.ts';
import type { HookSaid } from '../../protocol/hooks.ts';
import { callsOf, type Outcome } from '../../protocol/message.ts';
import { isSameScope, type Scope } from '../../protocol/policy.ts';
import type { ApprovalRequest } from '../../protocol/request.ts';
import type { DecidedBy, Entry } from '../../protocol/session.ts';
import { policy as english, type PolicyWords } from '../../words/en/policy.ts';
import { reasonsText, reasonText } from '../../words/reason-text.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { approvalDetails } from './approval-details.ts';
import { askInEditorToo, type InEditor, withUnsaved } from './in-editor.ts';
import type { Proposal } from './proposal.ts';

export interface Refusal {
  outcome: Outcome;
  /** The refusal as shown to the person, in their language; the model reads the outcome. */
  shown: string;
  /** True if a needed approval was refused, or no one could give it. */
  refused: boolean;
}

/** Appended to the refusal that the model reads. */
const WAY_OUT = '. The user can add its folder with --add-dir.';

/** True for lines such as `! ls`: the person who typed a line agrees to it. */
function isTyped({ use }: Proposal, { settings }: Engine): boolean {
  return use.origin === 'user' && settings.command_mode.approval === 'risk';
}

export interface Approval {
  refused: undefined;
  /** The texts to write instead, by path, if the person changed the proposal in their editor. */
  instead?: ReadonlyMap<string, string>;
  /** The reply of the hook that approved the call with other arguments. */
  hooked?: HookSaid;
}

const APPROVED: Approval = { refused: undefined };

export async function approve(
  proposal: Proposal,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<Refusal | Approval> {
  const { decision } = proposal;
  const { verdict, reasons } = decision;
  const risky = reasons.some(({ risk }) => risk);

  if (verdict === 'deny') {
    await logDecision(proposal, 'deny', 'policy', live);
    const isOutside = reasons.some(({ code }) => code === 'outside-workspace');
    const error = `${english.denied(reasonsText(reasons, english))}${isOutside ? WAY_OUT : ''}`;
    return refusal((say) => reasonsText(reasons, say), false, engine, error); // front ends show that it was denied
  }
  if (verdict === 'allow') {
    await logDecision(proposal, 'allow', 'policy', live);
    return APPROVED;
  }
  if (!risky && isTyped(proposal, engine)) {
    await logDecision(proposal, 'allow', 'user', live);
    return APPROVED;
  }
  const { autoApprove, attended, onRisk } = engine.settings.approval;
  if (decision.leaves ? false : risky ? !attended && onRisk === 'allow' : autoApprove) {
    await logDecision(proposal, 'allow', 'auto', live);
    return APPROVED;
  }
  const said = await proposal.asking?.();
  const heard = said ? { ...proposal, decision: withHooks(decision, said) } : proposal;
  if (heard.decision.verdict === 'allow') {
    await logDecision(proposal, 'allow', 'hook', live);
    return said?.args === undefined ? APPROVED : { ...APPROVED, hooked: said };
  }
  if (heard.decision.verdict === 'deny') {
    await logDecision(heard, 'deny', 'hook', live);
    const why = reasonsText(heard.decision.reasons, english);
    return refusal((say) => reasonsText(heard.decision.reasons, say), false, engine, english.denied(why));
  }
  return askOrRefuse(heard, live, engine, signal);
}

async function askOrRefuse(
  proposal: Proposal,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<Refusal | Approval> {
  const risky = proposal.decision.reasons.some(({ risk }) => risk);
  if (!engine.settings.approval.attended) {
    await logDecision(proposal, 'deny', 'nobody', live);
    return unattended(proposal, engine);
  }

  if (refusedBefore(proposal, live.log.entries)) {
    await logDecision(proposal, 'deny', 'policy', live);
    return refusal((say) => say.refusedBefore, true, engine);
  }

  const { answer, instead } = await askPerson(proposal, risky, live, engine, signal);
  if (answer.kind === 'approval' && answer.choice === 'try') {
    const { offersTrial, tried } = await import('./try-first.ts');
    if (proposal.wasTried || !offersTrial(proposal, engine)) return refusal((say) => say.notTried, true, engine);
    return askOrRefuse(await tried(proposal, engine, signal), live, engine, signal);
  }
  if (answer.kind !== 'approval') {
    const outcome: Outcome = { status: 'cancelled', error: english.cancelledAsking };
    return { outcome, shown: engine.words.policy.cancelledAsking, refused: false };
  }
  if (answer.choice === 'no') {
    const { why } = answer;
    await logDecision(proposal, 'deny', answer.unattended ? 'nobody' : 'user', live, why);
    if (answer.unattended) return unattended(proposal, engine);
    return refusal((say) => (why ? say.refusedBecause(why) : say.refused), true, engine, saidNo(proposal, why));
  }
  if (answer.choice === 'always') {
    const { scope } = answer;
    if (!offeredScopes(proposal, risky).some((offered) => coversScope(offered, scope))) {
      await logDecision(proposal, 'deny', 'user', live);
      return refusal((say) => say.scopeNotOffered, true, engine);
    }
    await live.rules.remember({ ...answer.scope, lifetime: answer.lifetime, at: Date.now() });
  }
  await logDecision(proposal, 'allow', 'user', live);
  return instead ? { ...APPROVED, instead } : APPROVED;
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
function offeredScopes({ decision }: Proposal, risky: boolean): readonly Scope[] {
  return risky ? [] : decision.scopes;
}

async function askPerson(
  proposal: Proposal,
  risky: boolean,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<InEditor> {
  const { call, decision } = proposal;
  const { reasons } = decision;
  const offered = [...offeredScopes(proposal, risky)];
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

/** `error` is the text for the model if it differs from the person's. */
function refusal(
  sentence: (say: PolicyWords) => string,
  refused: boolean,
  { words }: Engine,
  error = sentence(english),
): Refusal {
  return { outcome: { status: 'denied', error }, shown: sentence(words.policy), refused };
}

/** Flags that would help are shown to the person only; the model is told what to do instead. */
function unattended({ decision: { reasons }, use }: Proposal, engine: Engine): Refusal {
  const isRisk = reasons.some(({ risk }) => risk);
  const why = reasonsText(reasons, english);
  const error = `Refused: nobody can approve this ${nounOf(use)} in this run (${why}). Do what needs no approval and say what is left.`;
  const sentence = (say: PolicyWords) => say[isRisk ? 'riskUnattended' : 'unattended'](reasonsText(reasons, say));
  return refusal(sentence, true, engine, error);
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
