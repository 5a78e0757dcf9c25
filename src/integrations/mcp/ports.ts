/** What servers get from the rest of coder. */

import type { Processes } from '../../host/process/process.ts';
import type { ProcessCommand } from '../../host/process/process-command.ts';
import type { TokenStore } from './token-store.ts';

export interface ServerPorts {
  /** The one process supervisor. */
  processes: Processes;
  /** Puts servers of projects and plugins into the sandbox, if there is one. */
  wrap?(cwd: string): Promise<ProcessCommand['wrap'] | undefined>;
  /** Working folder of servers that name none. */
  cwd: string;
  /** Workspace folders, which a server may ask for. */
  roots(): readonly string[];
  version: string;
  /** Asks the person for a server in the middle of a call. */
  elicit(server: string, request: Elicitation, signal: AbortSignal): Promise<Elicited>;
  tokens: TokenStore;
  /** True if servers may ask for the model during a call; absent if they are not told that there is one. */
  offersModel?: boolean;
}

export interface SampleRequest {
  messages: readonly { role: 'user' | 'assistant'; content: unknown }[];
  systemPrompt?: string | undefined;
  maxTokens: number;
}

export interface Sampled {
  role: 'assistant';
  content: { type: 'text'; text: string };
  model: string;
  stopReason: 'endTurn';
}

export type Elicitation =
  | { mode: 'form'; message: string; schema: Readonly<Record<string, unknown>> }
  | { mode: 'url'; message: string; url: string };

export type Elicited =
  | { action: 'accept'; content?: Record<string, string | number | boolean | string[]> }
  | { action: 'decline' | 'cancel' };
