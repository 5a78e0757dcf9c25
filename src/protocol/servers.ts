/** MCP servers as the rest of coder sees them: their states, their prompts and resources, and when to wait for one. */

import type { Part } from './message.ts';

export interface ServerControl {
  /** Before a request: waits for what the request must not go out without, and for nothing else. */
  ready(signal: AbortSignal): Promise<void>;
  /** What the model is to know that it was not told yet: tools that came or went. */
  news(): string | undefined;
  list(): readonly ListedServer[];
  /** The person has agreed to something of the project, or taken that back. */
  trustChanged(): Promise<void>;
  /** Ends it and starts it anew; a problem in words, or nothing. */
  reconnect(name: string, signal: AbortSignal): Promise<string | undefined>;
  /** `server:prompt`. */
  prompts(): readonly ServerPrompt[];
  /** Its text, as if the person had typed it; a problem in words. */
  prompt(name: string, args: string, signal: AbortSignal): Promise<{ text: string } | { problem: string } | undefined>;
  /** `@server:uri`; nothing if no server has that name. */
  resource(mention: string, signal: AbortSignal): Promise<{ parts: Part[] } | { problem: string } | undefined>;
  close(): Promise<void>;
}

export interface ServerPrompt {
  name: string;
  description: string;
  arguments: readonly { name: string; required?: boolean }[];
}

export interface ListedServer {
  name: string;
  /** Where it is configured. */
  where: string;
  /** The command or the address. */
  what: string;
  state: 'off' | 'untrusted' | 'unknown' | 'known' | 'starting' | 'running' | 'failed' | 'needs-login';
  problem?: string;
  /** The revision of the protocol that it spoke last. */
  protocol?: string;
  version?: string;
  pid?: number;
  startedInMs?: number;
  /** Lines on its standard output that were no messages. */
  noise: number;
  stderr: readonly string[];
  tools: readonly { tool: string; name: string }[];
  prompts: number;
  resources: number;
  /** Tokens of the definitions of all its tools. */
  tokens: number;
}

/** Of a server that is configured, before anything is started. */
export type ManagedState = 'off' | 'untrusted' | 'known' | 'unknown';
