/** All servers of a run: the tools they provide, and what is known without starting any. */

import { estimateTokens } from '../../base/text/tokens.ts';
import type { ListedServer, ServerControl } from '../../protocol/servers.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import type { ServerEntry } from './entry.ts';
import { faultIn } from './fault.ts';
import type { ListedTool } from './manifest.ts';
import { mentionedResource } from './mentioned-resource.ts';
import { toolNames } from './names.ts';
import { fillPrompt, promptsOf } from './prompts.ts';
import { createReadiness } from './readiness.ts';
import type { Server } from './server.ts';

/** A server's tool with the name by which the model calls it. */
export interface ServerTool {
  name: string;
  server: Server;
  listed: ListedTool;
}

export interface ServersOptions {
  servers: readonly Server[];
  attended: boolean;
  firstWaitMs: number;
  /** Called when the tools become known or change. */
  onTools(tools: readonly ServerTool[]): void;
  /** Called at the first request; from then on, what was sent may only be added to. */
  onFirstRequest(): void;
  /** Called with the servers that the run continues without. */
  onSkipped(names: readonly string[]): void;
}

export interface Servers extends ServerControl {
  tools(): ServerTool[];
  /** Called by the servers themselves when they change. */
  changed(): void;
}

export function createServers(options: ServersOptions): Servers {
  const { servers, onTools, onFirstRequest } = options;
  let told: ReadonlySet<string> | undefined;
  const tools = () => toolsOf(servers);
  const changed = () => onTools(tools());
  const readiness = createReadiness({ ...options, onLearned: changed });

  return {
    tools,
    changed,
    ready: readiness.ready,
    news() {
      const now = new Set(tools().map(({ name }) => name));
      const before = told;
      told = now;
      if (before) return newsOf(before, now);
      onFirstRequest();
      return undefined;
    },
    list: () => servers.map((server) => listServer(server, tools())),
    async trustChanged() {
      const refused = servers.filter(({ refusal }) => refusal() !== undefined);
      await Promise.all(refused.map((server) => server.disconnect()));
      readiness.learnUnknown();
      changed();
    },
    async reconnect(name, signal) {
      const server = servers.find(({ entry }) => entry.name === name);
      if (!server) return extensionFault('noSuchServer', name);
      await server.disconnect();
      try {
        await server.learn(signal);
        return undefined;
      } catch (error) {
        return faultIn(error);
      }
    },
    prompts: () => servers.flatMap(promptsOf),
    prompt: (name, args, signal) => fillPrompt(servers, name, args, signal),
    resource: (mention, signal) => mentionedResource(servers, mention, signal),
    async close() {
      readiness.stop();
      await Promise.all(servers.map((server) => server.disconnect()));
    },
  };
}

function toolsOf(servers: readonly Server[]): ServerTool[] {
  const listed = servers.flatMap((server) => (server.manifest?.tools ?? []).map((tool) => ({ server, listed: tool })));
  const names = toolNames(listed.map(({ server, listed: tool }) => ({ server: server.entry.name, tool: tool.name })));
  return listed.map((tool, index) => ({ ...tool, name: names[index] ?? '' }));
}

/** What the model is told about tools that came or went. */
function newsOf(before: ReadonlySet<string>, now: ReadonlySet<string>): string | undefined {
  const [came, went] = [[...now].filter((name) => !before.has(name)), [...before].filter((name) => !now.has(name))];
  const lines = [
    ...(came.length > 0 ? [`[new tools of servers: ${came.join(', ')}]`] : []),
    ...(went.length > 0 ? [`[tools that are gone: ${went.join(', ')}]`] : []),
  ];
  return lines.length > 0 ? lines.join('\n') : undefined;
}

function listServer(server: Server, all: readonly ServerTool[]): ListedServer {
  const { entry, manifest, state, problem, pid, startedInMs } = server;
  const names = new Map(all.flatMap((tool) => (tool.server === server ? [[tool.listed.name, tool.name]] : [])));
  const tools = (manifest?.tools ?? []).map(({ name }) => ({ tool: name, name: names.get(name) ?? name }));
  return {
    name: entry.name,
    where: entry.where,
    what: whatOf(entry),
    state,
    ...(problem !== undefined && { problem }),
    ...(manifest && { protocol: manifest.protocol, version: manifest.server.version }),
    ...(pid !== undefined && { pid }),
    ...(startedInMs !== undefined && { startedInMs }),
    noise: server.noise,
    stderr: server.stderr(),
    tools,
    prompts: manifest?.prompts.length ?? 0,
    resources: manifest?.resources.length ?? 0,
    tokens: estimateTokens(JSON.stringify(manifest?.tools ?? [])),
  };
}

function whatOf({ transport }: ServerEntry): string {
  return transport.kind === 'stdio' ? [transport.command, ...transport.args].join(' ') : transport.url;
}
