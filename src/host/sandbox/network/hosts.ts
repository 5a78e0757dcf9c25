/** A session's network by host: each name gets a separate address inside, and connections to it are relayed or reset, as policy decides. */

import { isIP, type Server, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { pipeline } from 'node:stream';
import type { Environment } from '../../../base/net/proxy.ts';
import type { Resolve } from '../../../base/net/url-reach.ts';
import type { HostClient, HostTarget } from '../../../protocol/sandbox.ts';
import { type Dialled, dial, dialOwn } from './dial.ts';
import { asksForAddress, dnsAnswer, isHostName, readQuestion } from './dns-answer.ts';
import type { FailedConnections } from './failed-connections.ts';
import { createNameTable } from './name-table.ts';
import { type ProxyRequest, readProxyRequest } from './proxy-request.ts';
import { OWN_ADDRESS, RESOLVER_ADDRESS, type SessionSockets } from './session-sockets.ts';

export interface HostsOptions {
  resolve: Resolve;
  /** Environment from which the person's proxy is read. */
  env: Environment;
  /** The token of the command that a connection comes from; `undefined` if unknown. */
  commandBehind(address: string, port: number): string | undefined;
  /** True if a server of this machine that commands may ask for listens on the port. */
  isOwnServer(port: number): boolean;
  /** True if any server of this machine listens on the port, allowed or not. */
  isServed?(port: number): boolean;
  /** Connections that have failed so far. */
  count?(): FailedConnections | undefined;
}

export interface Hosts {
  /** Treats connections to the listener as meant for a server of this machine. */
  serve(listener: Server): void;
  /** From now on, `client` judges the connections of the command with this token. */
  join(token: string, client: HostClient): void;
  /** What became of a command's connections. */
  report(token: string): HostReport;
  close(): void;
}

export interface HostReport {
  /** Refused hosts as `example.org:443`, each once. */
  refused: readonly string[];
  /** Hosts that were allowed but not reached, with the reason. */
  unreachable: readonly string[];
  reached: readonly string[];
  /** The host name for a name that was looked up inside, or for the address it was given there. */
  nameOf(text: string): string | undefined;
  /** Names that were looked up since the command started. */
  asked?: readonly string[];
  /** Connections that have failed since the command started; absent if unknown. */
  counted?: FailedConnections;
}

interface Member {
  client: HostClient;
  refused: Set<string>;
  unreachable: Set<string>;
  reached: Set<string>;
  /** The counts before the command started. */
  counted: FailedConnections | undefined;
  asked: Set<string>;
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
  dns.on('error', () => undefined); // the client no longer waits for the answer
  dns.unref();
  for (const listener of listeners) serve(listener);

  function serve(listener: Server): void {
    Object.assign(listener, { allowHalfOpen: true, pauseOnConnect: true });
    listener.on('connection', (socket) => void take(socket));
    listener.on('error', () => undefined); // only that connection is lost
    listener.unref();
  }

  function replyTo(name: string, isForAddress: boolean): Parameters<typeof dnsAnswer>[2] {
    if (!isHostName(name)) return 'no-such-name';
    if (!isForAddress) return 'nothing';
    if (isOwnName(name)) return { address: OWN_ADDRESS };
    for (const { asked } of members.values()) note(asked, name);
    return { address: names.addressOf(name) };
  }

  function isOwnName(name: string): boolean {
    return name === own || name === 'localhost' || name.endsWith('.localhost') || name === OWN_ADDRESS;
  }

  async function take(socket: Socket): Promise<void> {
    socket.on('error', () => undefined); // the client is gone; the connection to the host ends with it
    const { localAddress = '', localPort = 0, remoteAddress = '', remotePort = 0 } = socket;
    const member = memberBehind(remoteAddress, remotePort);
    if (!member || open.size >= MOST_OPEN) return void socket.resetAndDestroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (localAddress === RESOLVER_ADDRESS) return relay(socket, member);
    const target = targetAt(localAddress, localPort);
    if (!target && localAddress === OWN_ADDRESS && options.isServed?.(localPort))
      note(member.refused, `localhost:${localPort}`);
    await (target ? connect(socket, target, member) : socket.resetAndDestroy());
  }

  /** `undefined` for an address without a name. */
  function targetAt(address: string, port: number): HostTarget | undefined {
    const name = names.nameAt(address);
    if (name !== undefined) return { name, port };
    return address === OWN_ADDRESS && options.isOwnServer(port) ? { name: 'localhost', port, isOwn: true } : undefined;
  }

  /** Serves clients that were given a proxy, for ports other than the usual ones. */
  async function relay(socket: Socket, member: Member): Promise<void> {
    const request = await readProxyRequest(socket);
    if (!request) return void socket.resetAndDestroy();
    const { host, port, yes, no } = request;
    const name = host.toLowerCase().replace(/\.$/, '');
    const isName = isHostName(name) && isIP(name) === 0 && !isOwnName(name);
    const target = isName ? { name, port } : targetAt(isOwnName(name) ? OWN_ADDRESS : name, port);
    if (target) await connect(socket, target, member, { yes, no });
    else socket.end(no);
  }

  async function connect(
    socket: Socket,
    target: HostTarget,
    member: Member,
    says?: Pick<ProxyRequest, 'yes' | 'no'>,
  ): Promise<void> {
    const shown = `${target.name}:${target.port}`;
    const dialled = await reach(target, member);
    if (!dialled.ok) {
      if (dialled.kind === 'refused') note(member.refused, shown);
      else note(member.unreachable, `${shown}: ${dialled.why}`);
      if (says) socket.end(says.no);
      else socket.resetAndDestroy();
      return;
    }
    note(member.reached, shown);
    if (socket.destroyed) return void dialled.socket.destroy();
    if (says) socket.write(says.yes);
    pipeline(socket, dialled.socket, socket, (error) => {
      if (error && !socket.destroyed) socket.resetAndDestroy();
    });
  }

  async function reach(target: HostTarget, { client }: Member): Promise<Dialled> {
    if (!(await client.mayReach(target))) return { ok: false, kind: 'refused' };
    if (target.isOwn) return dialOwn(target.port);
    const mayBePrivate = (address: string) => client.mayReach({ ...target, address });
    return dial(target.name, target.port, { ...options, mayBePrivate });
  }

  /** The command behind a connection: the only one there is, or else the one found in the kernel's tables. */
  function memberBehind(address: string, port: number): Member | undefined {
    if (members.size <= 1) return members.values().next().value;
    const token = options.commandBehind(address, port);
    return token === undefined ? [...members.values()].at(-1) : members.get(token); // ended too soon to be found: assume the newest
  }

  return {
    serve,
    join(token, client) {
      const [oldest] = members.size >= MOST_MEMBERS ? members.keys() : [];
      if (oldest !== undefined) members.delete(oldest);
      const own = { refused: new Set<string>(), unreachable: new Set<string>(), reached: new Set<string>() };
      members.set(token, { client, ...own, asked: new Set(), counted: options.count?.() });
    },
    report(token) {
      const { refused = [], unreachable = [], reached = [], asked = [], counted } = members.get(token) ?? {};
      const nameOf = (text: string) => (names.has(text.toLowerCase()) ? text.toLowerCase() : names.nameAt(text));
      const seen = { refused: [...refused], unreachable: [...unreachable], reached: [...reached], asked: [...asked] };
      const now = counted && options.count?.();
      if (!now) return { ...seen, nameOf };
      const since = { refused: now.refused - counted.refused, unrouted: now.unrouted - counted.unrouted };
      return { ...seen, nameOf, counted: since };
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
