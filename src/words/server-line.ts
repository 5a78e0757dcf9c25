/** Describes the current state of an MCP server in one line. */

import { visible } from '../base/text/visible.ts';
import type { ListedServer } from '../protocol/servers.ts';
import type { McpWords } from './en/mcp.ts';
import { type FaultWords, saidIn } from './fault.ts';

export function serverLine(server: ListedServer, say: McpWords, faults: FaultWords): string {
  const { name, state, problem, tools, tokens, prompts, resources, pid, startedInMs } = server;
  const parts = [
    problem === undefined ? say.states[state] : say.because(say.states[state], visible(saidIn(problem, faults))),
    ...(tools.length > 0 ? [say.tools(tools.length, tokens)] : []),
    ...(prompts > 0 ? [say.prompts(prompts)] : []),
    ...(resources > 0 ? [say.resources(resources)] : []),
    ...(pid === undefined ? [] : [say.process(pid)]),
    ...(startedInMs === undefined ? [] : [say.started(startedInMs)]),
    ...(state === 'needs-login' ? [say.login(name)] : []),
  ];
  return `${visible(name)}  ${say.facts(parts)}`;
}
