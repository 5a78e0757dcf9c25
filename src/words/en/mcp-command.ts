/** The output of `coder mcp`. */

import { late } from '../../base/late.ts';
import type { ManagedState } from '../../protocol/servers.ts';

const states: Record<ManagedState, string> = {
  off: 'off',
  untrusted: 'not trusted, so not used',
  known: 'known',
  unknown: 'not seen yet',
};

const words = () => ({
  usage: `usage: coder mcp add NAME [-e NAME=VALUE] [-s user|project|local] -- COMMAND…
       coder mcp add [-t http|sse] NAME URL [-H "NAME: VALUE"]
       coder mcp list|get NAME|remove NAME|test NAME|login NAME|logout NAME [--json]`,
  states,
  because: (state: string, why: string) => `${state} (${why})`,
  facts: (facts: readonly string[]) => facts.join(', '),
  failed: (name: string, why: string) => `${name}: ${why}`,
  none: 'No MCP servers are configured. "coder mcp add NAME -- COMMAND" or "coder mcp add NAME URL" adds one.',
  tools: (count: number) => `${count} ${count === 1 ? 'tool' : 'tools'}`,
  where: (place: string) => `configured in: ${place}`,
  added: (name: string, file: string) => `Added ${name} to ${file}. "coder mcp test ${name}" tries it.`,
  isThere: (name: string, file: string) =>
    `${file} already has a server ${name}; "coder mcp remove ${name}" removes it.`,
  removed: (name: string, file: string) => `Removed ${name} from ${file}.`,
  notJson: 'that is not JSON',
  works: (name: string, protocol: string, tools: number, ms: number) =>
    `${name} works: MCP ${protocol}, ${tools} ${tools === 1 ? 'tool' : 'tools'}, started in ${ms} ms`,
  unknownServer: (name: string, near: string | undefined) =>
    `there is no server ${name}${near === undefined ? '' : `; did you mean ${near}?`}`,
  noLogin: (name: string) => `${name} is a program on this machine and needs no login`,
  open: 'Open this address to log in:',
  paste: 'If the browser cannot return here, paste the address it ended at and press Enter.',
  loggedIn: (name: string) => `Logged in: ${name}`,
  needsNone: (name: string) => `${name} accepts you without a login`,
  notLoggedIn: (name: string, why: string) => `not logged in to ${name}: ${why}`,
  loggedOut: (name: string, was: boolean) => (was ? `Logged out: ${name}` : `There was no login for ${name}.`),
});

export const mcpCommand = late(words);

export type McpCommandWords = ReturnType<typeof mcpCommand>;
