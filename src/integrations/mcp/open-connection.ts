/** Opens a connection to a server: starts its program, or reaches it over HTTP. */

import { resolve } from 'node:path';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import type { HttpEntry, ServerEntry, StdioEntry } from './entry.ts';
import { ServerFault } from './fault.ts';
import type { ServerPorts } from './ports.ts';
import type { McpSession, SessionEvents } from './session.ts';
import type { StdioLink } from './stdio-transport.ts';

export interface Connection {
  session: McpSession;
  /** The server's program; absent over HTTP. */
  link?: StdioLink;
}

interface OpenOptions {
  ports: ServerPorts;
  events: SessionEvents;
  /** Called as soon as the server's program was started. */
  onLink(link: StdioLink): void;
}

/** Throws `ServerFault`. */
export function openConnection(entry: ServerEntry, options: OpenOptions, signal: AbortSignal): Promise<Connection> {
  const { transport } = entry;
  return transport.kind === 'stdio'
    ? startStdio(entry, transport, options, signal)
    : openHttp(entry as ServerEntry & { transport: HttpEntry }, options, signal);
}

async function startStdio(
  entry: ServerEntry,
  transport: StdioEntry,
  { ports, events, onLink }: OpenOptions,
  signal: AbortSignal,
): Promise<Connection> {
  const [{ openStdioSession }, { openStdio }] = await Promise.all([
    import('./session.ts'),
    import('./stdio-transport.ts'),
  ]);
  const folder = transport.cwd === undefined ? ports.cwd : resolve(ports.cwd, transport.cwd);
  const wrap = entry.source === 'user' ? undefined : await ports.wrap?.(folder);
  const link = openStdio(transport, ports.processes, folder, wrap);
  onLink(link);
  try {
    const session = await Promise.race([
      openStdioSession(entry, link, ports, events, signal),
      link.ended.then((how) => Promise.reject(new ServerFault('refused', withLastWords(how, link)))),
    ]);
    return { session, link };
  } catch (error) {
    await link.end();
    throw error;
  }
}

async function openHttp(
  entry: ServerEntry & { transport: HttpEntry },
  { ports, events }: OpenOptions,
  signal: AbortSignal,
): Promise<Connection> {
  const { openHttpSession } = await import('./session.ts');
  return { session: await openHttpSession(entry, ports, events, signal) };
}

/** With the last line that the server printed to its standard error, if any. */
export function withLastWords(how: Fault, link: StdioLink | undefined): Fault {
  const line = link?.stderr().at(-1);
  return line === undefined ? how : extensionFault('at', how, line.slice(0, 300));
}
