/** The actions of `coder mcp`: writes and removes server entries, tries one, logs in and out. */

import { join } from 'node:path';
import { editSettings } from '../../config/save-setting.ts';
import { childEnvironment } from '../../host/process/child-env.ts';
import { createProcesses } from '../../host/process/process.ts';
import { type HttpEntry, readEntries, type ServerEntry } from '../../integrations/mcp/entry.ts';
import { faultIn, ServerFault } from '../../integrations/mcp/fault.ts';
import type { LoginIo } from '../../integrations/mcp/login.ts';
import { type Manifest, manifestStore } from '../../integrations/mcp/manifest.ts';
import { createServer, type Server } from '../../integrations/mcp/server.ts';
import { showEntry } from '../../integrations/mcp/shown-entry.ts';
import { tokenStore } from '../../integrations/mcp/token-store.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import type { AgentOptions } from '../agent-options.ts';
import type { AppSettings } from '../load-app-settings.ts';
import { findEntries, mayUseServer } from './servers.ts';

export interface ManagedServer {
  entry: ServerEntry;
  state: 'off' | 'untrusted' | 'known' | 'unknown';
  manifest?: Manifest;
  shows: readonly Fault[];
}

export interface TriedServer {
  manifest?: Manifest;
  problem?: Fault;
  startedInMs?: number;
  stderr: readonly string[];
}

const PATIENCE_MS = 10_000;

export function manageServers(app: AppSettings, options: AgentOptions) {
  const manifests = manifestStore(join(app.home, 'mcp'));
  const tokens = tokenStore(join(app.home, 'mcp', 'logins.json'), app.settings.mcp.client_metadata_url);
  const { entries, problems } = findEntries(app, options.cwd, options.env);
  const mayUse = (entry: ServerEntry) => mayUseServer(app, options.cwd, entry);
  const servers = entries.map((entry): ManagedServer => {
    const manifest = manifests.load(entry);
    const state = entry.off !== undefined ? 'off' : !mayUse(entry) ? 'untrusted' : manifest ? 'known' : 'unknown';
    return { entry, state, shows: showEntry(entry.raw), ...(manifest && { manifest }) };
  });

  return {
    servers,
    problems,
    /** Why such an entry would be left out; `undefined` if it is valid. */
    check(name: string, value: unknown): Fault | undefined {
      const file = { source: 'user' as const, path: '', servers: { [name]: value }, place: () => 'mcpServers' };
      return readEntries(file, options.env).problems[0];
    },
    fileOf: (scope: ServerScope) =>
      scope === 'user'
        ? join(app.home, 'config.json')
        : join(options.cwd, scope === 'project' ? '.mcp.json' : '.coder/config.json'),
    async add(file: string, name: string, value: unknown): Promise<void> {
      await editSettings({ file, path: ['mcpServers', name], value, signal: AbortSignal.timeout(PATIENCE_MS) });
    },
    async remove({ file, name }: ServerEntry): Promise<void> {
      await editSettings({
        file,
        path: ['mcpServers', name],
        value: undefined,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
    },
    tryOut,
    async login({ transport }: ServerEntry & { transport: HttpEntry }, io: LoginIo, signal: AbortSignal) {
      const { logIn } = await import('../../integrations/mcp/login.ts');
      return logIn(transport, tokens, options.version, io, signal);
    },
    logout: ({ transport }: ServerEntry & { transport: HttpEntry }) => tokens.remove(transport.url),
  };

  /** Starts the server, asks what it offers, and stops it again. */
  async function tryOut(entry: ServerEntry): Promise<TriedServer> {
    const env = childEnvironment(options.env, { keep: app.settings.safety.keep_env, roots: [options.cwd] });
    const processes = createProcesses({ env, marker: 'mcp-test' });
    const elicit = async () => ({ action: 'decline' as const });
    const ports = { processes, cwd: options.cwd, roots: () => [options.cwd], version: options.version, elicit, tokens };
    const refusal = () => (mayUse(entry) ? undefined : extensionFault('serverUntrusted'));
    const server: Server = createServer(entry, { ports, manifests, refusal, onChange() {} });
    try {
      const manifest = await server.learn(AbortSignal.timeout(entry.startupMs));
      return {
        manifest,
        stderr: server.stderr(),
        ...(server.startedInMs !== undefined && { startedInMs: server.startedInMs }),
      };
    } catch (error) {
      const isLate = error instanceof ServerFault && error.kind === 'cancelled';
      const problem = isLate ? extensionFault('serverLate', String(entry.startupMs / 1000)) : faultIn(error);
      return { problem, stderr: server.stderr() };
    } finally {
      await server.disconnect();
      await processes.close();
    }
  }
}

export type ServerScope = 'user' | 'project' | 'local';
