/** MCP servers as the rest of coder sees them: their states, prompts and resources, and when to wait for one. */

import type { Fault } from './fault.ts';
import type { Part } from './message.ts';

export interface ServerControl {
  /** Before a request: waits only for servers that the request must not go out without. */
  ready(signal: AbortSignal): Promise<void>;
  /** News for the model: tools that came or went since it was last told. */
  news(): string | undefined;
  list(): readonly ListedServer[];
  /** To be called when the person has trusted something of the project, or revoked that. */
  trustChanged(): Promise<void>;
  /** Stops the server and starts it again; returns the problem, or `undefined`. */
  reconnect(name: string, signal: AbortSignal): Promise<Fault | undefined>;
  /** Prompts, named `server:prompt`. */
  prompts(): readonly ServerPrompt[];
  /** The prompt's text, as if the person had typed it, or the problem. */
  prompt(name: string, args: string, signal: AbortSignal): Promise<{ text: string } | { problem: Fault } | undefined>;
  /** Resolves `@server:uri`; `undefined` if no server has that name. */
  resource(mention: string, signal: AbortSignal): Promise<{ parts: Part[] } | { problem: Fault } | undefined>;
  close(): Promise<void>;
}

export interface ServerPrompt {
  name: string;
  description: string;
  arguments: readonly { name: string; required?: boolean }[];
}

export interface ListedServer {
  name: string;
  /** Where the server is configured. */
  where: string;
  /** The command or the address. */
  what: string;
  state: 'off' | 'untrusted' | 'unknown' | 'known' | 'starting' | 'running' | 'failed' | 'needs-login';
  problem?: Fault;
  /** The protocol revision used in the last connection. */
  protocol?: string;
  version?: string;
  pid?: number;
  startedInMs?: number;
  /** Number of lines on its standard output that were not messages. */
  noise: number;
  stderr: readonly string[];
  tools: readonly { tool: string; name: string }[];
  prompts: number;
  resources: number;
  /** Tokens of all its tool definitions. */
  tokens: number;
}

/** State of a configured server before anything is started. */
export type ManagedState = 'off' | 'untrusted' | 'known' | 'unknown';
