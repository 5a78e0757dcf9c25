/** One model call: stream it, try again where that helps, commit what was said. */

import { sleep } from '../../base/abort.ts';
import { type AssistantMessage, addUsage, callsOf, type Part } from '../../protocol/message.ts';
import type { ChatRequest, Provider, StreamEnd } from '../../protocol/provider.ts';
import type { TurnState } from '../../protocol/turn.ts';
import { record } from '../call/record.ts';
import { createTextWatch } from '../loop/text-watch.ts';
import { reportContext } from '../report-context.ts';
import { planRetry } from '../retry.ts';
import type { Services } from '../services.ts';
import { shrinkContext } from './fit-context.ts';
import { toSpecs } from './prepare-turn.ts';
import { describeText, endOf, mayGoOn } from './watch-loop.ts';

const STILL_TOO_LONG =
  'There is no more to leave out. Take a model with a larger window, set context_limit to what this one takes, or start afresh with /new.';

/** `isSecond`: the provider said that it was too much, and room was made. */
export async function chatStep(
  state: TurnState,
  services: Services,
  signal: AbortSignal,
  isSecond = false,
): Promise<TurnState> {
  if (state.step >= services.limits.maxSteps) {
    return { ...state, calls: [], stop: 'step-limit', error: `step limit reached (${services.limits.maxSteps})` };
  }
  const provider = await services.provider(state.model);
  const request: ChatRequest = {
    model: state.model,
    system: state.system,
    messages: services.outgoing.messages(),
    tools: toSpecs(state.tools),
  };
  for (let attempt = 1; ; attempt++) {
    const { content, end, loop } = await streamOnce(provider, request, state.trail !== undefined, services, signal);
    if (loop) return breakOff({ ...state, ...loop }, content, services);
    if (end.reason !== 'error') return commit({ ...state, step: state.step + 1 }, content, end, services);
    if (signal.aborted || end.error.code === 'cancelled') {
      return breakOff({ ...state, stop: 'cancelled' }, content, services);
    }
    if (end.error.code === 'overflow' && !isSecond) {
      const made = await shrinkContext(state, services, signal);
      if (made.shrunk) return chatStep(made.state, services, signal, true);
    }
    const plan = planRetry(end.error, attempt, services.limits, Math.random());
    if (!plan.again) {
      const error = end.error.code === 'overflow' ? `${plan.message} ${STILL_TOO_LONG}` : plan.message;
      return breakOff({ ...state, stop: 'failed', error }, content, services);
    }

    const { maxRetries: of } = services.limits;
    const discarded = content.length > 0;
    services.emit({ type: 'retry', attempt, of, delayMs: plan.delayMs, reason: end.error.message, discarded });
    await sleep(plan.delayMs, signal);
    if (signal.aborted) return { ...state, calls: [], stop: 'cancelled' };
  }
}

/** How a stream ends for us that is not read to its end. */
const UNREAD: StreamEnd = {
  type: 'end',
  reason: 'error',
  error: { code: 'cancelled', message: 'Not read to its end.', retryable: false },
};

interface Streamed {
  content: Part[];
  end: StreamEnd;
  /** It said the same over and over, and was not to go on. */
  loop?: Pick<TurnState, 'stop' | 'error'>;
}

async function streamOnce(
  provider: Provider,
  request: ChatRequest,
  isWatched: boolean,
  services: Services,
  signal: AbortSignal,
): Promise<Streamed> {
  const content: Part[] = [];
  const pieces: string[] = []; // joined once, when the kind changes: no string grows by a token at a time
  let kind: 'text' | 'thinking' = 'text';
  let watch = isWatched ? createTextWatch() : undefined;
  const close = () => {
    if (pieces.length > 0) content.push({ type: kind, text: pieces.join('') });
    pieces.length = 0;
  };
  for await (const part of provider.stream(request, signal)) {
    switch (part.type) {
      case 'text':
      case 'thinking': {
        if (part.type !== kind) {
          close();
          kind = part.type;
          watch &&= createTextWatch();
        }
        pieces.push(part.text);
        services.emit({ type: part.type === 'text' ? 'text-delta' : 'thinking-delta', text: part.text });
        const repeated = watch?.push(part.text);
        if (!repeated) break;
        const what = describeText(repeated, services);
        const wish = await mayGoOn(what, services, signal);
        if (wish !== 'go-on') {
          close();
          return { content, end: UNREAD, loop: endOf(wish, what, services) };
        }
        watch = undefined;
        break;
      }
      case 'call':
        close();
        content.push({ type: 'call', call: part.call });
        break;
      case 'end':
        close();
        return { content, end: part };
    }
  }
  close();
  const message = 'The provider ended its stream without an end marker.';
  return { content, end: { type: 'end', reason: 'error', error: { code: 'bad-stream', message, retryable: true } } };
}

async function commit(
  state: TurnState,
  content: Part[],
  end: Exclude<StreamEnd, { reason: 'error' }>,
  services: Services,
): Promise<TurnState> {
  const message: AssistantMessage = {
    role: 'assistant',
    content,
    model: state.model,
    ...(end.usage && { usage: end.usage }),
    ...(end.raw && { raw: end.raw }),
  };
  await record(state, message, services);
  reportContext(state.model, services);
  const usage = addUsage(state.usage, end.usage);
  const calls = callsOf(content);
  if (end.reason === 'refused') {
    return { ...state, usage, calls: [], stop: 'failed', error: 'The model refused to answer (content filter).' };
  }
  return { ...state, usage, calls, ended: end.reason };
}

/** Keeps what had arrived, marked; a call of a broken stream never runs and is dropped. */
async function breakOff(state: TurnState, content: Part[], services: Services): Promise<TurnState> {
  const kept = content.filter((part) => part.type !== 'call');
  const { model } = state;
  if (kept.length > 0) await record(state, { role: 'assistant', content: kept, model, interrupted: true }, services);
  return { ...state, calls: [] };
}
