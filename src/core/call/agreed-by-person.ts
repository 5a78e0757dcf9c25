/** Whether a person saw an edit and approved it, so that trusted files which it changes stay trusted. */

import type { AskedCall, JudgedCall } from './asked-call.ts';

/** False if a rule, a setting or a sub-agent approved it. */
export function isAgreedByPerson({ tool, decision }: JudgedCall, { context, engine }: AskedCall): boolean {
  const { attended, autoApprove } = engine.settings.approval;
  const wasAsked = decision.verdict === 'ask' && attended && !context.unchecked;
  const isAuto = autoApprove && decision.reasons.every(({ risk }) => !risk);
  return tool.effect === 'edit' && wasAsked && !isAuto;
}
