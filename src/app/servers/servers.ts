/**
 * Sets up the MCP servers of a run: which entries count, what they may do, and their tools among coder's own. Loaded only if there is an
 * entry.
 */

import { join } from 'node:path';
import { readOwned } from '../../base/files/regular-file.ts';
import { isPlainObject } from '../../base/schema.ts';
import { nearest } from '../../base/text/nearest.ts';
import { estimateTokens } from '../../base/text/tokens.ts';
import { placedJson } from '../../config/placed-json.ts';
import { createResultSaver } from '../../host/files/save-result.ts';
import { elicit } from '../../integrations/mcp/elicit.ts';
import { type ReadEntries, readEntries, type ServerEntry, type ServerFile } from '../../integrations/mcp/entry.ts';
import { ServerFault } from '../../integrations/mcp/fault.ts';
import { manifestStore } from '../../integrations/mcp/manifest.ts';
import type { ServerPorts } from '../../integrations/mcp/ports.ts';
import { outcomeOf } from '../../integrations/mcp/result.ts';
import { indexTools, type ToolIndex } from '../../integrations/mcp/search.ts';
import { createServer } from '../../integrations/mcp/server.ts';
import { createServers, type Servers, type ServerTool } from '../../integrations/mcp/servers.ts';
import { tokenStore } from '../../integrations/mcp/token-store.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { Outcome } from '../../protocol/message.ts';
import { serverToolName } from '../../protocol/server-names.ts';
import { cancelled, failed, type Tool, type ToolContext } from '../../protocol/tool.ts';
import { serverTool } from '../../tools/server-tool.ts';
import { type FoundTool, type ToolCatalogue, toolSearchTool } from '../../tools/tool-search.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import type { Words } from '../../words/words.ts';
import type { AppSettings } from '../load-app-settings.ts';
import type { Host } from '../machine.ts';
import { projectWrap } from '../prompt/project-sandbox.ts';
import type { Run } from '../run.ts';
import { serverItem } from '../trust/items.ts';
import { samplerFor } from './sampling.ts';
import { createServerLogin, type ServerLogin } from './server-login.ts';

const LONGEST = 1024 * 1024;

/** Entries of the user's file come first; a project's entry of the same name is left out. */
export function findEntries(app: AppSettings, cwd: string, env: NodeJS.ProcessEnv): ReadEntries {
  const files: ServerFile[] = app.serverFiles.map(({ source, path, values, place }) => ({
    source,
    path,
    servers: values.mcpServers as Record<string, unknown>,
    place: (at) => place(['mcpServers', ...at]),
  }));
  const shared = readShared(join(cwd, '.mcp.json'), app.trust.root);
  const found = [...files, ...(shared && 'servers' in shared ? [shared] : [])].map((file) => readEntries(file, env));
  const problems = [...found.flatMap((each) => each.problems), ...(shared && 'says' in shared ? [shared] : [])];
  const byName = new Map<string, ServerEntry>();
  const ofPlugins = app.plugins.current.flatMap((plugin) => plugin.servers);
  for (const entry of [...found.flatMap((each) => each.entries), ...ofPlugins]) {
    const first = byName.get(entry.name);
    if (first)
      problems.push(
        extensionFault('serverLeftOut', entry.where, `"${entry.name}"`, extensionFault('serverTwin', first.where)),
      );
    else byName.set(entry.name, entry);
  }
  return { entries: [...byName.values()], problems };
}

/** A project's server needs trust; a plugin's is usable while the plugin is. */
export function mayUseServer({ trust, plugins }: AppSettings, cwd: string, entry: ServerEntry): boolean {
  switch (entry.source) {
    case 'user':
      return true;
    case 'plugin':
      return plugins.current.some(({ servers }) =>
        servers.some(({ name, file }) => name === entry.name && file === entry.file),
      );
    case 'project':
      return trust.admits(serverItem(trust.root, cwd, entry.file, entry.name, entry.raw));
  }
}

/** Reads the file that other agents use too; returns a fault if it is bad. */
function readShared(path: string, root: string): ServerFile | Fault | undefined {
  const found = readOwned(path, root, LONGEST);
  if (typeof found === 'string') return undefined; // listed elsewhere with its problem
  const read = placedJson(found.bytes.toString('utf8'), '.mcp.json');
  if (!read.ok) return extensionFault('at', read.at, read.problem);
  const servers = isPlainObject(read.values) ? read.values.mcpServers : undefined;
  if (!isPlainObject(servers)) return extensionFault('serversMissing', '.mcp.json');
  return { source: 'project', path, servers, place: (keys) => read.place(['mcpServers', ...keys]) };
}

export interface AppServersOptions {
  run: Run;
  host: Host;
  words: Words;
  attended: boolean;
  /** Receives the tools as they become known. */
  tools: Map<string, Tool>;
}

export function createAppServers({ run, host, words, attended, tools }: AppServersOptions): Servers {
  const { app, options, person, warn } = run;
  const { home, settings } = app;
  const { entries, problems } = findEntries(app, options.cwd, options.env);
  for (const problem of problems) warn(problem);
  const manifests = manifestStore(join(home, 'mcp'));
  const open = (url: string) => openAddress(url, host);
  const ports: ServerPorts = {
    processes: host.processes,
    wrap: (cwd) => projectWrap(host.sandbox, cwd, settings.sandbox.hosts),
    cwd: host.workspace.root,
    roots: () => host.workspace.roots,
    version: options.version,
    elicit: (server, request, signal) =>
      elicit(server, request, { attended, ask: person.ask, open, say: words.mcp }, signal),
    tokens: tokenStore(join(home, 'mcp', 'logins.json'), settings.mcp.client_metadata_url),
    offersModel: attended && settings.mcp.sampling === 'ask',
  };
  const mayUse = (entry: ServerEntry) => mayUseServer(app, options.cwd, entry);
  const refusal = (entry: ServerEntry) => () =>
    mayUse(entry) ? undefined : extensionFault('serverNotAsTrusted', entry.name);
  const servers: Servers = createServers({
    servers: entries.map((entry) =>
      createServer(entry, { ports, manifests, refusal: refusal(entry), onChange: () => servers.changed() }),
    ),
    attended,
    firstWaitMs: settings.mcp.first_wait_ms,
    onTools: (known) => offered.add(known),
    onFirstRequest: () => offered.freeze(),
    onSkipped: (names) => person.emit({ type: 'state-change', change: { skipped: [...names] } }),
  });
  const login = createServerLogin({ run, attended, tokens: ports.tokens, words, open });
  const offered = offeredTools({ tools, run, host, servers, login, words, offersModel: ports.offersModel === true });
  offered.add(servers.tools());
  const untrusted = servers.list().flatMap(({ name, state }) => (state === 'untrusted' ? [name] : []));
  if (untrusted.length > 0) person.emit({ type: 'state-change', change: { skipped: untrusted } });
  return servers;
}

interface OfferedToolsParts {
  tools: Map<string, Tool>;
  run: Run;
  host: Host;
  servers: Servers;
  login: ServerLogin;
  words: Words;
  offersModel: boolean;
}

/** Puts the tools of servers after coder's own: definitions once sent stay unchanged, and later tools are appended. */
function offeredTools({ tools, run, host, servers, login, words, offersModel }: OfferedToolsParts) {
  const { app, options, mask } = run;
  const { settings, folder } = app;
  const save = createResultSaver(host.workspace.root, join(folder, 'cache', 'results'), mask);
  let isFrozen = false;
  let sent: readonly string[] = [];
  return {
    /** Arranges all tools anew until the first request, then only appends. */
    add(known: readonly ServerTool[]): void {
      const isDeferred = definitionTokens(known) > settings.mcp.tool_budget;
      if (!isFrozen) for (const name of sent) tools.delete(name);
      const before = new Map(tools);
      const search = toolSearchTool(catalogueOf(() => servers.tools()));
      if (isDeferred && !before.has(search.name)) put(search);
      for (const each of known) {
        const old = before.get(each.name);
        const made = toolOf(each, old ? old.deferred === true : isDeferred);
        put(old ? { ...made, description: old.description, input: { ...made.input, json: old.input.json } } : made);
      }
      if (!isFrozen) sent = [search.name, ...known.map(({ name }) => name)];
    },
    freeze: () => void (isFrozen = true),
  };

  function put(tool: Tool): void {
    tools.set(tool.name, options.adaptTool?.(tool) ?? tool);
  }

  function toolOf({ name, server, listed }: ServerTool, deferred: boolean): Tool {
    const { entry } = server;
    const { annotations, inputSchema } = listed;
    return serverTool({
      name,
      server: entry.name,
      tool: listed.name,
      description: listed.description || (listed.title ?? listed.name),
      inputSchema,
      ...(annotations && { annotations }),
      isReader: entry.trustAnnotations && annotations?.['readOnlyHint'] === true,
      deferred,
      call: (args, context) => callTool({ name, server, listed }, args, context),
    });
  }

  async function callTool(
    { name, server, listed }: ServerTool,
    args: Record<string, unknown>,
    context: ToolContext,
    isAgain = false,
  ): Promise<Outcome> {
    const { signal, output, callId } = context;
    const onProgress = (text: string) => output(`${text}\n`, 'stdout');
    try {
      const sample = offersModel ? samplerFor(server.entry.name, context, run, words.mcp) : undefined;
      const timeoutMs = server.entry.callMs;
      const answer = await server.call(listed, args, { signal, timeoutMs, onProgress, ...(sample && { sample }) });
      return await outcomeOf(answer, { limit: settings.safety.output_limit_bytes, save: (text) => save(callId, text) });
    } catch (error) {
      if (!(error instanceof ServerFault)) throw error;
      if (error.kind === 'login' && !isAgain && (await login(server.entry, signal))) {
        await server.disconnect();
        return callTool({ name, server, listed }, args, context, true); // nothing ran, because the server did not accept the call
      }
      return outcomeOfFault(error, server.entry.name, listed);
    }
  }
}

/** The outcome for the model, which tells it what was done and what was not. */
function outcomeOfFault(
  { kind, message, wrongArguments }: ServerFault,
  server: string,
  { inputSchema }: ServerTool['listed'],
): Outcome {
  switch (kind) {
    case 'cancelled':
      return cancelled();
    case 'unknown':
      return failed(
        `The server ${server} was lost in the middle of the call (${message}): whether it was done is unknown. Look before you call it again.`,
      );
    case 'slow':
      return failed(`The server ${server} did not answer in time (${message}): whether it was done is unknown.`);
    case 'login':
      return failed(`The server ${server} wants a login. The user can log in with: coder mcp login ${server}`);
    case 'bad-result':
      return failed(`The answer of ${server} violates its own schema: ${message}`);
    case 'not-run':
      return failed(`The server ${server} cannot be reached: ${message}. Nothing was run.`);
    case 'refused':
      return failed(
        wrongArguments ? `${message}. Its schema: ${JSON.stringify(inputSchema)}` : `${server}: ${message}`,
      );
  }
}

function definitionTokens(known: readonly ServerTool[]): number {
  return estimateTokens(
    JSON.stringify(known.map(({ name, listed }) => [name, listed.description, listed.inputSchema])),
  );
}

/** `names` are those at the start; servers that come later are announced as they come. */
function catalogueOf(all: () => readonly ServerTool[]): ToolCatalogue {
  const found = ({ name, listed }: ServerTool): FoundTool => ({
    name,
    description: listed.description,
    schema: listed.inputSchema,
  });
  const findable = () =>
    all().map((tool) => ({
      ...tool,
      tool: tool.listed.name,
      server: tool.server.entry.name,
      description: tool.listed.description,
      parameters: Object.keys(
        isPlainObject(tool.listed.inputSchema['properties']) ? tool.listed.inputSchema['properties'] : {},
      ),
      ...(tool.listed.title !== undefined && { title: tool.listed.title }),
      of: tool,
    }));
  const names = namesByServer(all());
  let index: { of: number; tools: ToolIndex<ReturnType<typeof findable>[number]> } | undefined;
  const indexed = () => {
    const known = findable();
    if (index?.of !== known.length) index = { of: known.length, tools: indexTools(known) };
    return index.tools;
  };
  return {
    names,
    search: (query, most) =>
      indexed()
        .search(query, most)
        .map(({ of }) => found(of)),
    named: (wanted) =>
      all()
        .filter(({ name, listed }) => name === wanted || listed.name === wanted)
        .map(found),
    nearest: (query) =>
      nearest(
        query,
        all().map(({ name }) => name),
      ),
  };
}

/** Lists tools by server; a name that the model could not derive itself is given in full. */
function namesByServer(known: readonly ServerTool[]): string {
  const lines = new Map<string, string[]>();
  for (const { name, server, listed } of known) {
    const plain = serverToolName(server.entry.name, listed.name) === name ? listed.name : name;
    lines.set(server.entry.name, [...(lines.get(server.entry.name) ?? []), plain]);
  }
  return [...lines].map(([server, names]) => `${server}: ${names.join(', ')}`).join('\n');
}

async function openAddress(url: string, { processes, workspace }: Host): Promise<void> {
  if (!URL.parse(url)?.protocol.startsWith('http')) return; // anything else would start a program
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const command = { argv: [program, url] as [string, string], cwd: workspace.root, timeoutMs: 10_000, keepBytes: 1000 };
  await processes.run(command, AbortSignal.timeout(10_000)); // if there is no browser, the address was shown anyway
}
