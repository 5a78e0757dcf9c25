/** One running language server: handshake, its requests to coder, what it pushes, and its end. */

import { basename } from 'node:path';
import { headerFraming } from '../../base/rpc/framing.ts';
import { createPeer, LSP_CANCEL, type Peer, RPC, RpcError } from '../../base/rpc/peer.ts';
import { isPlainObject } from '../../base/schema.ts';
import { cleanLine } from '../../base/text/sanitize.ts';
import type { Processes } from '../../host/process/process.ts';
import type { ProcessCommand, ProcessResult } from '../../host/process/process-command.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { faultError, inTheirWords } from '../../words/fault.ts';
import { notStarted } from '../not-started.ts';
import type { ServerRow } from './servers.ts';
import { uriOf } from './wire.ts';

export interface Connection {
  readonly pid: number | undefined;
  /** Why the server no longer runs; `undefined` while it does. */
  readonly ended: string | undefined;
  readonly capabilities: Record<string, unknown>;
  request(method: string, params: unknown, signal: AbortSignal): ReturnType<Peer['request']>;
  notify(method: string, params: unknown): void;
  /** The latest problems pushed for a file; `order` grows with every push. */
  pushed(uri: string): Pushed | undefined;
  /** Number of pushes so far, for any file. */
  readonly pushes: number;
  /** True if the server reports problems on request, as announced at the start or registered since. */
  readonly pulls: boolean;
  /** Resolves at the next push or registration. */
  changed(): Promise<void>;
  end(): Promise<void>;
}

export interface Pushed {
  order: number;
  version: number | undefined;
  items: unknown;
}

export interface ConnectOptions {
  row: ServerRow;
  argv: readonly [string, ...string[]];
  root: string;
  processes: Processes;
  /** Puts the server into the session's sandbox. */
  wrap?: ProcessCommand['wrap'];
}

/** How long the server may take to announce its capabilities. */
const START_MS = 20_000;
const SHUTDOWN_MS = 300;
const KEPT_ERRORS = 16 * 1024;

/** Throws `CoderError('lsp')`, with the last line that the server printed, if it does not start. */
export async function connect({ row, argv, root, processes, wrap }: ConnectOptions): Promise<Connection> {
  const problems = new Map<string, Pushed>();
  let pushes = 0;
  let isRegistered = false;
  let ended: Fault | undefined;
  let waiting: (() => void)[] = [];
  const served = processes.serve({
    argv,
    cwd: root,
    env: { ...row.env },
    timeoutMs: 0,
    keepBytes: KEPT_ERRORS,
    onBytes: (chunk) => peer.receive(chunk),
    ...(wrap && { wrap }),
  });
  const peer = createPeer({
    framing: headerFraming(),
    send: (text) => served.write(text),
    cancel: LSP_CANCEL,
    stamp: () => pushes,
    onRequest: async (method, params) => answer(method, params),
    onNotification(method, params) {
      if (method !== 'textDocument/publishDiagnostics' || !isPlainObject(params)) return;
      const { uri, version, diagnostics: items } = params;
      if (typeof uri !== 'string') return;
      problems.set(uri, { order: ++pushes, version: typeof version === 'number' ? version : undefined, items });
      wake();
    },
  });
  void served.result.then((result) => {
    ended ??= notStarted(result, argv[0], root) ?? endOf(row.id, result);
    peer.close(ended.text);
    wake();
  });

  const reply = await peer.request(
    'initialize',
    initialization(row, root, wrap !== undefined),
    AbortSignal.timeout(START_MS),
  );
  if (!reply.ok) {
    const why = ended ?? extensionFault('languageServerNotStarted', row.id, reply.message);
    await served.end();
    throw faultError('lsp', why);
  }
  const { capabilities } = isPlainObject(reply.result) ? reply.result : {};
  const can = isPlainObject(capabilities) ? capabilities : {};
  peer.notify('initialized', {});

  return {
    pid: served.pid,
    capabilities: can,
    get ended() {
      return ended?.text;
    },
    get pushes() {
      return pushes;
    },
    get pulls() {
      return isRegistered || isPlainObject(can.diagnosticProvider);
    },
    request: peer.request,
    notify: peer.notify,
    pushed: (uri) => problems.get(uri),
    changed: () => new Promise((resolve) => waiting.push(resolve)),
    async end() {
      const asked = AbortSignal.timeout(SHUTDOWN_MS);
      if (ended === undefined && (await peer.request('shutdown', null, asked)).ok) peer.notify('exit', null);
      ended ??= inTheirWords('it was ended');
      await served.end();
    },
  };

  function wake(): void {
    const woken = waiting;
    waiting = [];
    for (const resolve of woken) resolve();
  }

  function answer(method: string, params: unknown): unknown {
    const given = isPlainObject(params) ? params : {};
    switch (method) {
      case 'workspace/configuration':
        return Array.isArray(given.items) ? given.items.map((item: unknown) => settingOf(row.settings, item)) : [];
      case 'client/registerCapability': {
        const list = Array.isArray(given.registrations) ? (given.registrations as unknown[]) : [];
        isRegistered ||= list.some((each) => isPlainObject(each) && each.method === 'textDocument/diagnostic');
        wake();
        return null;
      }
      case 'workspace/workspaceFolders':
        return [{ uri: uriOf(root), name: basename(root) }];
      case 'workspace/applyEdit':
        return { applied: false }; // only tools change files
      case 'client/unregisterCapability':
      case 'window/workDoneProgress/create':
      case 'window/showMessageRequest':
      case 'workspace/diagnostic/refresh':
      case 'workspace/semanticTokens/refresh':
      case 'workspace/inlayHint/refresh':
      case 'workspace/codeLens/refresh':
        return null;
      default:
        throw new RpcError(RPC.methodNotFound, `Method not found: ${method}`);
    }
  }
}

/** A server inside the sandbox cannot see coder's process and so must not watch it; it ends with its sandbox. */
function initialization(row: ServerRow, root: string, isInside: boolean): object {
  return {
    processId: isInside ? null : process.pid,
    clientInfo: { name: 'coder' },
    rootUri: uriOf(root),
    workspaceFolders: [{ uri: uriOf(root), name: basename(root) }],
    initializationOptions: row.initializationOptions ?? {},
    capabilities: {
      general: { positionEncodings: ['utf-16'] },
      window: { workDoneProgress: true },
      workspace: {
        configuration: true,
        workspaceFolders: true,
        workspaceEdit: { documentChanges: true },
        symbol: {},
        didChangeWatchedFiles: { dynamicRegistration: true },
      },
      textDocument: {
        synchronization: { didSave: true },
        publishDiagnostics: { versionSupport: true },
        diagnostic: { dynamicRegistration: true },
        definition: { linkSupport: true },
        references: {},
        hover: { contentFormat: ['markdown', 'plaintext'] },
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        rename: {},
      },
    },
  };
}

/** The value of a section such as `python.analysis` in the settings. */
function settingOf(settings: unknown, item: unknown): unknown {
  const section = isPlainObject(item) && typeof item.section === 'string' ? item.section : '';
  let value: unknown = settings;
  for (const key of section === '' ? [] : section.split('.')) value = isPlainObject(value) ? value[key] : undefined;
  return value ?? null;
}

/** With the last line that the server printed to its standard error. */
function endOf(id: string, { exitCode, stderr }: ProcessResult): Fault {
  const how = extensionFault('languageServerEnded', id, String(exitCode));
  const line = cleanLine(stderr.trim().split('\n').at(-1) ?? '').slice(0, 200);
  return line === '' ? how : extensionFault('at', how, line);
}
