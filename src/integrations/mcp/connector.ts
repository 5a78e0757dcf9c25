/** Keeps one connection to a server: opened on first use, shared by all calls, opened anew after it was lost or closed. */

import { elapsedMs } from '../../base/elapsed.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import type { ServerEntry } from './entry.ts';
import { cancelled, ServerFault } from './fault.ts';
import { type Connection, openConnection, withLastWords } from './open-connection.ts';
import type { ServerPorts } from './ports.ts';
import type { StdioLink } from './stdio-transport.ts';

export interface Connector {
  /** Absent while there is none. */
  readonly connection: Connection | undefined;
  readonly isStarting: boolean;
  /** Why the server cannot or could not be used. */
  readonly problem: Fault | undefined;
  /** True if the last start failed because the server wants a login. */
  readonly wantsLogin: boolean;
  /** How long the last start took. */
  readonly startedInMs: number | undefined;
  /** The server's program that was started last, even if it has ended. */
  readonly lastLink: StdioLink | undefined;
  /** Starts the server if necessary. Throws `ServerFault`. */
  connected(signal: AbortSignal): Promise<Connection>;
  disconnect(): Promise<void>;
}

interface ConnectorOptions {
  ports: ServerPorts;
  /** Checked right before each start: why the server may not be started. */
  refusal(): Fault | undefined;
  /** Called after each start, right before the connection is in use. */
  onConnected(): void;
  /** Called when the server says that its lists have changed. */
  onListChanged(): void;
  onChange(): void;
}

export function createConnector(entry: ServerEntry, options: ConnectorOptions): Connector {
  const { ports, refusal, onConnected, onListChanged, onChange } = options;
  let connection: Connection | undefined;
  let connecting: Promise<Connection> | undefined;
  let starting: AbortController | undefined;
  let problem = entry.off;
  let wantsLogin = false;
  let startedInMs: number | undefined;
  let lastLink: StdioLink | undefined;
  const onLink = (link: StdioLink) => void (lastLink = link);

  async function connect(): Promise<Connection> {
    const why = entry.off ?? refusal();
    if (why !== undefined) throw new ServerFault('refused', why);
    const started = elapsedMs();
    problem = undefined;
    wantsLogin = false;
    onChange();
    starting = new AbortController();
    const signal = AbortSignal.any([starting.signal, AbortSignal.timeout(entry.startupMs)]); // not the call's: Esc must not end servers
    try {
      const opened = await openConnection(entry, { ports, events: { onListChanged, onClose }, onLink }, signal);
      startedInMs = Math.round(elapsedMs() - started);
      starting = undefined; // from here on, the connection is what must be closed
      onConnected();
      connection = opened;
      return opened;
    } catch (error) {
      const fault = error instanceof ServerFault ? error : new ServerFault('refused', String(error));
      wantsLogin = fault.kind === 'login';
      problem = fault.kind === 'cancelled' ? extensionFault('serverSlow', String(entry.startupMs)) : fault.fault;
      throw new ServerFault(fault.kind === 'login' ? 'login' : 'refused', problem);
    } finally {
      onChange();
    }
  }

  function onClose(): void {
    if (!connection) return;
    connection = undefined;
    problem = withLastWords(extensionFault('serverEnded'), lastLink);
    onChange();
  }

  return {
    get connection() {
      return connection;
    },
    get isStarting() {
      return connecting !== undefined;
    },
    get problem() {
      return problem;
    },
    get wantsLogin() {
      return wantsLogin;
    },
    get startedInMs() {
      return startedInMs;
    },
    get lastLink() {
      return lastLink;
    },
    async connected(signal) {
      if (connection) return connection;
      connecting ??= connect().finally(() => (connecting = undefined));
      return abortable(connecting, signal);
    },
    async disconnect() {
      starting?.abort();
      const now = connection ?? (await connecting?.catch(() => undefined));
      connection = undefined;
      problem = entry.off;
      if (!now) return;
      await now.session.close();
      await now.link?.end();
      onChange();
    },
  };
}

function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(cancelled());
  return new Promise((done, fail) => {
    const abort = () => fail(cancelled());
    signal.addEventListener('abort', abort, { once: true });
    void promise.then(done, fail).finally(() => signal.removeEventListener('abort', abort));
  });
}
