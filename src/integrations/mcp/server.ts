/** A server from its entry to its end: known by its manifest, started on first use, ended with coder; reports its actual state. */

import { resolve } from 'node:path';
import type { HttpEntry, ServerEntry, StdioEntry } from './entry.ts';
import { ServerFault } from './fault.ts';
import type { ListedTool, Manifest, ManifestStore } from './manifest.ts';
import type { ServerPorts } from './ports.ts';
import type { CallAnswer, CallOptions, McpSession } from './session.ts';
import type { StdioLink } from './stdio-transport.ts';

export interface Server {
  readonly entry: ServerEntry;
  /** What the server offers, if known. */
  readonly manifest: Manifest | undefined;
  readonly state: ServerState;
  /** Why the server cannot or could not be used. */
  readonly problem: string | undefined;
  readonly pid: number | undefined;
  /** How long the last start took. */
  readonly startedInMs: number | undefined;
  stderr(): readonly string[];
  readonly noise: number;
  /** Starts the server if necessary and asks what it offers. Throws `ServerFault`. */
  learn(signal: AbortSignal): Promise<Manifest>;
  call(tool: ListedTool, args: Record<string, unknown>, options: CallOptions): Promise<CallAnswer>;
  prompt(name: string, args: Record<string, string>, signal: AbortSignal): Promise<unknown>;
  resource(uri: string, signal: AbortSignal): Promise<unknown>;
  /** Why the server may not be started at present; `undefined` if it may. */
  refusal(): string | undefined;
  /** Ends the server; the next use starts it anew. */
  disconnect(): Promise<void>;
}

type ServerState = 'off' | 'untrusted' | 'unknown' | 'known' | 'starting' | 'running' | 'failed' | 'needs-login';

export interface ServerDeps {
  ports: ServerPorts;
  manifests: ManifestStore;
  /** Checked right before each start: why the server may not be started. */
  refusal(): string | undefined;
  onChange(): void;
}

interface Connection {
  session: McpSession;
  link?: StdioLink;
}

export function createServer(entry: ServerEntry, { ports, manifests, refusal, onChange }: ServerDeps): Server {
  let manifest = entry.off === undefined ? manifests.load(entry) : undefined;
  let connecting: Promise<Connection> | undefined;
  let connection: Connection | undefined;
  let problem = entry.off;
  let wantsLogin = false;
  let startedInMs: number | undefined;
  let last: StdioLink | undefined;
  let isStale = false;
  let starting: AbortController | undefined;

  return {
    entry,
    get manifest() {
      return connection || refusal() === undefined ? manifest : undefined;
    },
    get state() {
      if (entry.off !== undefined) return 'off';
      if (connection) return 'running';
      if (connecting) return 'starting';
      if (refusal() !== undefined) return 'untrusted';
      if (wantsLogin) return 'needs-login';
      if (problem !== undefined) return 'failed';
      return manifest ? 'known' : 'unknown';
    },
    get problem() {
      return problem;
    },
    get pid() {
      return connection?.link?.pid;
    },
    get startedInMs() {
      return startedInMs;
    },
    refusal,
    stderr: () => last?.stderr() ?? [],
    get noise() {
      return last?.noise ?? 0;
    },
    async learn(signal) {
      const { session } = await connected(signal);
      return refresh(session, signal);
    },
    call: (tool, args, options) =>
      onceAgain(options.signal, isSafeTwice(tool, entry), async ({ session }) => {
        const known = manifest?.tools.find(({ name }) => name === tool.name);
        if (isStale) await refresh(session, options.signal);
        const now = manifest?.tools.find(({ name }) => name === tool.name);
        if (known && !isSameTool(known, now)) throw changed(tool, now);
        return session.call(tool, args, options);
      }),
    prompt: (name, args, signal) => onceAgain(signal, true, ({ session }) => session.prompt(name, args, signal)),
    resource: (uri, signal) => onceAgain(signal, true, ({ session }) => session.resource(uri, signal)),
    disconnect,
  };

  /** Reconnects once after a lost session or a dead server; work that may have been done is not done twice. */
  async function onceAgain<T>(signal: AbortSignal, isSafe: boolean, run: (on: Connection) => Promise<T>): Promise<T> {
    try {
      return await run(await connected(signal));
    } catch (error) {
      if (!(error instanceof ServerFault) || signal.aborted) throw error;
      const isLost = error.kind === 'not-run' || error.kind === 'unknown';
      if (isLost) await disconnect();
      if (!isLost || (error.kind === 'unknown' && !isSafe)) throw error;
      return run(await connected(signal));
    }
  }

  async function connected(signal: AbortSignal): Promise<Connection> {
    if (connection) return connection;
    connecting ??= connect().finally(() => (connecting = undefined));
    return abortable(connecting, signal);
  }

  async function connect(): Promise<Connection> {
    const why = entry.off ?? refusal();
    if (why !== undefined) throw new ServerFault('refused', why);
    const started = performance.now();
    problem = undefined;
    wantsLogin = false;
    onChange();
    starting = new AbortController();
    const signal = AbortSignal.any([starting.signal, AbortSignal.timeout(entry.startupMs)]); // not the call's: Esc must not end servers
    try {
      const opened =
        entry.transport.kind === 'stdio' ? await startStdio(entry.transport, signal) : await openHttp(signal);
      startedInMs = Math.round(performance.now() - started);
      starting = undefined; // from here on, the connection is what must be closed
      isStale = true; // it may be another version by now
      connection = opened;
      return opened;
    } catch (error) {
      const fault = error instanceof ServerFault ? error : new ServerFault('refused', String(error));
      wantsLogin = fault.kind === 'login';
      problem = fault.kind === 'cancelled' ? `it did not answer within ${entry.startupMs} ms` : fault.message;
      throw new ServerFault(fault.kind === 'login' ? 'login' : 'refused', problem);
    } finally {
      onChange();
    }
  }

  async function startStdio(transport: StdioEntry, signal: AbortSignal): Promise<Connection> {
    const [{ openStdioSession }, { openStdio }] = await Promise.all([
      import('./session.ts'),
      import('./stdio-transport.ts'),
    ]);
    const folder = transport.cwd === undefined ? ports.cwd : resolve(ports.cwd, transport.cwd);
    const wrap = entry.source === 'user' ? undefined : await ports.wrap?.(folder);
    const link = openStdio(transport, ports.processes, folder, wrap);
    last = link;
    try {
      const session = await Promise.race([
        openStdioSession(entry, link, ports, events(), signal),
        link.ended.then((how) => Promise.reject(new ServerFault('refused', `${how}${lastWords(link)}`))),
      ]);
      return { session, link };
    } catch (error) {
      await link.end();
      throw error;
    }
  }

  async function openHttp(signal: AbortSignal): Promise<Connection> {
    const { openHttpSession } = await import('./session.ts');
    return { session: await openHttpSession(entry as ServerEntry & { transport: HttpEntry }, ports, events(), signal) };
  }

  function events() {
    return {
      onListChanged: () => {
        isStale = true;
        const now = connection;
        if (now) void refresh(now.session, AbortSignal.timeout(entry.startupMs)).catch(() => undefined); // the next call reports it
      },
      onClose: () => {
        if (!connection) return;
        connection = undefined;
        problem = `it ended on its own${last ? lastWords(last) : ''}`;
        onChange();
      },
    };
  }

  async function refresh(session: McpSession, signal: AbortSignal): Promise<Manifest> {
    const found = await session.manifest(signal);
    const isOther = JSON.stringify({ ...found, at: 0 }) !== JSON.stringify({ ...manifest, at: 0 });
    manifest = found;
    isStale = false;
    await manifests.save(entry, found);
    if (isOther) onChange();
    return found;
  }

  async function disconnect(): Promise<void> {
    starting?.abort();
    const now = connection ?? (await connecting?.catch(() => undefined));
    connection = undefined;
    problem = entry.off;
    if (!now) return;
    await now.session.close();
    await now.link?.end();
    onChange();
  }
}

/** According to the server's annotations, which count only if the user's file says so. */
function isSafeTwice({ annotations }: ListedTool, { trustAnnotations }: ServerEntry): boolean {
  return trustAnnotations && (annotations?.['readOnlyHint'] === true || annotations?.['idempotentHint'] === true);
}

function isSameTool(known: ListedTool, now: ListedTool | undefined): boolean {
  return now !== undefined && JSON.stringify(known.inputSchema) === JSON.stringify(now.inputSchema);
}

function changed({ name }: ListedTool, now: ListedTool | undefined): ServerFault {
  if (!now) return new ServerFault('refused', `it no longer has a tool ${name}`);
  const schema = JSON.stringify(now.inputSchema);
  return new ServerFault('refused', `${name} takes other arguments now: ${schema}. Nothing was run: call it again.`);
}

function lastWords(link: StdioLink): string {
  const [line] = link.stderr().slice(-1);
  return line === undefined ? '' : `: ${line.slice(0, 300)}`;
}

function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(new ServerFault('cancelled', 'cancelled'));
  return new Promise((done, fail) => {
    const abort = () => fail(new ServerFault('cancelled', 'cancelled'));
    signal.addEventListener('abort', abort, { once: true });
    void promise.then(done, fail).finally(() => signal.removeEventListener('abort', abort));
  });
}
