/** Makes one model call: streams it, retries if that can help, commits the reply. */

import { settledOrAborted, sleep } from '../../base/abort.ts';
import { createTextGatherer } from '../../base/long-text/gather-text.ts';
import { setText } from '../../base/long-text/long-field.ts';
import type { Citation } from '../../protocol/citation.ts';
import { type AssistantMessage, addUsage, callsOf, type Part } from '../../protocol/message.ts';
import type { ChatRequest, Provider, ProviderFailure, StreamEnd } from '../../protocol/provider.ts';
import { cancelled } from '../../protocol/tool.ts';
import { fault, saidIn } from '../../words/fault.ts';
import { record } from '../call/record.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { createTextWatch, type TextWatch } from '../loop/text-watch.ts';
import { reportContext } from '../report-context.ts';
import { planRetry } from '../retry.ts';
import { NO_CALLS, NO_TOOLS, type TurnState } from '../turn-state.ts';
import { shrinkContext } from './fit-context.ts';
import { describeText, endOf, mayGoOn } from './watch-loop.ts';

export async function chatStep(
  state: TurnState,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<TurnState> {
  const { max_steps: maxSteps } = engine.settings.runtime;
  const step = state.step - state.continued; // asking to continue has a separate limit
  if (step >= maxSteps) {
    return { ...state, reply: NO_CALLS, stop: 'step-limit', error: engine.words.turn.stepLimit(maxSteps) };
  }
  if (step === 0 || step < maxSteps - 1) return chat(state, live, engine, signal);
  const content = [{ type: 'text' as const, text: LAST_STEP }];
  await record(state, { role: 'user', by: 'coder', content }, live, engine);
  const { toolbox } = state;
  const last = await chat({ ...state, toolbox: NO_TOOLS }, live, engine, signal);
  if (last.stop) return { ...last, toolbox };
  for (const { id, name } of last.reply.calls) {
    const outcome = cancelled('Not run: this was the last step.');
    await record(last, { role: 'tool', callId: id, name, outcome }, live, engine);
  }
  return { ...last, toolbox, reply: NO_CALLS, stop: 'step-limit', error: engine.words.turn.stepLimit(maxSteps) };
}

/** Sent to the model without tools, so that there is an answer even if the work is not done. */
const LAST_STEP = 'Last step: answer with what you have.';

/** `mayShrink` is false once room was made because the provider reported an overflow. */
async function chat(
  state: TurnState,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
  { mayShrink = true } = {},
): Promise<TurnState> {
  const provider = await engine.models.provider(state.fixed.model);
  const request: ChatRequest = {
    model: state.fixed.model,
    system: state.fixed.system,
    messages: live.outgoing.messages(),
    tools: state.toolbox.specs,
  };
  const { runtime } = engine.settings;
  for (let attempt = 1; ; attempt++) {
    const watch = state.trail && createTextWatch();
    const { content, citations = [], end, loop } = await streamOnce(provider, request, watch, engine, signal);
    if (loop) return breakOff({ ...state, ...loop }, content, live, engine);
    if (end.reason !== 'error')
      return commit({ ...state, step: state.step + 1 }, { content, citations }, end, live, engine);
    if (signal.aborted || end.error.code === 'cancelled') {
      return breakOff({ ...state, stop: 'cancelled' }, content, live, engine);
    }
    if (end.error.code === 'overflow' && mayShrink) {
      const made = await shrinkContext(state, live, engine, signal);
      if (made.shrunk) return chat(made.state, live, engine, signal, { mayShrink: false });
    }
    const plan = planRetry(end.error, attempt, runtime, Math.random());
    if (!plan.again) {
      const { nothingMoreToDrop, asksToWait } = engine.words.turn;
      const more = [
        ...(plan.waitSeconds === undefined ? [] : [asksToWait(plan.waitSeconds)]),
        ...(end.error.code === 'overflow' ? [nothingMoreToDrop] : []),
      ];
      const error = [shownFailure(end.error, engine), ...more].join(' ');
      return breakOff({ ...state, stop: 'failed', error }, content, live, engine);
    }

    const { delayMs } = plan;
    const discarded = content.length > 0;
    const reason = shownFailure(end.error, engine);
    engine.person.emit({ type: 'retry', attempt, of: runtime.max_retries, delayMs, reason, discarded });
    await sleep(delayMs, signal);
    if (signal.aborted) return { ...state, reply: NO_CALLS, stop: 'cancelled' };
  }
}

function shownFailure({ message, says }: ProviderFailure, { words }: Engine): string {
  return saidIn({ text: message, ...(says && { says }) }, words.faults);
}

/** The end used for a stream that was not read to its end. */
const UNREAD: StreamEnd = {
  type: 'end',
  reason: 'error',
  error: { code: 'cancelled', message: 'Not read to its end.', retryable: false },
};

interface Streamed {
  content: Part[];
  citations?: Citation[];
  end: StreamEnd;
  /** Set if the text repeated over and over and was stopped. */
  loop?: Pick<TurnState, 'stop' | 'error'>;
}

async function streamOnce(
  provider: Provider,
  request: ChatRequest,
  watch: TextWatch | undefined,
  engine: Engine,
  signal: AbortSignal,
): Promise<Streamed> {
  const content: Part[] = [];
  const citations: Citation[] = [];
  const pieces = createTextGatherer(); // joined once per part, so that no string grows token by token
  let kind: 'text' | 'thinking' = 'text';
  let watched = watch;
  const close = () => {
    if (!pieces.isEmpty) content.push(setText({ type: kind, text: '' }, 'text', pieces.take()));
  };
  for await (const part of provider.stream(request, signal)) {
    switch (part.type) {
      case 'text':
      case 'thinking': {
        if (part.type !== kind) {
          close();
          kind = part.type;
          watched &&= createTextWatch();
        }
        pieces.add(part.text);
        engine.person.emit({ type: part.type === 'text' ? 'text-delta' : 'thinking-delta', text: part.text });
        const room = engine.person.room?.();
        if (room) await settledOrAborted(room, signal);
        const repeated = watched?.push(part.text);
        if (!repeated) break;
        engine.person.emit({ type: 'loop', kind: 'text', repeated: [repeated.text], times: repeated.times });
        const what = describeText(repeated, engine);
        const wish = await mayGoOn(what, engine, signal);
        if (wish !== 'go-on') {
          close();
          return { content, end: UNREAD, loop: endOf(wish, what, engine) };
        }
        watched = undefined;
        break;
      }
      case 'citation':
        citations.push(part.citation);
        engine.person.emit({ type: 'citation', number: citations.length, citation: part.citation });
        break;
      case 'call':
        close();
        content.push({ type: 'call', call: part.call });
        break;
      case 'end':
        close();
        return { content, citations, end: part };
    }
  }
  close();
  const { text: message, says } = fault('noEndMarker');
  const error = { code: 'bad-stream' as const, message, says, retryable: true };
  return { content, end: { type: 'end', reason: 'error', error } };
}

async function commit(
  state: TurnState,
  { content, citations }: Required<Pick<Streamed, 'content' | 'citations'>>,
  end: Exclude<StreamEnd, { reason: 'error' }>,
  live: LiveSession,
  engine: Engine,
): Promise<TurnState> {
  const message: AssistantMessage = {
    role: 'assistant',
    content,
    model: state.fixed.model,
    ...(end.usage && { usage: end.usage }),
    ...(citations.length > 0 && { citations }),
    ...(end.raw && { raw: end.raw }),
  };
  await record(state, message, live, engine);
  reportContext(state.fixed.model, live, engine);
  const usage = addUsage(state.usage, end.usage);
  const calls = callsOf(content);
  if (end.reason === 'refused') {
    return { ...state, usage, reply: NO_CALLS, stop: 'failed', error: engine.words.turn.modelRefused };
  }
  return { ...state, usage, reply: { calls, ended: end.reason } };
}

/** Keeps the text that had arrived, marked as interrupted; calls of a broken stream never run and are dropped. */
async function breakOff(state: TurnState, content: Part[], live: LiveSession, engine: Engine): Promise<TurnState> {
  const kept = content.filter((part) => part.type !== 'call');
  const { model } = state.fixed;
  if (kept.length > 0)
    await record(state, { role: 'assistant', content: kept, model, interrupted: true }, live, engine);
  return { ...state, reply: NO_CALLS };
}
