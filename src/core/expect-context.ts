/**
 * Estimates the fixed start of every request before a session's first one, so that the context figure at the prompt is right from the
 * start.
 */

import { estimateBase } from '../context/estimate.ts';
import type { Conversation } from './conversation.ts';
import { toolboxOf } from './open-turn.ts';
import { reportContext } from './report-context.ts';
import { systemOf } from './stages/prepare-turn.ts';

type Expecting = Pick<Conversation, 'engine' | 'inUse'>;

/** Without a person there is no prompt that shows the figure; a command that does asks for it (`expectBase`). */
export async function expectContext({ engine, inUse }: Expecting): Promise<void> {
  const { live, model } = inUse.now;
  if (!engine.settings.approval.attended || live.outgoing.base() > 0) return;
  await expectBase({ engine, inUse });
  if (live.outgoing.base() > 0) return; // a request was sent meanwhile
  if (inUse.now.live === live) reportContext(model, live, engine);
}

export async function expectBase({ engine, inUse }: Expecting): Promise<void> {
  const { live, mode } = inUse.now;
  if (live.outgoing.base() > 0) return;
  const agent = inUse.agent();
  const { tools, specs } = toolboxOf(mode, agent, live, engine);
  const system = await systemOf(tools, mode, agent, engine);
  live.outgoing.expectBase(estimateBase(system, specs));
}
