/** Sockets of the session's own network, bound in it and handed out: whatever is sent to them there arrives here. */

import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket as DatagramSocket } from 'node:dgram';
import type { Server } from 'node:net';

export interface SessionSockets {
  dns: DatagramSocket;
  listeners: readonly Server[];
}

export const RESOLVER_ADDRESS = '127.0.0.53';
/** ssh, http, https, git. */
export const USUAL_PORTS = [22, 80, 443, 9418];
const PATIENCE_MS = 10_000;

/** Runs inside for a moment: it binds, hands over, and ends. Whatever fails ends it before all is handed over. */
const BINDS = `const [a, ...ports] = process.argv.slice(1);
const net = require('node:net');
const give = (name, handle) => new Promise((done) => process.send(name, handle, done));
const all = ports.map((port) => new Promise((done) => {
  const server = net.createServer();
  server.listen(Number(port), '0.0.0.0', 512, () => give(port, server).then(done));
}));
all.push(new Promise((done) => {
  const dns = require('node:dgram').createSocket('udp4');
  dns.bind(53, a, () => give('dns', dns).then(done));
}));
Promise.all(all).then(() => process.exit(0));`;

/** `pid`: a process of that network. */
export async function openSessionSockets(nsenter: string, pid: number): Promise<SessionSockets | { problem: string }> {
  const entering = ['-t', String(pid), '-U', '-n', '--preserve-credentials', '--'];
  const binding = [process.execPath, '-e', BINDS, RESOLVER_ADDRESS, ...USUAL_PORTS.map(String)];
  const child = spawn(nsenter, [...entering, ...binding], {
    cwd: '/',
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  return received(child);
}

function received(child: ChildProcess): Promise<SessionSockets | { problem: string }> {
  return new Promise((resolve) => {
    const listeners: Server[] = [];
    let dns: DatagramSocket | undefined;
    let said = '';
    let isEnded = false;
    const end = (result: SessionSockets | { problem: string }) => {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(timer);
      if ('problem' in result) {
        for (const listener of listeners) listener.close();
        dns?.close();
        child.kill('SIGKILL');
      }
      resolve(result);
    };
    const timer = setTimeout(() => end({ problem: 'it took too long' }), PATIENCE_MS);
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-300);
    });
    child.on('error', ({ message }) => end({ problem: message }));
    child.on('message', (name, handle) => {
      if (name === 'dns') dns = handle as DatagramSocket;
      else listeners.push(handle as Server);
      if (dns && listeners.length === USUAL_PORTS.length) end({ dns, listeners });
    });
    child.on('exit', (code) => end({ problem: said.trim().split('\n').at(-1) || `exit ${code}` }));
  });
}
