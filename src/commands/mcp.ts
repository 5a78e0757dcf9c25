/** `/mcp`: the current state of the servers, or of one with its tools and latest output; or reconnects one. */

import { nearest } from '../base/text/nearest.ts';
import { visible, visibleText } from '../base/text/visible.ts';
import type { CommandResult } from '../protocol/command.ts';
import type { ListedServer } from '../protocol/servers.ts';
import type { Block } from '../protocol/view.ts';
import type { CommandWords } from '../words/en/commands.ts';
import type { McpWords } from '../words/en/mcp.ts';
import { saidIn } from '../words/fault.ts';
import { serverLine } from '../words/server-line.ts';
import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'mcp',
  async run(args, { extensions: { servers }, person }, words) {
    const { mcp: say, faults } = words;
    const listed = servers?.list() ?? [];
    const [action = '', name = ''] = args.trim().split(/\s+/);
    if (!servers || listed.length === 0) return noneOf(action === 'reconnect' ? name : action, say);
    if (action === '') return all(listed, words);
    if (action !== 'reconnect') return one(action, listed, words);
    if (name === '') return { problem: { title: say.whichServer } };
    if (!listed.some((server) => server.name === name)) return unknown(name, listed, say);
    const problem = await servers.reconnect(name, person.signal);
    if (problem !== undefined)
      return { problem: { title: say.notReconnected(name, visible(saidIn(problem, faults))) } };
    return { title: say.reconnected(name) };
  },
});

function all(listed: readonly ListedServer[], { mcp: say, faults }: CommandWords): CommandResult {
  return {
    title: say.title(listed.length),
    body: [
      { type: 'list', items: listed.map((server) => serverLine(server, say, faults)) },
      { type: 'text', text: say.usage },
    ],
  };
}

function one(name: string, listed: readonly ListedServer[], { mcp: say, faults }: CommandWords): CommandResult {
  const server = listed.find((each) => each.name === name);
  if (!server) return unknown(name, listed, say);
  const { where, what, tools, stderr, noise, protocol, version } = server;
  const facts = [
    `${visible(what)} (${visible(where)})`,
    ...(protocol ? [`MCP ${protocol}, ${visible(version ?? '')}`] : []),
  ];
  const body: Block[] = [
    { type: 'list', items: [...facts, ...(noise > 0 ? [say.noise(noise)] : [])] },
    { type: 'list', items: tools.map((tool) => visible(`${tool.tool}  ${tool.name}`)) },
  ];
  if (stderr.length > 0) body.push({ type: 'text', text: visibleText([`${say.stderr}:`, ...stderr].join('\n')) });
  return { title: serverLine(server, say, faults), body };
}

function unknown(name: string, listed: readonly ListedServer[], say: McpWords): CommandResult {
  const near = nearest(
    name,
    listed.map((server) => server.name),
  );
  return { problem: { title: say.unknownServer(visible(name), near) } };
}

function noneOf(name: string, say: McpWords): CommandResult {
  if (name === '') return { title: say.none };
  return { problem: { title: `${say.unknownServer(visible(name), undefined)} ${say.none}` } };
}
