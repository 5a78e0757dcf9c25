/** Fetches a page through all its redirects: every hop is checked, and the connection goes to the addresses that were checked. */

import type { IncomingMessage } from 'node:http';
import { CoderError, codeOf, messageOf } from '../../base/errors.ts';
import { decodedBody } from '../../base/net/decode-body.ts';
import { type Connector, createConnector } from '../../base/net/http-connect.ts';
import { type Environment, proxyFor } from '../../base/net/proxy.ts';
import { classifyName, classifyUrl, type Resolve } from '../../base/net/url-reach.ts';

export interface PageRequest {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  maxBytes: number;
}

export interface PageAnswer {
  /** The address at which the redirects ended. */
  url: URL;
  status: number;
  contentType: string;
  /** At most `maxBytes`, decompressed. */
  bytes: Buffer;
  truncated: boolean;
}

const MAX_HOPS = 10;
const CONNECT_MS = 15_000;
/** Only these headers follow a redirect to another host; all others are meant for the first host alone. */
const HARMLESS_HEADERS = new Set(['accept', 'accept-language', 'user-agent']);
const FORBIDDEN_HEADERS =
  /^(host|content-length|connection|transfer-encoding|te|upgrade|trailer|expect|keep-alive|proxy-.*)$/i;

/** Throws a `CoderError` with a text for the model if the page may not or cannot be fetched. */
export async function requestPage(
  request: PageRequest,
  deps: { resolve: Resolve; env: Environment },
  signal: AbortSignal,
): Promise<PageAnswer> {
  const connector = createConnector(deps.env, CONNECT_MS, false);
  let next = { ...request, headers: ownHeaders(request.headers) };
  let first: { origin: string; host: string; isPrivate: boolean } | undefined;
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const reach = await classifyUrl(next.url, deps.resolve);
    if (reach.kind === 'forbidden')
      throw new CoderError('forbidden', first ? `The page redirects: ${reach.why}` : reach.why);
    const { url } = reach;
    if (reach.kind === 'unresolved' && !proxyFor(url, deps.env)) throw new CoderError('unresolved', reach.why);
    const isPrivate = reach.kind === 'private';
    // The person or rule that allowed the request saw a public name.
    if (!first && isPrivate && classifyName(next.url).kind !== 'private') {
      throw new CoderError(
        'forbidden',
        `${url.host} points to a private address, ${reach.addresses[0]}. Fetch that address itself, or use bash, if it is meant.`,
      );
    }
    // The person allowed the first host; an answer from outside must not use that to reach the internal network.
    if (first && isPrivate && !(first.isPrivate && first.host === url.host)) {
      throw new CoderError(
        'forbidden',
        `The page redirects to ${url.host}, a private address. Fetch that address itself if it is meant.`,
      );
    }
    first ??= { origin: url.origin, host: url.host, isPrivate };
    const addresses = reach.kind === 'unresolved' ? undefined : reach.addresses;
    const response = await send(connector, url, next, addresses, signal);
    const target = redirectTarget(response, url);
    if (!target) return readAnswer(response, url, request.maxBytes, signal);
    response.destroy();
    next = follow(next, response.statusCode ?? 0, url, target);
  }
  throw new CoderError('redirects', `${request.url} redirects more than ${MAX_HOPS} times.`);
}

function ownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const own: Record<string, string> = {
    'user-agent': 'coder',
    accept: 'text/html, text/markdown, text/plain, application/json, */*;q=0.5',
    'accept-encoding': 'gzip, deflate, br',
  };
  for (const [name, value] of Object.entries(headers)) {
    if (FORBIDDEN_HEADERS.test(name)) throw new CoderError('header', `The header ${name} cannot be set.`);
    own[name.toLowerCase()] = value;
  }
  return own;
}

function send(
  connector: Connector,
  url: URL,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: string },
  addresses: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) throw new CoderError('cancelled', 'cancelled');
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const length = bytes && { 'content-length': String(bytes.length) };
    const outgoing = connector.open(url, method, { ...headers, ...length }, addresses);
    const onAbort = (): void => void outgoing.destroy(new CoderError('cancelled', 'cancelled'));
    signal.addEventListener('abort', onAbort, { once: true });
    outgoing.once('close', () => {
      signal.removeEventListener('abort', onAbort);
      // A response that switches protocols emits neither `response` nor `error`.
      reject(unreachable(url, new Error('the connection was closed without an answer')));
    });
    outgoing.once('response', resolve);
    outgoing.on('error', (error) => reject(unreachable(url, error)));
    outgoing.end(bytes);
  });
}

function unreachable(url: URL, error: Error): CoderError {
  return new CoderError('unreachable', `${url.host} cannot be reached: ${codeOf(error) ?? messageOf(error)}.`, {
    cause: error,
  });
}

function redirectTarget({ statusCode = 0, headers }: IncomingMessage, url: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) return undefined;
  return URL.parse(headers.location, url.href) ?? undefined;
}

type Hop = PageRequest & { headers: Record<string, string> };

function follow(request: Hop, status: number, from: URL, to: URL): Hop {
  const becomesGet = status === 303 || (status < 303 && request.method === 'POST');
  const leaves = to.origin !== from.origin;
  if (leaves && !becomesGet && request.body !== undefined) {
    throw new CoderError(
      'redirects',
      `${from.host} redirects the ${request.method} to ${to.host}, which is not followed.`,
    );
  }
  const headers = Object.entries(request.headers).filter(([name]) => {
    if (becomesGet && name.startsWith('content-')) return false;
    return !leaves || HARMLESS_HEADERS.has(name) || name === 'accept-encoding';
  });
  const { body, ...rest } = request;
  return {
    ...rest,
    url: to.href,
    headers: Object.fromEntries(headers),
    ...(becomesGet ? { method: request.method === 'HEAD' ? 'HEAD' : 'GET' } : body !== undefined && { body }),
  };
}

/** Responses without a body may still name an encoding, but an empty body is not valid gzip. */
function isBodiless(response: IncomingMessage & { req?: { method?: string } }): boolean {
  const { statusCode, headers, req } = response;
  return req?.method === 'HEAD' || statusCode === 204 || statusCode === 304 || headers['content-length'] === '0';
}

async function readAnswer(
  response: IncomingMessage,
  url: URL,
  maxBytes: number,
  signal: AbortSignal,
): Promise<PageAnswer> {
  const body = isBodiless(response) ? response : decodedBody(response);
  const onAbort = (): void => void body.destroy(new CoderError('cancelled', 'cancelled'));
  signal.addEventListener('abort', onAbort, { once: true });
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) break; // counted after decompression, as a small response may expand to a huge one
    }
  } catch (error) {
    throw new CoderError('unreachable', `The answer of ${url.host} broke off: ${messageOf(error)}.`, { cause: error });
  } finally {
    signal.removeEventListener('abort', onAbort);
    response.destroy();
  }
  return {
    url,
    status: response.statusCode ?? 0,
    contentType: response.headers['content-type'] ?? '',
    bytes: Buffer.concat(chunks).subarray(0, maxBytes),
    truncated: size > maxBytes,
  };
}
