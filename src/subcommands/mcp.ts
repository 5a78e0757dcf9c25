/** `coder mcp add|list|get|remove|test|login|logout`: manages the configured servers, with the syntax of other agents. */

import { createInterface } from 'node:readline/promises';
import type { AgentOptions } from '../app/agent-options.ts';
import { loadAppSettings } from '../app/load-app-settings.ts';
import { type ManagedServer, manageServers, type ServerScope } from '../app/servers/manage-servers.ts';
import { CoderError } from '../base/errors.ts';
import { nearest } from '../base/text/nearest.ts';
import { visible } from '../base/text/visible.ts';
import type { Fault } from '../protocol/fault.ts';
import type { McpCommandWords } from '../words/en/mcp-command.ts';
import { faultsAsText, faultText, saidIn } from '../words/fault.ts';
import { loadWords } from '../words/words.ts';
import { type AddedServer, addWords, readAdd } from './mcp/read-add.ts';
import { fail, failUsage, print } from './print.ts';

type Manager = ReturnType<typeof manageServers>;

interface Say extends McpCommandWords {
  problem(problem: Fault): string;
  error(error: unknown): string;
  /** What the browser shows after a login. */
  farewell: string;
}

const LOGIN_MS = 600_000;

export async function runMcp(options: AgentOptions, operands: readonly string[]): Promise<number> {
  const app = await loadAppSettings(options);
  const { mcpCommand, mcp, faults } = await loadWords(app.settings.lang);
  const say: Say = {
    ...mcpCommand,
    problem: (problem) => saidIn(problem, faults),
    error: (error) => faultText(error, faults),
    farewell: mcp.closeWindow,
  };
  await app.plugins.list();
  const manager = manageServers(app, options);
  const [action = 'list', ...words] = operands;
  const json = words.includes('--json') && action !== 'add';
  const [name = ''] = words.filter((word) => word !== '--json');
  switch (action) {
    case 'add':
      return add(readAdd(words, addWords[app.settings.lang]), manager, say);
    case 'add-json':
      return addJson(words, manager, say);
    case 'list':
      return list(manager, json, say);
    case 'get':
    case 'remove':
    case 'test':
    case 'login':
    case 'logout': {
      const server = manager.servers.find(({ entry }) => entry.name === name);
      if (name === '') return failUsage(say.usage);
      if (!server) return fail(unknown(name, manager, say), 1);
      return withServer(action, server, manager, json, say);
    }
    default:
      return failUsage(say.usage);
  }
}

async function withServer(
  action: 'get' | 'remove' | 'test' | 'login' | 'logout',
  server: ManagedServer,
  manager: Manager,
  json: boolean,
  say: Say,
): Promise<number> {
  const { entry } = server;
  switch (action) {
    case 'get':
      return get(server, json, say);
    case 'remove':
      await manager.remove(entry);
      return print(say.removed(entry.name, visible(entry.file)));
    case 'test':
      return tryOut(server, manager, json, say);
    case 'login':
    case 'logout': {
      if (entry.transport.kind === 'stdio') return fail(say.noLogin(entry.name), 1);
      const remote = { ...entry, transport: entry.transport };
      if (action === 'logout') return print(say.loggedOut(entry.name, await manager.logout(remote)));
      return login(remote, manager, say);
    }
  }
}

async function add(read: AddedServer | { problem: string }, manager: Manager, say: Say): Promise<number> {
  if ('problem' in read) return failUsage(say.usage, read.problem);
  const problem = manager.check(read.name, read.entry);
  if (problem !== undefined) return fail(say.problem(problem), 2);
  return write(read, manager, say);
}

async function addJson([name = '', text = '']: readonly string[], manager: Manager, say: Say): Promise<number> {
  let entry: unknown;
  try {
    entry = JSON.parse(text);
  } catch {
    return failUsage(say.usage, say.notJson);
  }
  const problem = manager.check(name, entry);
  return problem === undefined ? write({ name, entry, scope: 'user' }, manager, say) : fail(say.problem(problem), 2);
}

async function write(
  { name, entry, scope }: { name: string; entry: unknown; scope: ServerScope },
  manager: Manager,
  say: Say,
): Promise<number> {
  const file = manager.fileOf(scope);
  if (manager.servers.some((server) => server.entry.name === name && server.entry.file === file))
    return fail(say.isThere(name, file), 1);
  await manager.add(file, name, entry);
  return print(say.added(name, visible(file)));
}

function list({ servers, problems }: Manager, json: boolean, say: Say): number {
  for (const problem of problems) process.stderr.write(`${visible(say.problem(problem))}\n`);
  if (json) return print(JSON.stringify(servers.map(shownOf), faultsAsText, 2));
  if (servers.length === 0) return print(say.none);
  return print(servers.map((server) => lineOf(server, say)).join('\n'));
}

function lineOf({ entry, state, manifest, shows }: ManagedServer, say: Say): string {
  const [what] = shows;
  const is = entry.off === undefined ? say.states[state] : say.because(say.states[state], say.problem(entry.off));
  const facts = [is, ...(manifest ? [say.tools(manifest.tools.length)] : [])];
  return visible(`${entry.name}  ${what ? say.problem(what) : ''}  ${say.facts(facts)}`);
}

function get(server: ManagedServer, json: boolean, say: Say): number {
  if (json) return print(JSON.stringify(shownOf(server), faultsAsText, 2));
  const { entry, manifest, shows } = server;
  const tools = (manifest?.tools ?? []).map(({ name }) => `  ${name}`);
  return print(
    [lineOf(server, say), say.where(entry.where), ...shows.slice(1).map(say.problem), ...tools].map(visible).join('\n'),
  );
}

/** Includes the names of variables, never their values. */
function shownOf({ entry, state, manifest, shows }: ManagedServer) {
  const { name, where, source, off } = entry;
  return {
    name,
    where,
    source,
    state,
    ...(off !== undefined && { off }),
    shows,
    tools: manifest?.tools.map((tool) => tool.name),
  };
}

async function tryOut({ entry }: ManagedServer, manager: Manager, json: boolean, say: Say): Promise<number> {
  const { manifest, problem, startedInMs, stderr } = await manager.tryOut(entry);
  if (json)
    print(
      JSON.stringify(
        {
          name: entry.name,
          problem,
          started_in_ms: startedInMs,
          protocol: manifest?.protocol,
          tools: manifest?.tools.map(({ name }) => name),
          stderr,
        },
        faultsAsText,
      ),
    );
  if (problem !== undefined)
    return json
      ? 1
      : fail([say.failed(entry.name, say.problem(problem)), ...stderr.map((line) => `  ${line}`)].join('\n'), 1);
  if (json || !manifest) return 0;
  return print(say.works(entry.name, manifest.protocol, manifest.tools.length, startedInMs ?? 0));
}

async function login(entry: Parameters<Manager['login']>[0], manager: Manager, say: Say): Promise<number> {
  const input = createInterface({ input: process.stdin, terminal: false }); // no line editor, because it would print escape codes
  const pasted = Promise.withResolvers<string>();
  input.once('line', (line) => pasted.resolve(line));
  const show = (url: string) => void process.stderr.write(`${say.open}\n\n  ${visible(url)}\n\n${say.paste}\n`);
  try {
    const how = await manager.login(
      entry,
      { show, pasted: pasted.promise, farewell: say.farewell },
      AbortSignal.timeout(LOGIN_MS),
    );
    return print(how === 'already' ? say.needsNone(entry.name) : say.loggedIn(entry.name));
  } catch (error) {
    if (!(error instanceof CoderError)) throw error;
    return fail(say.notLoggedIn(entry.name, say.error(error)), 1);
  } finally {
    input.close();
  }
}

function unknown(name: string, { servers }: Manager, say: Say): string {
  return say.unknownServer(
    visible(name),
    nearest(
      name,
      servers.map(({ entry }) => entry.name),
    ),
  );
}
