/**
 * Estimates the fixed start of every request before a session's first one, so that the context figure at the prompt is right from the
 * start.
 */

import { estimateBase } from '../context/estimate.ts';
import type { Conversation } from './conversation.ts';
import { toolboxOf } from './open-turn.ts';
import { reportContext } from './report-context.ts';
import { systemOf } from './stages/prepare-turn.ts';

export async function expectContext({ engine, inUse }: Pick<Conversation, 'engine' | 'inUse'>): Promise<void> {
  const { live, mode, model } = inUse.now;
  if (!engine.settings.approval.attended || live.outgoing.base() > 0) return;
  const agent = inUse.agent();
  const { tools, specs } = toolboxOf(mode, agent, live, engine);
  const system = await systemOf(tools, mode, agent, engine);
  if (live.outgoing.base() > 0) return; // a request was sent meanwhile
  live.outgoing.expectBase(estimateBase(system, specs));
  if (inUse.now.live === live) reportContext(model, live, engine);
}
