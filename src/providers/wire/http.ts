/** One HTTP exchange with an endpoint: timed, cancellable at once, and never sent to another origin. */

import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { CoderError, codeOf, messageOf } from '../../base/errors.ts';
import { decodedBody } from '../../base/net/decode-body.ts';
import { type Connector, createConnector } from '../../base/net/http-connect.ts';
import type { Environment } from '../../base/net/proxy.ts';
import { fault, faultError } from '../../words/fault.ts';
import { MACHINE_CLOCK, type Timers } from './timers.ts';

interface HttpRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  /** Decoded; reading it fails if the connection breaks, the encoding is wrong or the signal fires. */
  body: Readable;
  /** For when the content is complete: frees the connection when the body ends, closes it if that takes longer than a moment. */
  release(): Promise<void>;
  /** Closes the connection. */
  destroy(error: Error): void;
}

export interface Transport {
  /** Fails with the system's error, which `networkFailure` makes readable. */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>;
}

const MAX_REDIRECTS = 3;
/** Time for the last bytes of a body whose content is already complete. */
const RELEASE_MS = 50;
/** A line this slow (in bytes per ms) still gets enough time to send the request. */
const SLOWEST_UPLOAD = 50;

export function createTransport(options: { timers: Timers; env: Environment }): Transport {
  const connector = createConnector(options.env, options.timers.connectMs, true);
  return {
    async send(request, signal) {
      let { url } = request;
      for (let hop = 0; ; hop++) {
        const response = await exchangeOnce(connector, { ...request, url }, options.timers, signal);
        const target = redirectTarget(response, url);
        if (!target) return toAnswer(response, signal);
        response.destroy(); // its body may be endless
        // The key was given for this origin only, and a redirect is the server's wish, not the person's.
        if (target.origin !== url.origin) throw faultError('bad-redirect', fault('redirectsTo', target.host));
        if (hop >= MAX_REDIRECTS) throw faultError('bad-redirect', fault('redirectsOn'));
        url = target;
      }
    },
  };
}

/** Retries once, silently, if the server has just closed a kept connection; nothing had arrived. */
async function exchangeOnce(
  connector: Connector,
  request: HttpRequest,
  timers: Timers,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  try {
    return await exchange(connector, request, timers, signal);
  } catch (error) {
    if (codeOf(error) !== 'stale-connection' || signal.aborted) throw error;
    return exchange(connector, request, timers, signal);
  }
}

function exchange(
  connector: Connector,
  request: HttpRequest,
  timers: Timers,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { url, method, headers, body } = request;
  return new Promise((resolve, reject) => {
    if (signal.aborted) throw new CoderError('cancelled', 'cancelled');
    const outgoing = connector.open(url, method, {
      ...headers,
      ...(body && { 'content-length': String(body.length) }),
    });
    const giveUp = (what: 'notReached' | 'notAnswered', ms: number): void => {
      outgoing.destroy(faultError('timeout', fault(what, url.host, String(Math.round(ms / 100) / 10))));
    };
    const { connectMs, headMs, clock = MACHINE_CLOCK } = timers;
    let stop = clock.after(connectMs, () => giveUp('notReached', connectMs));
    const onConnected = (): void => {
      stop();
      const uploadMs = (body?.length ?? 0) / SLOWEST_UPLOAD;
      stop = clock.after(headMs + uploadMs, () => giveUp('notAnswered', headMs));
    };
    const onAbort = (): void => void outgoing.destroy(new CoderError('cancelled', 'cancelled'));
    const settle = (): void => {
      stop();
      signal.removeEventListener('abort', onAbort);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    outgoing.once('socket', (socket) => {
      if (!socket.connecting) onConnected();
      else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', onConnected);
    });
    outgoing.once('response', (response) => {
      settle();
      resolve(response);
    });
    outgoing.on('error', (error) => {
      settle();
      const stale = outgoing.reusedSocket && (codeOf(error) === 'ECONNRESET' || codeOf(error) === 'EPIPE');
      reject(stale ? new CoderError('stale-connection', messageOf(error), { cause: error }) : error);
    });
    outgoing.end(body);
  });
}

function redirectTarget(response: IncomingMessage, url: URL): URL | undefined {
  const { statusCode = 0, headers } = response;
  if (![301, 302, 307, 308].includes(statusCode) || !headers.location) return undefined;
  return URL.parse(headers.location, url.href) ?? undefined;
}

function toAnswer(response: IncomingMessage, signal: AbortSignal): HttpAnswer {
  const body = decodedBody(response);
  const destroy = (error: Error): void => void body.destroy(error);
  const onAbort = (): void => destroy(new CoderError('cancelled', 'cancelled'));
  response.once('close', () => signal.removeEventListener('abort', onAbort));
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  body.on('error', () => {}); // a reader gets the error too; without one it does not matter
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body,
    destroy,
    async release() {
      if (body.readableEnded || body.destroyed || body.readableFlowing) return;
      const ended = new Promise<void>((resolve) => body.once('close', resolve));
      const close = (): void => void body.destroy();
      body.resume();
      if (response.complete) return ended; // the body is complete, and the next request can use the connection
      const timer = setTimeout(close, RELEASE_MS);
      timer.unref();
      body.once('data', close);
      body.once('close', () => clearTimeout(timer));
    },
  };
}
