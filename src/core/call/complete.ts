/** Lets a tool's server ask the model while it serves a call: spending is counted as usual, and nothing is asked beyond the budget. */

import type { Completion, CompletionRequest } from '../../protocol/completion.ts';
import { askModel } from '../ask-model.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';

export async function complete(
  { server, system, said, maxTokens }: CompletionRequest,
  model: string,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<Completion> {
  if (isSpent(live)) return { ok: false, error: 'the budget of the session is spent' };
  const messages = said.map(({ role, text }) => {
    const content = [{ type: 'text' as const, text }];
    return role === 'user' ? { role, content } : { role, content, model };
  });
  const { text, usage } = await askModel({ model, system, messages, maxOutputTokens: maxTokens }, engine, signal);
  if (usage) await live.log.append({ type: 'usage', agent: server, model, usage });
  return text === '' ? { ok: false, error: 'the model gave no answer' } : { ok: true, text, model };
}

function isSpent({ meter, log }: LiveSession): boolean {
  const { money = Infinity, tokens = Infinity, minutes = Infinity } = meter.budget;
  const spent = meter.spent(log.now());
  return spent.money >= money || spent.tokens >= tokens || spent.minutes >= minutes;
}
