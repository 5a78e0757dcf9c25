/** Asks an endpoint a small question that is answered with JSON: lists of models, facts about one. */

import type { Environment } from '../../base/net/proxy.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { ProviderFailure } from '../../protocol/provider.ts';
import { fault } from '../../words/fault.ts';
import type { ProtocolName } from '../catalogue/table.ts';
import { type Access, endpointOf } from './endpoint.ts';
import { networkFailure, statusFailure } from './failure.ts';
import { createTransport } from './http.ts';
import { keyHeaders } from './key-headers.ts';

export interface AskedEndpoint extends Access {
  protocol?: ProtocolName;
}

/** `status`: the HTTP status, if the server answered with an error. */
type JsonAnswer = { ok: true; value: unknown } | { ok: false; error: Fault; status?: number };

const MAX_JSON = 8 * 1024 * 1024;

/** `ms`: limit for each part of the exchange; twice that for all of it. A `body` makes it a POST. */
export async function askJson(
  asked: AskedEndpoint,
  url: URL,
  options: { env: Environment; ms: number; signal: AbortSignal; body?: unknown },
): Promise<JsonAnswer> {
  const { ms } = options;
  const { host } = url;
  const endpoint = endpointOf(asked);
  const timers = { connectMs: ms, headMs: ms, firstDataMs: ms, idleMs: ms };
  const transport = createTransport({ env: options.env, timers });
  const limit = AbortSignal.any([options.signal, AbortSignal.timeout(2 * ms)]);
  const body = options.body === undefined ? undefined : Buffer.from(JSON.stringify(options.body));
  const headers = {
    accept: 'application/json',
    ...(body && { 'content-type': 'application/json' }),
    ...keyHeaders(asked.protocol ?? 'openai-chat', asked.key),
    ...asked.headers,
  };
  try {
    const answer = await transport.send({ method: body ? 'POST' : 'GET', url, headers, ...(body && { body }) }, limit);
    let text = '';
    for await (const piece of answer.body.setEncoding('utf8')) {
      text += piece;
      if (text.length > MAX_JSON) return { ok: false, error: fault('answerTooLarge', host) };
    }
    if (answer.status !== 200)
      return {
        ok: false,
        error: failed(statusFailure(endpoint, answer.status, answer.headers, text)),
        status: answer.status,
      };
    return parseAnswer(text, host);
  } catch (error) {
    const why = limit.aborted ? fault('answerLate', host) : failed(networkFailure(endpoint, error));
    return { ok: false, error: why };
  }
}

function failed({ message, says = [] }: ProviderFailure): Fault {
  return { text: message, says };
}

function parseAnswer(text: string, host: string): JsonAnswer {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false, error: fault('noJson', host) }; // another program listens there
  }
}
