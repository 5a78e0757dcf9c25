/** Opens the ports of servers that commands started on this machine's loopback too, for the person's browser. */

import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server, type Socket } from 'node:net';
import { enterArguments } from '../layers/enter.ts';
import { listeningPorts } from './listening-ports.ts';
import { USUAL_PORTS } from './session-sockets.ts';

export interface OpenPorts {
  /** Ports that currently lead inside. */
  readonly ports: readonly number[];
  /** Looks again, because servers come and go. */
  look(): void;
  close(): void;
}

export interface OpenPortsOptions {
  nsenter: string;
  perl: string;
  /** A process in the session's network. */
  pid: number;
  /** True for ports inside that already lead to this machine. */
  leadsOut(port: number): boolean;
}

const LOOK_MS = 1000;
const LOWEST = 1024;
const MOST_PORTS = 32;
const MOST_CONNECTIONS = 64;

/** Relays one connection between a server inside, on either loopback, and the relay's standard input and output. */
const RELAY = `use Socket qw(:DEFAULT inet_pton);
my $port = shift; my $s;
socket($s, PF_INET, SOCK_STREAM, 0) and connect($s, sockaddr_in($port, inet_aton('127.0.0.1')))
  or (socket($s, PF_INET6, SOCK_STREAM, 0) and connect($s, pack_sockaddr_in6($port, inet_pton(AF_INET6, '::1')))) or exit 1;
my $child = fork(); defined $child or exit 1;
my ($from, $to) = $child ? ($s, *STDOUT) : (*STDIN, $s);
while (my $n = sysread($from, my $b, 65536)) { my $o = 0; while ($o < $n) { my $w = syswrite($to, $b, $n - $o, $o) or last; $o += $w } }
if ($child) { close STDOUT; kill 'TERM', $child } else { shutdown($s, 1) }`;

export function openPorts({ nsenter, perl, pid, leadsOut }: OpenPortsOptions): OpenPorts {
  const servers = new Map<number, Server>();
  /** Ports already used by another program. */
  const taken = new Set<number>();
  const relays = new Set<ChildProcess>();
  const timer = setInterval(look, LOOK_MS);
  timer.unref();

  function look(): void {
    const inside = listeningPorts(pid);
    for (const [port, server] of servers) {
      if (inside.has(port)) continue;
      server.close();
      servers.delete(port);
    }
    for (const port of taken) if (!inside.has(port)) taken.delete(port);
    for (const port of inside) {
      if (USUAL_PORTS.includes(port) || leadsOut(port)) continue; // coder's listeners
      if (port >= LOWEST && servers.size < MOST_PORTS && !servers.has(port) && !taken.has(port)) open(port);
    }
  }

  function open(port: number): void {
    const server = createServer({ allowHalfOpen: true }, (socket) => join(socket, port));
    servers.set(port, server);
    server.on('error', () => {
      servers.delete(port);
      taken.add(port);
    });
    server.listen(port, '127.0.0.1').unref();
  }

  function join(socket: Socket, port: number): void {
    socket.on('error', () => undefined); // the browser has closed the connection
    if (relays.size >= MOST_CONNECTIONS) return void socket.resetAndDestroy();
    const entering = enterArguments(pid, 'network');
    const relay = spawn(nsenter, [...entering, perl, '-e', RELAY, String(port)], {
      cwd: '/',
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    relays.add(relay);
    for (const stream of [relay.stdin, relay.stdout]) stream.on('error', () => undefined); // the relay's close event handles it
    relay.on('error', () => socket.destroy());
    relay.on('close', () => {
      relays.delete(relay);
      socket.destroySoon();
    });
    socket.on('close', () => relay.kill('SIGKILL'));
    socket.pipe(relay.stdin);
    relay.stdout.pipe(socket);
  }

  return {
    get ports() {
      return [...servers.keys()];
    },
    look,
    close() {
      clearInterval(timer);
      for (const server of servers.values()) server.close();
      for (const relay of relays) relay.kill('SIGKILL');
    },
  };
}
