/** The network of a session: hosts by name, and servers of this machine at the session's loopback, each subject to a decision. */

import type { Server } from 'node:net';
import type { Environment } from '../../../base/net/proxy.ts';
import type { Resolve } from '../../../base/net/url-reach.ts';
import type { HostClient } from '../../../protocol/sandbox.ts';
import { failedConnections } from './failed-connections.ts';
import { type Hosts, openHosts } from './hosts.ts';
import { listeningPorts } from './listening-ports.ts';
import { type NameFile, nameFiles } from './name-files.ts';
import { type NamespaceEntry, openLoopback, openSessionSockets, USUAL_PORTS } from './session-sockets.ts';
import { COMMAND_VARIABLE, commandBehind } from './whose-connection.ts';

export interface HostOptions {
  resolve: Resolve;
  env: Environment;
  /** Hosts from the settings: `db.example.org:5432` opens that port, `localhost:5432` a server of this machine. */
  allowed?: readonly string[];
  /** True if a person can be asked about servers of this machine. */
  attended?: boolean;
}

/** A command's registration in the network. */
export interface Joined {
  /** Identifies the command when its connections are judged. */
  token: string;
  /** A variable that tells the command's connections from those of other commands; the person's proxy is dropped. */
  env: Record<string, string | undefined>;
}

export interface SessionNetwork {
  hosts: Hosts;
  /** Registers a command; `client` judges its connections, and if absent all are refused. */
  join(client: HostClient | undefined): Joined;
  files: readonly NameFile[];
  /** Makes servers of this machine that are new since the last call reachable, as they come and go. */
  follow(except: readonly number[]): Promise<void>;
  /** True if the port leads out of the sandbox. */
  leadsOut(port: number): boolean;
  close(): void;
}

const MOST_SERVERS = 128;
/** First of the ports that systems assign to programs that name none. */
const EPHEMERAL = 32_768;
const REACHES_NOTHING: HostClient = { mayReach: async () => false };
/** Dropped: these would bypass the session's network and reach nothing. */
const NO_PROXY = Object.fromEntries(
  ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy', 'ftp_proxy']
    .flatMap((name) => [name, name.toUpperCase()])
    .map((name) => [name, undefined]),
);

export interface NetworkEntry extends NamespaceEntry {
  folder: string;
}

/** `undefined` if unavailable here. */
export async function openNetwork(entry: NetworkEntry, options: HostOptions): Promise<SessionNetwork | undefined> {
  const { pid, folder } = entry;
  const files = nameFiles(folder);
  if (!files) return undefined;
  const { allowed = [], attended = false } = options;
  const pairs = allowed.flatMap(withPort);
  const more = pairs.filter(({ name }) => name !== 'localhost').map(({ port }) => port);
  const sockets = await openSessionSockets(entry, more);
  if ('problem' in sockets) return undefined;
  const servers = new Map<number, Server>();
  const own = new Set(pairs.filter(({ name }) => name === 'localhost').map(({ port }) => port));
  const isWanted = (port: number) => attended || allowed.includes('localhost') || own.has(port);
  const hosts = openHosts(sockets, {
    ...options,
    commandBehind: (address, port) => commandBehind(pid, address, port),
    isOwnServer: (port) => isWanted(port) && (servers.has(port) || listeningPorts('self').has(port)),
    isServed: (port) => listeningPorts('self').has(port),
    count: () => failedConnections(pid),
  });
  let commandCount = 0;
  let following: Promise<void> | undefined;
  let hasLooked = false;

  async function look(except: readonly number[]): Promise<void> {
    const outside = listeningPorts('self');
    for (const [port, server] of servers) {
      if (outside.has(port)) continue;
      server.close();
      servers.delete(port);
    }
    const inside = listeningPorts(pid);
    const isNew = (port: number) => isWanted(port) && !inside.has(port) && !except.includes(port);
    const fresh = [...outside].filter((port) => isNew(port) && !USUAL_PORTS.includes(port));
    if (fresh.length === 0) return;
    const opening = open(fresh);
    if (!hasLooked || fresh.some((port) => port < EPHEMERAL)) await opening; // ephemeral ports come and go; the next command gets them
    hasLooked = true;
  }

  async function open(fresh: readonly number[]): Promise<void> {
    const opened = await openLoopback(entry, fresh.slice(0, MOST_SERVERS - servers.size));
    for (const [port, server] of opened) {
      servers.set(port, server);
      hosts.serve(server);
    }
  }

  return {
    hosts,
    files,
    join(client = REACHES_NOTHING) {
      commandCount += 1;
      const token = String(commandCount);
      hosts.join(token, client);
      return { token, env: { ...NO_PROXY, [COMMAND_VARIABLE]: token } };
    },
    follow(except) {
      following ??= look(except).finally(() => {
        following = undefined;
      });
      return following;
    },
    leadsOut: (port) => servers.has(port) || more.includes(port),
    close() {
      for (const server of servers.values()) server.close();
      hosts.close();
    },
  };
}

function withPort(host: string): { name: string; port: number }[] {
  const [, name = '', port = ''] = /^(.+):(\d{1,5})$/.exec(host) ?? [];
  return name === '' ? [] : [{ name, port: Number(port) }];
}
