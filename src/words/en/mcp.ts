/** Messages about MCP servers. */

import { late } from '../../base/late.ts';
import type { ListedServer } from '../../protocol/servers.ts';

const states: Record<ListedServer['state'], string> = {
  off: 'off',
  untrusted: 'not trusted, so not used',
  unknown: 'not seen yet',
  known: 'known, not running',
  starting: 'starting',
  running: 'running',
  failed: 'failed',
  'needs-login': 'needs a login',
};

const words = () => ({
  none: 'No MCP servers are configured. "coder mcp add NAME -- COMMAND" or "coder mcp add NAME URL" adds one.',
  title: (count: number) => `${count} MCP ${count === 1 ? 'server' : 'servers'}`,
  states,
  because: (state: string, why: string) => `${state}: ${why}`,
  facts: (facts: readonly string[]) => facts.join(', '),
  tools: (count: number, tokens: number) => `${count} ${count === 1 ? 'tool' : 'tools'} (~${tokens} tokens)`,
  prompts: (count: number) => `${count} prompts`,
  resources: (count: number) => `${count} resources`,
  process: (pid: number) => `process ${pid}`,
  started: (ms: number) => `started in ${ms} ms`,
  noise: (lines: number) => `${lines} lines on standard output that were not messages`,
  stderr: 'standard error',
  usage: '/mcp NAME shows one, /mcp reconnect NAME restarts it, /trust add trusts a server of the project',
  whichServer: 'Which server?',
  unknownServer: (name: string, near: string | undefined) =>
    `There is no server ${name}.${near === undefined ? '' : ` Did you mean ${near}?`}`,
  reconnected: (name: string) => `Connected: ${name}`,
  notReconnected: (name: string, why: string) => `${name}: ${why}`,
  login: (name: string) => `log in with: coder mcp login ${name}`,
  samples: (server: string, tokens: number, text: string) =>
    `${server} wants to ask the model (at most ${tokens} tokens back):\n${text}\nAllow it?`,
  wantsLogin: (name: string, url: string) => `${name} (${url}) wants a login. Log in with the browser now?`,
  loginAt: (url: string) => `Log in at ${url}`,
  closeWindow: 'coder: you can close this window.',
  asks: (server: string, message: string) => `${server} asks: ${message}`,
  opens: (server: string, message: string, url: string) => `${server} asks: ${message}\nOpen ${url}`,
  yes: 'yes',
  no: 'no',
  skip: 'leave it out',
});

export const mcp = late(words);

export type McpWords = ReturnType<typeof mcp>;
