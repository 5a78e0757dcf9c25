/** The network of a session by host: each name has an address of its own inside; who connects there is let through or reset, as policy says. */

import type { Server, Socket } from 'node:net';
import { hostname } from 'node:os';
import { pipeline } from 'node:stream';
import type { Environment } from '../../base/net/proxy.ts';
import type { Resolve } from '../../base/net/url-reach.ts';
import type { HostClient, HostTarget } from '../../protocol/place.ts';
import { dial } from './dial.ts';
import { asksForAddress, dnsAnswer, isHostName, readQuestion } from './dns-answer.ts';
import { createNameTable } from './name-table.ts';
import type { SessionSockets } from './session-sockets.ts';

export interface HostsOptions {
  resolve: Resolve;
  /** For the person's own proxy. */
  env: Environment;
  /** The token of the command that a connection comes from; `undefined`: it cannot be told. */
  commandBehind(address: string, port: number): string | undefined;
}

export interface Hosts {
  /** From now on connections of the command with this token are judged by its client. */
  join(token: string, client: HostClient): void;
  /** What became of the connections of a command. */
  report(token: string): HostReport;
  close(): void;
}

export interface HostReport {
  /** `example.org:443`, each once. */
  refused: readonly string[];
  /** Allowed, and not reached: why. */
  unreachable: readonly string[];
  reached: readonly string[];
  /** Of a name that was asked for inside, or of the address it got there. */
  nameOf(text: string): string | undefined;
}

interface Member {
  client: HostClient;
  refused: Set<string>;
  unreachable: Set<string>;
  reached: Set<string>;
}

const MOST_MEMBERS = 200;
const MOST_OPEN = 512;
const MOST_TOLD = 100;

export function openHosts({ dns, listeners }: SessionSockets, options: HostsOptions): Hosts {
  const names = createNameTable();
  const members = new Map<string, Member>();
  const open = new Set<Socket>();
  const own = hostname().toLowerCase();

  dns.on('message', (packet: Buffer, from) => {
    const question = readQuestion(packet);
    if (!question) return;
    dns.send(dnsAnswer(packet, question, replyTo(question.name, asksForAddress(question))), from.port, from.address);
  });
  dns.on('error', () => undefined); // an answer that nobody waits for any more
  dns.unref();
  for (const listener of listeners) {
    Object.assign(listener, { allowHalfOpen: true, pauseOnConnect: true });
    listener.on('connection', (socket) => void take(socket));
    listener.on('error', () => undefined); // one connection less
    listener.unref();
  }

  function replyTo(name: string, isForAddress: boolean): Parameters<typeof dnsAnswer>[2] {
    if (!isHostName(name)) return 'no-such-name';
    if (!isForAddress) return 'nothing';
    const isOwn = name === own || name === 'localhost' || name.endsWith('.localhost');
    return { address: isOwn ? '127.0.0.1' : names.addressOf(name) };
  }

  async function take(socket: Socket): Promise<void> {
    socket.on('error', () => undefined); // it is gone: what it was joined to ends with it
    const { localAddress = '', localPort = 0, remoteAddress = '', remotePort = 0 } = socket;
    const name = names.nameAt(localAddress);
    const member = memberBehind(remoteAddress, remotePort);
    if (name === undefined || !member || open.size >= MOST_OPEN) return void socket.resetAndDestroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    await connect(socket, { name, port: localPort }, member);
  }

  async function connect(socket: Socket, target: HostTarget, member: Member): Promise<void> {
    const shown = `${target.name}:${target.port}`;
    const { client } = member;
    if (!(await client.mayReach(target))) {
      note(member.refused, shown);
      return void socket.resetAndDestroy();
    }
    const mayBePrivate = (address: string) => client.mayReach({ ...target, address });
    const dialled = await dial(target.name, target.port, { ...options, mayBePrivate });
    if (!dialled.ok) {
      if (dialled.kind === 'refused') note(member.refused, shown);
      else note(member.unreachable, `${shown}: ${dialled.why}`);
      return void socket.resetAndDestroy();
    }
    note(member.reached, shown);
    if (socket.destroyed) return void dialled.socket.destroy();
    pipeline(socket, dialled.socket, socket, (error) => {
      if (error && !socket.destroyed) socket.resetAndDestroy();
    });
  }

  /** With one command it is that one's; else the kernel's tables say whose. */
  function memberBehind(address: string, port: number): Member | undefined {
    if (members.size <= 1) return members.values().next().value;
    const token = options.commandBehind(address, port);
    return token === undefined ? [...members.values()].at(-1) : members.get(token); // it was over too soon: the newest
  }

  return {
    join(token, client) {
      const [oldest] = members.size >= MOST_MEMBERS ? members.keys() : [];
      if (oldest !== undefined) members.delete(oldest);
      members.set(token, { client, refused: new Set(), unreachable: new Set(), reached: new Set() });
    },
    report(token) {
      const { refused = [], unreachable = [], reached = [] } = members.get(token) ?? {};
      const nameOf = (text: string) => (names.has(text.toLowerCase()) ? text.toLowerCase() : names.nameAt(text));
      return { refused: [...refused], unreachable: [...unreachable], reached: [...reached], nameOf };
    },
    close() {
      dns.close();
      for (const listener of listeners) (listener as Server).close();
      for (const socket of open) socket.destroy();
    },
  };
}

function note(list: Set<string>, what: string): void {
  if (list.size < MOST_TOLD) list.add(what);
}
