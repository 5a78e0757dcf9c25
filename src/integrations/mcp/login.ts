/**
 * A login at a server, only at the person's request: the browser returns to a loopback port reserved for this server, or its address is
 * pasted.
 */

import type { Server as HttpServer } from 'node:http';
import {
  auth,
  Client,
  type OAuthClientProvider,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { CoderError, codeOf, messageOf } from '../../base/errors.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { faultError } from '../../words/fault.ts';
import { createAuthProvider } from './auth-provider.ts';
import type { HttpEntry } from './entry.ts';
import { faultIn } from './fault.ts';
import type { TokenStore } from './token-store.ts';

export interface LoginIo {
  /** Shows the whole address, and opens it if there is a browser. */
  show(url: string): void | Promise<void>;
  /** The address at which the browser ended, for when it cannot return on its own. */
  pasted: Promise<string>;
  /** What the browser shows at the end. */
  farewell: string;
}

/** Throws `CoderError('login')` with what went wrong. A refused login leaves nothing behind. */
export async function logIn(
  { url, headers, kind, oauth }: HttpEntry,
  tokens: TokenStore,
  version: string,
  io: LoginIo,
  signal: AbortSignal,
): Promise<'already' | 'done'> {
  if (oauth?.grant) throw refused(extensionFault('loginAutomatic', oauth.grant));
  const isOldIssuer = tokens.load(url)?.isOldIssuer === true;
  const back = await waitForBrowser(tokens.load(url)?.port ?? oauth?.callbackPort, io.farewell, signal);
  try {
    let state = '';
    const provider = createAuthProvider(url, tokens, oauth, {
      redirectUrl: back.url,
      port: back.port,
      open(address) {
        state = address.searchParams.get('state') ?? '';
        return io.show(address.href);
      },
    });
    const sent = await sendToLogin(provider, isOldIssuer);
    if (!sent) return 'already';
    const params = await Promise.race([back.params, io.pasted.then(paramsOf)]);
    const error = params.get('error');
    if (error !== null) throw refused(extensionFault('loginRefused', params.get('error_description') ?? error));
    if (params.get('state') !== state) throw refused(extensionFault('loginOther'));
    await sent.finishAuth(params);
    return 'done';
  } catch (error) {
    if (error instanceof CoderError) throw error;
    if (!isOldIssuer && namesItself(messageOf(error), url)) {
      back.close();
      await tokens.save({ ...(tokens.load(url) ?? { resource: url }), isOldIssuer: true });
      return logIn({ url, headers, kind, ...(oauth && { oauth }) }, tokens, version, io, signal);
    }
    throw faultError('login', faultIn(error), { cause: error });
  } finally {
    back.close();
  }

  /** `undefined` if no login is needed; otherwise the transport that takes the login's answer. */
  async function sendToLogin(provider: OAuthClientProvider, skipIssuerMetadataValidation: boolean) {
    const options = { authProvider: provider, requestInit: { headers: { ...headers } }, skipIssuerMetadataValidation };
    const address = new URL(url);
    const transport =
      kind === 'sse' ? new SSEClientTransport(address, options) : new StreamableHTTPClientTransport(address, options);
    const scope = tokens.load(url)?.wantedScope;
    if (scope !== undefined) {
      await auth(provider, { serverUrl: url, scope, forceReauthorization: true, skipIssuerMetadataValidation });
      return transport;
    }
    const client = new Client({ name: 'coder', version }, { versionNegotiation: { mode: 'auto' } });
    try {
      await client.connect(transport, { signal });
      if (client.getServerCapabilities()?.tools) await client.listTools(undefined, { signal }); // some require a login only here
      return undefined;
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error;
      return transport;
    } finally {
      await client.close().catch(() => undefined); // the client only served to start the login
    }
  }
}

/** True if both the expected and the actual issuer are at the server's own origin. */
function namesItself(message: string, url: string): boolean {
  if (!message.includes('Issuer mismatch')) return false;
  const named = [...message.matchAll(/"(https?:[^"]*)"/g)].map(([, address = '']) => URL.parse(address)?.origin);
  return named.length === 2 && named.every((origin) => origin === new URL(url).origin);
}

function paramsOf(text: string): URLSearchParams {
  const url = URL.parse(text.trim());
  if (!url) throw refused(extensionFault('loginNoAddress'));
  return url.searchParams;
}

interface Back {
  url: string;
  port: number;
  params: Promise<URLSearchParams>;
  close(): void;
}

/** Each server keeps its own port, because its registration names the port. */
async function waitForBrowser(known: number | undefined, farewell: string, signal: AbortSignal): Promise<Back> {
  const { promise, resolve, reject } = Promise.withResolvers<URLSearchParams>();
  signal.addEventListener('abort', () => reject(refused(extensionFault('loginNobody'))), { once: true });
  promise.catch(() => undefined); // reported where the promise is awaited
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname !== '/callback') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(`${farewell}\n`);
    resolve(searchParams);
  });
  const port = await listen(server, known);
  server.unref();
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/callback`, port, params: promise, close };
}

function listen(server: HttpServer, port = 0): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', (error) => {
      if (codeOf(error) !== 'EADDRINUSE' || port === 0) return fail(error);
      return fail(refused(extensionFault('loginPortTaken', String(port))));
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      done(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function refused(why: Fault): CoderError {
  return faultError('login', why);
}
