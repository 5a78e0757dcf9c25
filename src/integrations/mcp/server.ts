/** A server from its entry to its end: known by its manifest, started on first use, ended with coder; reports its actual state. */

import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { createConnector } from './connector.ts';
import type { ServerEntry } from './entry.ts';
import { ServerFault } from './fault.ts';
import { createLearned } from './learned.ts';
import type { ListedTool, Manifest, ManifestStore } from './manifest.ts';
import type { Connection } from './open-connection.ts';
import type { ServerPorts } from './ports.ts';
import type { CallAnswer, CallOptions } from './session.ts';

export interface Server {
  readonly entry: ServerEntry;
  /** What the server offers, if known. */
  readonly manifest: Manifest | undefined;
  readonly state: ServerState;
  /** Why the server cannot or could not be used. */
  readonly problem: Fault | undefined;
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
  refusal(): Fault | undefined;
  /** Ends the server; the next use starts it anew. */
  disconnect(): Promise<void>;
}

type ServerState = 'off' | 'untrusted' | 'unknown' | 'known' | 'starting' | 'running' | 'failed' | 'needs-login';

export interface ServerDeps {
  ports: ServerPorts;
  manifests: ManifestStore;
  /** Checked right before each start: why the server may not be started. */
  refusal(): Fault | undefined;
  onChange(): void;
}

export function createServer(entry: ServerEntry, { ports, manifests, refusal, onChange }: ServerDeps): Server {
  const learned = createLearned(entry, manifests, onChange);
  const connector = createConnector(entry, {
    ports,
    refusal,
    onConnected: learned.markStale, // it may be another version by now
    onListChanged() {
      learned.markStale();
      const now = connector.connection;
      if (now) void learned.refresh(now.session, AbortSignal.timeout(entry.startupMs)).catch(() => undefined); // the next call reports it
    },
    onChange,
  });
  const { connected, disconnect } = connector;

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

  return {
    entry,
    get manifest() {
      return connector.connection || refusal() === undefined ? learned.manifest : undefined;
    },
    get state() {
      if (entry.off !== undefined) return 'off';
      if (connector.connection) return 'running';
      if (connector.isStarting) return 'starting';
      if (refusal() !== undefined) return 'untrusted';
      if (connector.wantsLogin) return 'needs-login';
      if (connector.problem !== undefined) return 'failed';
      return learned.manifest ? 'known' : 'unknown';
    },
    get problem() {
      return connector.problem;
    },
    get pid() {
      return connector.connection?.link?.pid;
    },
    get startedInMs() {
      return connector.startedInMs;
    },
    refusal,
    stderr: () => connector.lastLink?.stderr() ?? [],
    get noise() {
      return connector.lastLink?.noise ?? 0;
    },
    async learn(signal) {
      const { session } = await connected(signal);
      return learned.refresh(session, signal);
    },
    call: (tool, args, options) =>
      onceAgain(options.signal, isSafeTwice(tool, entry), async ({ session }) => {
        const find = () => learned.manifest?.tools.find(({ name }) => name === tool.name);
        const known = find();
        if (learned.isStale) await learned.refresh(session, options.signal);
        const now = find();
        if (known && !isSameTool(known, now)) throw changed(tool, now);
        return session.call(tool, args, options);
      }),
    prompt: (name, args, signal) => onceAgain(signal, true, ({ session }) => session.prompt(name, args, signal)),
    resource: (uri, signal) => onceAgain(signal, true, ({ session }) => session.resource(uri, signal)),
    disconnect,
  };
}

/** According to the server's annotations, which count only if the user's file says so. */
function isSafeTwice({ annotations }: ListedTool, { trustAnnotations }: ServerEntry): boolean {
  return trustAnnotations && (annotations?.['readOnlyHint'] === true || annotations?.['idempotentHint'] === true);
}

function isSameTool(known: ListedTool, now: ListedTool | undefined): boolean {
  return now !== undefined && JSON.stringify(known.inputSchema) === JSON.stringify(now.inputSchema);
}

function changed({ name }: ListedTool, now: ListedTool | undefined): ServerFault {
  if (!now) return new ServerFault('refused', extensionFault('serverToolGone', name));
  const schema = JSON.stringify(now.inputSchema);
  return new ServerFault('refused', extensionFault('serverToolChanged', name, schema));
}
