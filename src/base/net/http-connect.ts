/** Opens HTTP requests, directly or through a proxy. */

import type { Agent, AgentOptions, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { named, namedError } from '../named-text.ts';
import { type Environment, proxyAuthorization, proxyFor } from './proxy.ts';

export interface Connector {
  /** Starts a request; the caller sends the body and listens. `addresses`: the only addresses a direct connection may use. */
  open(url: URL, method: string, headers: Record<string, string>, addresses?: readonly string[]): ClientRequest;
}

/** Idle connections are closed after this long, because a router on the way may have dropped them. */
const IDLE_MS = 60_000;

/** `keepAlive`: keep connections open for the next request. */
export function createConnector(env: Environment, connectMs: number, keepAlive: boolean): Connector {
  const agents = new Map<string, Agent>();
  const agentFor = (name: string, make: () => Agent): Agent => {
    const agent = agents.get(name) ?? make();
    agents.set(name, agent);
    return agent;
  };
  const modules = new Map<string, SchemeModule>(); // asking Node for a module costs a third of a millisecond each time
  const moduleFor = (protocol: string): SchemeModule => {
    const found = modules.get(protocol) ?? schemeModule(protocol);
    modules.set(protocol, found);
    return found;
  };
  const plainAgent = (protocol: string): Agent =>
    agentFor(protocol, () => new (moduleFor(protocol).Agent)({ keepAlive, scheduling: 'lifo', timeout: IDLE_MS }));
  const request = (url: URL, options: RequestOptions) => moduleFor(url.protocol).request(url, options);

  return {
    open(url, method, headers, addresses) {
      const proxy = proxyFor(url, env);
      if (!proxy) {
        const lookup = addresses && lookupIn(addresses);
        return request(url, { method, headers, agent: plainAgent(url.protocol), ...(lookup && { lookup }) });
      }
      if (url.protocol === 'https:') {
        const agent = agentFor(`tunnel ${proxy.href}`, () => tunnelAgent(proxy, connectMs, keepAlive));
        return request(url, { method, headers, agent });
      }
      const authorization = proxyAuthorization(proxy);
      return request(bare(proxy), {
        method,
        path: url.href.replace(/#.*/, ''),
        headers: { ...headers, host: url.host, ...(authorization && { 'proxy-authorization': authorization }) },
        agent: plainAgent(proxy.protocol),
      });
    },
  };
}

/** A lookup that returns only the addresses already checked, whatever the host name. */
function lookupIn(addresses: readonly string[]): NonNullable<RequestOptions['lookup']> {
  const list = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_hostname, options, callback) => {
    const [first] = list;
    if (options.all) callback(null, list);
    else callback(null, first?.address ?? '', first?.family);
  };
}

interface SchemeModule {
  request(url: URL, options: RequestOptions): ClientRequest;
  Agent: new (options: AgentOptions) => Agent;
}

/** Not an import statement, because that would run the modules' lazy getters and cost 20 ms at start. */
function schemeModule(protocol: string): SchemeModule {
  return protocol === 'https:' ? process.getBuiltinModule('node:https') : process.getBuiltinModule('node:http');
}

/** An agent whose connections are TLS inside a tunnel through the proxy. */
function tunnelAgent(proxy: URL, connectMs: number, keepAlive: boolean): Agent {
  const agent = new (process.getBuiltinModule('node:https').Agent)({ keepAlive, scheduling: 'lifo', timeout: IDLE_MS });
  agent.createConnection = (options, callback) => {
    secured(proxy, options, connectMs).then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as never),
    );
    return undefined;
  };
  return agent;
}

async function secured(proxy: URL, target: RequestOptions, connectMs: number): Promise<Duplex> {
  const socket = await openTunnel(proxy, { host: String(target.host), port: Number(target.port ?? 443) }, connectMs);
  const { connect: secure } = process.getBuiltinModule('node:tls');
  const tls = secure({ ...(target as object), socket, host: undefined, path: undefined });
  return new Promise((resolve, reject) => {
    tls.once('error', reject);
    tls.once('secureConnect', () => {
      tls.off('error', reject);
      resolve(tls);
    });
  });
}

/** Opens a tunnel that passes bytes to and from the target host unchanged. */
export function openTunnel(
  proxy: URL,
  target: { host: string; port: number },
  connectMs: number,
): Promise<Duplex & { ref(): unknown }> {
  const host = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
  const authorization = proxyAuthorization(proxy);
  return new Promise((resolve, reject) => {
    const connect = schemeModule(proxy.protocol).request(bare(proxy), {
      method: 'CONNECT',
      path: host,
      headers: { host, ...(authorization && { 'proxy-authorization': authorization }) },
      agent: false,
      timeout: connectMs,
    });
    // The request waiting for the tunnel has its own timer; a cancelled one must not keep the process alive.
    connect.once('socket', (socket) => socket.unref());
    connect.once('timeout', () =>
      connect.destroy(namedError('timeout', named('proxySilent', `proxy ${proxy.host} does not answer`, proxy.host))),
    );
    connect.once('error', reject);
    connect.once('connect', (response: IncomingMessage, socket, head: Buffer) => {
      if (response.statusCode !== 200) {
        socket.destroy();
        const code = (response.statusCode ?? 0) >= 500 ? 'proxy-failed' : 'proxy-refused';
        const status = String(response.statusCode);
        const what = `proxy ${proxy.host} refused the tunnel (${status})`;
        reject(namedError(code, named('proxyRefused', what, proxy.host, status)));
        return;
      }
      if (head.length > 0) socket.unshift(head); // the host spoke first
      socket.ref();
      resolve(socket);
    });
    connect.end();
  });
}

/** The proxy's URL without user and password, which Node would send on as a header. */
function bare(proxy: URL): URL {
  const url = new URL(proxy);
  url.username = '';
  url.password = '';
  return url;
}
