/** One request to an endpoint and its streamed answer: what all protocols share, above all fault handling. */

import { CoderError, codeOf, messageOf } from '../../base/errors.ts';
import { callIdsOf } from '../../protocol/message.ts';
import type { ChatRequest, Provider, ProviderFailure, StreamPart } from '../../protocol/provider.ts';
import { fault, faultError, faultOf, faultWith } from '../../words/fault.ts';
import type { Quirks, ReasoningLevel } from '../catalogue/table.ts';
import type { AnswerReader, ReaderOptions } from './answer-reader.ts';
import { chunksOf } from './body-chunks.ts';
import { createBodyText } from './body-text.ts';
import { type Access, type Endpoint, endpointOf, urlBelow } from './endpoint.ts';
import { failureFrom, networkFailure, statusFailure, streamFailure } from './failure.ts';
import type { HttpAnswer, Transport } from './http.ts';
import { createEventReader } from './sse.ts';
import { type StallTimer, stallTimer, type Timers } from './timers.ts';

/** Where and how an adapter sends its requests. */
export interface AdapterOptions extends Access {
  /** Id of the row in the vendor table. */
  vendor: string;
  headers: Readonly<Record<string, string>>;
  quirks: Quirks;
  /** How much the model should think; absent for the vendor's default. */
  reasoning?: ReasoningLevel;
  timers: Timers;
  transport: Transport;
}

/** What a protocol adds: the path, the key's header, the body, and how its events are read. */
interface Protocol {
  /** Path below the base URL. */
  path(request: ChatRequest): string;
  headers: Readonly<Record<string, string>>;
  /** Marks the blocks of this protocol in `AssistantMessage.raw`. */
  raw(request: ChatRequest): string;
  body(request: ChatRequest): Readonly<Record<string, unknown>>;
  reader(options: ReaderOptions): AnswerReader;
}

/** More than any real answer, and little enough to be read. */
const MAX_BODY = 64 * 1024 * 1024;
const MAX_ERROR_BODY = 64 * 1024;

export function createEndpointProvider(options: AdapterOptions, protocol: Protocol): Provider {
  const endpoint = endpointOf(options);
  const bodyText = createBodyText();
  let last: { path: string; url: URL } | undefined;
  /** The same as the last time, mostly. */
  const urlOf = (path: string): URL => {
    if (last?.path !== path) last = { path, url: urlBelow(options.baseUrl, path) };
    return last.url;
  };
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'accept-encoding': 'identity',
    ...protocol.headers,
    ...options.headers,
  };
  return {
    id: options.vendor,
    async *stream(request, signal) {
      const reader = protocol.reader({
        host: endpoint.host,
        raw: protocol.raw(request),
        usedIds: callIdsOf(request.messages),
        maxOutputTokens: request.maxOutputTokens,
        failureOf: (value) => streamFailure(endpoint, value),
      });
      let answer: HttpAnswer | undefined;
      try {
        const url = urlOf(protocol.path(request));
        const body = Buffer.from(bodyText(protocol.body(request), request.tools));
        answer = await options.transport.send({ method: 'POST', url, headers, body }, signal);
        if (answer.status < 200 || answer.status > 299) {
          const text = await readRefusal(answer, options.timers);
          if (signal.aborted) throw new CoderError('cancelled', 'cancelled');
          yield failed(statusFailure(endpoint, answer.status, answer.headers, text));
          return;
        }
        yield* readAnswer(answer, reader, options.timers);
      } catch (error) {
        // The contract: whatever happens, the stream ends with `end`.
        yield failed(failureOf(endpoint, error, signal));
      } finally {
        if (reader.state === 'done' || reader.state === 'finished') void answer?.release();
        else answer?.destroy(new CoderError('unread', 'the answer is not wanted any more'));
      }
    },
  };
}

async function* readAnswer(answer: HttpAnswer, reader: AnswerReader, timers: Timers): AsyncGenerator<StreamPart> {
  const type = answer.headers['content-type'] ?? '';
  if (/^text\/html/i.test(type)) throw new CoderError('web-page', 'a web page');
  if (/^application\/json/i.test(type)) {
    yield* readWhole(answer, reader, timers);
    return;
  }
  let stalled = false;
  const stall = stallTimer(timers, (waitedMs) => {
    stalled = true;
    answer.destroy(new CoderError('stalled', String(Math.round(waitedMs / 100) / 10)));
  });
  try {
    yield* readEvents(answer, reader, stall);
  } catch (error) {
    // After the finish marker the answer is complete, however the connection ends.
    if (reader.state !== 'finished' || (!stalled && isFault(error))) throw error;
  } finally {
    stall.stop();
  }
  if (reader.state === 'done') await answer.release();
  yield* reader.finish();
}

/** A server that does not stream sends the whole message at once; some label their stream as JSON. */
async function* readWhole(answer: HttpAnswer, reader: AnswerReader, timers: Timers): AsyncGenerator<StreamPart> {
  const chunks: Buffer[] = [];
  await gather(answer, timers, MAX_BODY, chunks);
  const text = Buffer.concat(chunks).toString('utf8');
  if (text.trimStart().startsWith('{')) {
    reader.event(text);
    reader.wholeBody?.();
  } else {
    const source = createEventReader((data) => reader.event(data));
    source.feed(Buffer.from(text));
    source.end();
  }
  yield* reader.take();
  yield* reader.finish();
}

async function* readEvents(answer: HttpAnswer, reader: AnswerReader, stall: StallTimer): AsyncGenerator<StreamPart> {
  let events = 0;
  let size = 0;
  const source = createEventReader((data) => {
    events += 1;
    reader.event(data);
  });
  const isOver = (): boolean => reader.state === 'done' || reader.state === 'failed';
  stall.wait('nothing');
  for await (const bytes of chunksOf(answer.body)) {
    stall.pause();
    size += bytes.length;
    if (size > MAX_BODY) throw faultError('event-too-large', fault('aLargeStream', '64'));
    const before = events;
    try {
      source.feed(bytes);
    } finally {
      yield* reader.take(); // text before a fault in the same read has arrived
    }
    if (isOver()) break;
    stall.wait(events === before ? 'bytes' : reader.state === 'finished' ? 'finish' : 'event');
  }
  if (!isOver()) {
    source.end();
    yield* reader.take();
  }
}

/** True for faults of the stream's content, as opposed to its connection. */
function isFault(error: unknown): boolean {
  return ['event-too-large', 'bad-stream', 'cancelled'].includes(codeOf(error) ?? '');
}

function failureOf(endpoint: Endpoint, error: unknown, signal: AbortSignal): ProviderFailure {
  const { host } = endpoint;
  if (signal.aborted) return failureFrom('cancelled', fault('cancelled'));
  switch (codeOf(error)) {
    case 'event-too-large':
      return failureFrom('bad-stream', faultWith('sentTooMuch', host, faultOf(error)));
    case 'bad-stream':
      return failureFrom('bad-stream', faultWith('corruptStream', host, faultOf(error)), true);
    case 'stalled':
      return failureFrom('timeout', fault('noData', host, messageOf(error)), true);
    case 'stopped':
      return failureFrom('timeout', fault('stoppedAnswering', host), true);
    case 'web-page':
      return failureFrom('bad-request', fault('webPage', host));
    default:
      return networkFailure(endpoint, error);
  }
}

function failed(error: ProviderFailure): StreamPart {
  return { type: 'end', reason: 'error', error };
}

/** The text of a refusal; the status counts even if the body could not be read. */
async function readRefusal(answer: HttpAnswer, timers: Timers): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    await gather(answer, timers, MAX_ERROR_BODY, chunks);
  } catch (error) {
    answer.destroy(error instanceof Error ? error : new CoderError('unread', messageOf(error)));
  }
  return Buffer.concat(chunks).toString('utf8', 0, MAX_ERROR_BODY);
}

async function gather(answer: HttpAnswer, timers: Timers, limit: number, chunks: Buffer[]): Promise<void> {
  let size = 0;
  const stall = stallTimer(timers, () => answer.destroy(new CoderError('stopped', 'stopped')));
  try {
    stall.wait('nothing');
    for await (const bytes of chunksOf(answer.body)) {
      stall.wait('bytes');
      chunks.push(bytes);
      size += bytes.length;
      if (size > limit) throw faultError('event-too-large', fault('aLargeAnswer', String(limit / 1024 / 1024)));
    }
  } finally {
    stall.stop();
  }
}
