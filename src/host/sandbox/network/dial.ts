/** Connects to a host that policy allowed: at the addresses that were judged, or through the person's proxy. */

import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CoderError, codeOf, messageOf } from '../../../base/errors.ts';
import { openTunnel } from '../../../base/net/http-connect.ts';
import { classifyAddresses } from '../../../base/net/ip-address.ts';
import { type Environment, proxyFor } from '../../../base/net/proxy.ts';
import type { Resolve } from '../../../base/net/url-reach.ts';

export interface DialOptions {
  resolve: Resolve;
  /** Environment from which the proxy variables are read. */
  env: Environment;
  /** Asks whether the name may lead to this private address. */
  mayBePrivate(address: string): Promise<boolean>;
}

export type Dialled =
  | { ok: true; socket: Duplex }
  | { ok: false; kind: 'refused' }
  | { ok: false; kind: 'unreachable'; why: string };

const CONNECT_MS = 15_000;
const REFUSED: Dialled = { ok: false, kind: 'refused' };

export async function dial(name: string, port: number, options: DialOptions): Promise<Dialled> {
  try {
    const url = new URL(`${port === 80 ? 'http' : 'https'}://${name}:${port}`);
    const proxy = proxyFor(url, options.env);
    if (proxy) return { ok: true, socket: await openTunnel(proxy, { host: name, port }, CONNECT_MS) };
    const addresses = await options.resolve(name);
    const reach = classifyAddresses(addresses);
    if (reach === 'forbidden') return REFUSED; // an address that is never reached
    if (reach === 'private' && !(await options.mayBePrivate(addresses[0] ?? ''))) return REFUSED;
    return { ok: true, socket: await connect(name, port, addresses) };
  } catch (error) {
    if (!(error instanceof CoderError) && codeOf(error) === undefined) throw error;
    if (error instanceof CoderError && error.code === 'rebound') return REFUSED;
    return { ok: false, kind: 'unreachable', why: messageOf(error) };
  }
}

/** Connects to a server of this machine, at either loopback address. */
export async function dialOwn(port: number): Promise<Dialled> {
  try {
    return { ok: true, socket: await connect('localhost', port, ['127.0.0.1', '::1']) };
  } catch (error) {
    if (codeOf(error) === undefined && !(error instanceof AggregateError)) throw error;
    return { ok: false, kind: 'unreachable', why: messageOf(error) };
  }
}

function connect(name: string, port: number, addresses: readonly string[]): Promise<Socket> {
  const list = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return new Promise((resolve, reject) => {
    const socket = process.getBuiltinModule('node:net').connect({
      host: name,
      port,
      allowHalfOpen: true,
      lookup: (_name, { all }, callback) => {
        if (all) callback(null, list);
        else callback(null, list[0]?.address ?? '', list[0]?.family);
      },
    });
    socket.setTimeout(CONNECT_MS, () => socket.destroy(new CoderError('timeout', `${name} does not answer`)));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}
