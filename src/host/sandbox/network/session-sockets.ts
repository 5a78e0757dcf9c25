/** Sockets bound in the session's network and handed to coder, so that data sent to them inside arrives here. */

import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket as DatagramSocket } from 'node:dgram';
import type { Server } from 'node:net';
import { enterArguments } from '../layers/enter.ts';
import { BIND_PROGRAM, SENDMSG } from './bind-program.ts';

export interface SessionSockets {
  dns: DatagramSocket;
  listeners: readonly Server[];
}

export const RESOLVER_ADDRESS = '127.0.0.53';
export const OWN_ADDRESS = '127.0.0.1';
/** ssh, http, https, mail, ldap and rsync, at which no command can listen itself; and git, at which none wants to. */
export const USUAL_PORTS = [22, 80, 443, 465, 587, 636, 873, 993, 995, 9418];
const PATIENCE_MS = 10_000;

/** Used inside if there is no perl: binds sockets, hands them over, reports those it cannot bind, and exits, at once if coder is gone. */
const BINDS = `setInterval(() => process.connected || process.exit(1), 200);
setTimeout(() => process.exit(1), ${PATIENCE_MS});
const give = (name, handle) => new Promise((done) => process.send(name, handle, done));
Promise.all(process.argv.slice(1).map((name) => new Promise((done) => {
  const [kind, address, port] = name.split(' ');
  const lost = () => give('lost ' + name).then(done);
  if (kind === 'udp') {
    const dns = require('node:dgram').createSocket('udp4').on('error', lost);
    return dns.bind(Number(port), address, () => give(name, dns).then(done));
  }
  const server = require('node:net').createServer().on('error', lost);
  server.listen(Number(port), address, 512, () => give(name, server).then(done));
}))).then(() => process.exit(0));`;

/** Where sockets are bound, and with which programs. */
export interface NamespaceEntry {
  nsenter: string;
  /** Faster than Node. */
  perl?: string | undefined;
  /** A process in that network. */
  pid: number;
}

/** `more`: ports of hosts besides the usual ones. */
export async function openSessionSockets(
  entry: NamespaceEntry,
  more: readonly number[] = [],
): Promise<SessionSockets | { problem: string }> {
  const resolver = `udp ${RESOLVER_ADDRESS} 53`;
  const usual = [...new Set([...USUAL_PORTS, ...more])].map((port) => `tcp 0.0.0.0 ${port}`);
  const bound = await bindInside(entry, [resolver, ...usual]);
  if ('problem' in bound) return bound;
  const dns = bound.handles.get(resolver) as DatagramSocket | undefined;
  const listeners = usual.flatMap((name) => (bound.handles.get(name) as Server | undefined) ?? []);
  if (dns && listeners.length === usual.length) return { dns, listeners };
  dns?.close();
  for (const listener of listeners) listener.close();
  return { problem: 'some ports are taken' };
}

/** Opens ports at the session's loopback, except those at which a command already listens. */
export async function openLoopback(
  entry: NamespaceEntry,
  ports: readonly number[],
): Promise<ReadonlyMap<number, Server>> {
  const bound = await bindInside(
    entry,
    ports.map((port) => `tcp ${OWN_ADDRESS} ${port}`),
  );
  if ('problem' in bound) return new Map();
  return new Map([...bound.handles].map(([name, handle]) => [Number(name.split(' ')[2]), handle as Server]));
}

type Bound = { handles: Map<string, Server | DatagramSocket> } | { problem: string };

async function bindInside(entry: NamespaceEntry, names: readonly string[]): Promise<Bound> {
  const sendmsg = SENDMSG[process.arch];
  if (entry.perl !== undefined && sendmsg !== undefined) {
    const bound = await bindBy(entry, [entry.perl, '-e', BIND_PROGRAM, '--', String(sendmsg), ...names], names.length);
    if (!('problem' in bound)) return bound;
  }
  return bindBy(entry, [process.execPath, '-e', BINDS, ...names], names.length);
}

function bindBy({ nsenter, pid }: NamespaceEntry, argv: readonly string[], count: number): Promise<Bound> {
  const entering = enterArguments(pid, 'network');
  const child = spawn(nsenter, [...entering, ...argv], {
    cwd: '/',
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  return received(child, count);
}

function received(child: ChildProcess, count: number): Promise<Bound> {
  return new Promise((resolve) => {
    const handles = new Map<string, Server | DatagramSocket>();
    let [said, answered, isEnded] = ['', 0, false];
    const end = (result: Bound) => {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(timer);
      if ('problem' in result) {
        for (const handle of handles.values()) handle.close();
        child.kill('SIGKILL');
      }
      resolve(result);
    };
    const timer = setTimeout(() => end({ problem: 'it took too long' }), PATIENCE_MS);
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-300);
    });
    child.on('error', ({ message }) => end({ problem: message }));
    child.on('message', (name: string, handle) => {
      answered += 1;
      if (handle) handles.set(name, handle as Server | DatagramSocket);
      if (answered === count) end({ handles });
    });
    child.on('exit', (code) => end({ problem: said.trim().split('\n').at(-1) || `exit ${code}` }));
  });
}
