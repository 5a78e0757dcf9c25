/** Applies the verdicts of hooks to a decision: they may tighten it, or lift what a rule asks about, but never lift a refusal or a risk. */

import type { HookReason, HookSaid } from '../protocol/hooks.ts';
import type { Decision, Reason } from '../protocol/policy.ts';
import { stricter } from '../protocol/verdict.ts';
import { say } from './say.ts';

export function withHooks(decision: Decision, said: HookSaid | undefined): Decision {
  switch (said?.verdict) {
    case undefined:
      return decision;
    case 'allow': {
      const isLifted = decision.verdict === 'ask' && !decision.leaves && decision.reasons.every(({ risk }) => !risk);
      return isLifted ? { ...decision, verdict: 'allow', reasons: [], scopes: [] } : decision;
    }
    case 'ask':
    case 'deny': {
      const { verdict } = said;
      const reasons = said.reasons.map((reason) => reasonOf(reason, verdict));
      return {
        ...decision,
        verdict: stricter(decision.verdict, verdict),
        reasons: [...reasons, ...decision.reasons],
        scopes: [],
      };
    }
  }
}

/** Marked as a risk, so no saved rule and no setting lifts it. */
function reasonOf({ hook, text, says = [], failed }: HookReason, verdict: 'ask' | 'deny'): Reason {
  const said = failed
    ? say('hookFailed', hook, text, failed.printed, ...says)
    : say(verdict === 'deny' ? 'hookRefuses' : 'hookAsks', hook, text, ...says);
  return { code: 'hook', ...said, risk: true };
}
