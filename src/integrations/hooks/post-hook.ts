/** Runs an `http` hook: posts its input to an address that was checked first, following no redirect. */

import type { IncomingMessage } from 'node:http';
import { codeOf, messageOf } from '../../base/errors.ts';
import { createConnector } from '../../base/net/http-connect.ts';
import { type Environment, proxyFor } from '../../base/net/proxy.ts';
import { classifyName, classifyUrl, type Resolve } from '../../base/net/url-reach.ts';
import type { PlainFault } from '../../protocol/fault.ts';
import { plainExtensionFault } from '../../words/extension-fault.ts';
import type { HookEnd } from './answer.ts';
import type { Hook, HookHandler } from './read.ts';

export interface PostOptions {
  resolve: Resolve;
  /** Environment from which proxies are determined. */
  env: Environment;
  /** Variables that headers may name: any for the user's hooks, none that looks like a secret for others. */
  variables(hook: Hook): Environment;
}

const CONNECT_MS = 10_000;
const MOST_BYTES = 1024 * 1024;
const VARIABLE = /\$\{(\w+)\}|\$(\w+)/g;

export async function postHook(
  hook: Hook,
  body: string,
  { resolve, env, variables }: PostOptions,
  signal: AbortSignal,
): Promise<HookEnd> {
  const { handler } = hook;
  if (handler.type !== 'http') return failed(plainExtensionFault('hookNoAddress'));
  const reach = await classifyUrl(handler.url, resolve);
  if (reach.kind === 'forbidden') return failed(plainExtensionFault('hookForbidden', reach.why));
  if (reach.kind === 'unresolved' && !proxyFor(reach.url, env))
    return failed(plainExtensionFault('hookForbidden', reach.why));
  const isHidden = reach.kind === 'private' && classifyName(handler.url).kind !== 'private';
  if (isHidden && hook.from.source !== 'user') return failed(plainExtensionFault('hookPrivateAddress', reach.url.host));
  const connector = createConnector(env, CONNECT_MS, false);
  const bytes = Buffer.from(body);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    ...headersOf(handler, variables(hook)),
  };
  const { promise, resolve: settle } = Promise.withResolvers<HookEnd>();
  const outgoing = connector.open(
    reach.url,
    'POST',
    headers,
    reach.kind === 'unresolved' ? undefined : reach.addresses,
  );
  const onAbort = () => {
    settle(failed(plainExtensionFault('hookNoAnswer')));
    outgoing.destroy();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  outgoing.once('response', (response) => void readEnd(response).then(settle));
  outgoing.on('error', (error) =>
    settle(failed(plainExtensionFault('hookUnreachable', codeOf(error) ?? messageOf(error)))),
  );
  outgoing.once('close', () => settle(failed(plainExtensionFault('hookDisconnected'))));
  outgoing.end(bytes);
  if (signal.aborted) onAbort();
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Anything but a 2xx status is a failure. */
async function readEnd(response: IncomingMessage): Promise<HookEnd> {
  const { statusCode = 0 } = response;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MOST_BYTES) {
        response.destroy();
        return failed(plainExtensionFault('hookAnswerTooLarge'));
      }
      chunks.push(chunk);
    }
  } catch (error) {
    return failed(plainExtensionFault('hookAnswerBroke', messageOf(error)));
  }
  if (statusCode < 200 || statusCode > 299) return failed(plainExtensionFault('hookStatus', String(statusCode)));
  return { stdout: Buffer.concat(chunks).toString('utf8'), stderr: '', exitCode: 0 };
}

/** Replaces `$NAME` with a variable that the hook lists, and any other variable with nothing. */
function headersOf({ headers, variables }: HookHandler & { type: 'http' }, env: Environment): Record<string, string> {
  const valueOf = (name: string) => (variables.includes(name) ? (env[name] ?? '') : '');
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      value.replace(VARIABLE, (_, a?: string, b?: string) => valueOf(a ?? b ?? '')).replaceAll(/[\r\n]/g, ' '),
    ]),
  );
}

function failed(failure: PlainFault): HookEnd {
  return { stdout: '', stderr: '', exitCode: 0, failure };
}
