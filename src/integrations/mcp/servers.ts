/** All servers of a run: the tools they provide, what is known without starting any, and what a request waits for. */

import { messageOf } from '../../base/errors.ts';
import { isPlainObject } from '../../base/schema.ts';
import { nearest } from '../../base/text/nearest.ts';
import { estimateTokens } from '../../base/text/tokens.ts';
import type { Part } from '../../protocol/message.ts';
import type { ListedServer, ServerControl, ServerPrompt } from '../../protocol/servers.ts';
import type { ServerEntry } from './entry.ts';
import type { ListedTool } from './manifest.ts';
import { toolNames } from './names.ts';
import { imageOf, textOfPart, textOfResource } from './result.ts';
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

/** Delay of optional servers, so that a request typed before coder was ready comes first. */
const LATER_MS = 300;

export interface Servers extends ServerControl {
  tools(): ServerTool[];
  /** Called by the servers themselves when they change. */
  changed(): void;
}

export function createServers(options: ServersOptions): Servers {
  const { servers, attended, firstWaitMs, onTools, onFirstRequest, onSkipped } = options;
  const learning = new Map<Server, Promise<unknown>>();
  let readiness: Promise<void> | undefined;
  let later: NodeJS.Timeout | undefined;
  let told: ReadonlySet<string> | undefined;

  const all: Servers = {
    tools() {
      const listed = servers.flatMap((server) =>
        (server.manifest?.tools ?? []).map((tool) => ({ server, listed: tool })),
      );
      const names = toolNames(
        listed.map(({ server, listed: tool }) => ({ server: server.entry.name, tool: tool.name })),
      );
      return listed.map((tool, index) => ({ ...tool, name: names[index] ?? '' }));
    },
    changed: () => onTools(all.tools()),
    ready: (signal) => (readiness ??= begin(signal)),
    news() {
      const now = new Set(all.tools().map(({ name }) => name));
      const before = told;
      told = now;
      if (!before) {
        onFirstRequest();
        return undefined;
      }
      const [came, went] = [[...now].filter((name) => !before.has(name)), [...before].filter((name) => !now.has(name))];
      const lines = [
        ...(came.length > 0 ? [`[new tools of servers: ${came.join(', ')}]`] : []),
        ...(went.length > 0 ? [`[tools that are gone: ${went.join(', ')}]`] : []),
      ];
      return lines.length > 0 ? lines.join('\n') : undefined;
    },
    list: () => servers.map(listServer),
    async trustChanged() {
      const refused = servers.filter(({ refusal }) => refusal() !== undefined);
      await Promise.all(refused.map((server) => server.disconnect()));
      if (readiness)
        for (const server of servers.filter(({ state }) => state === 'unknown')) learning.set(server, learn(server));
      all.changed();
    },
    async reconnect(name, signal) {
      const server = servers.find(({ entry }) => entry.name === name);
      if (!server) return unknownServer(name);
      await server.disconnect();
      try {
        await server.learn(signal);
        return undefined;
      } catch (error) {
        return messageOf(error);
      }
    },
    prompts: () => servers.flatMap(promptsOf),
    async prompt(name, args, signal) {
      const [server, prompt] = findPrompt(name);
      if (!server || !prompt) return undefined;
      const given = argumentsOf(prompt.arguments, args);
      const missing = prompt.arguments.filter((argument) => argument.required && given[argument.name] === undefined);
      if (missing.length > 0) return { problem: `/${name} ${missing.map((one) => `${one.name}=…`).join(' ')}` };
      try {
        return { text: promptText(await server.prompt(prompt.name, given, signal)) };
      } catch (error) {
        return { problem: `${name}: ${messageOf(error)}` };
      }
    },
    async resource(mention, signal) {
      const colon = mention.indexOf(':');
      const server = servers.find(({ entry }) => entry.name === mention.slice(0, colon));
      if (colon < 0 || !server) return undefined;
      try {
        return { parts: resourceParts(mention, await server.resource(mention.slice(colon + 1), signal)) };
      } catch (error) {
        return { problem: `@${mention}: ${messageOf(error)}` };
      }
    },
    async close() {
      clearTimeout(later);
      await Promise.all(servers.map((server) => server.disconnect()));
    },
  };
  return all;

  async function begin(signal: AbortSignal): Promise<void> {
    const unknown = servers.filter(({ state }) => state === 'unknown');
    const isLater = ({ entry }: Server) => attended && !entry.required;
    const start = (server: Server) => void learning.set(server, learn(server));
    unknown.filter((server) => !isLater(server)).forEach(start);
    later = setTimeout(() => unknown.filter(isLater).forEach(start), LATER_MS).unref(); // what the person waits for comes first
    const needed = servers.filter((server) => server.entry.required && !server.manifest);
    const waits = [
      ...needed.map((server) => within(learning.get(server), server.entry.startupMs, signal)),
      ...(attended ? [] : unknown.map((server) => within(learning.get(server), firstWaitMs, signal))),
    ];
    await Promise.all(waits);
    const skipped = servers
      .filter(({ manifest, state }) => !manifest && state !== 'off')
      .map(({ entry }) => entry.name);
    if (!attended && skipped.length > 0) onSkipped(skipped);
  }

  /** Connects only to learn what the server offers; until it is used, it need not run. */
  async function learn(server: Server): Promise<void> {
    try {
      await server.learn(AbortSignal.timeout(server.entry.startupMs));
      await server.disconnect();
    } catch {
      // its state shows why
    } finally {
      all.changed();
    }
  }

  function listServer(server: Server): ListedServer {
    const { entry, manifest, state, problem, pid, startedInMs } = server;
    const names = new Map(
      all.tools().flatMap((tool) => (tool.server === server ? [[tool.listed.name, tool.name]] : [])),
    );
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

  function unknownServer(name: string): string {
    const near = nearest(
      name,
      servers.map(({ entry }) => entry.name),
    );
    return `There is no server ${name}.${near === undefined ? '' : ` Did you mean ${near}?`}`;
  }

  function findPrompt(name: string) {
    const server = servers.find(({ entry }) => name.startsWith(`${entry.name}:`));
    const prompt = server?.manifest?.prompts.find((each) => name === `${server.entry.name}:${each.name}`);
    return [server, prompt] as const;
  }
}

function promptsOf({ entry, manifest }: Server): ServerPrompt[] {
  return (manifest?.prompts ?? []).map(({ name, description = '', arguments: args }) => ({
    name: `${entry.name}:${name}`,
    description,
    arguments: args,
  }));
}

function whatOf({ transport }: ServerEntry): string {
  return transport.kind === 'stdio' ? [transport.command, ...transport.args].join(' ') : transport.url;
}

/** Parses `a=1 b="two words"`; without names, assigns words to the arguments in order, the last one taking the rest. */
function argumentsOf(wanted: readonly { name: string }[], text: string): Record<string, string> {
  const named = [...text.matchAll(/(?:^|\s)([\w-]+)=(?:"([^"]*)"|(\S*))/g)];
  const isNamed = named.some(([, key]) => wanted.some(({ name }) => name === key));
  if (isNamed) return Object.fromEntries(named.map(([, key = '', quoted, plain = '']) => [key, quoted ?? plain]));
  const words = text.trim() === '' ? [] : text.trim().split(/\s+/);
  const last = wanted.length - 1;
  return Object.fromEntries(
    wanted.flatMap(({ name }, index) => {
      const value = index === last ? words.slice(index).join(' ') : words[index];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}

function promptText(answer: unknown): string {
  const messages: unknown[] = isPlainObject(answer) && Array.isArray(answer.messages) ? answer.messages : [];
  return messages
    .map((message) => (isPlainObject(message) && isPlainObject(message.content) ? textOfPart(message.content) : ''))
    .filter((text) => text !== '')
    .join('\n\n');
}

function resourceParts(mention: string, answer: unknown): Part[] {
  const contents: unknown[] = isPlainObject(answer) && Array.isArray(answer.contents) ? answer.contents : [];
  const blocks = contents.filter(isPlainObject);
  const text = blocks.map(textOfResource).join('\n');
  const images = blocks.flatMap(({ mimeType, blob }) => imageOf({ type: 'image', mimeType, data: blob }));
  return [{ type: 'text', text: `\n\n<attached path="${mention}">\n${text}\n</attached>` }, ...images];
}

/** Waits for a limited time; a timeout is not a failure, because the run continues without the server. */
async function within(work: Promise<unknown> | undefined, ms: number, signal: AbortSignal): Promise<void> {
  if (!work) return;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  await new Promise<void>((done) => {
    if (limit.aborted) done();
    limit.addEventListener('abort', () => done(), { once: true });
    void work.finally(() => done());
  });
}
