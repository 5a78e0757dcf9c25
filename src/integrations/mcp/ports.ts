/** What servers are given of the rest of coder. */

import type { Processes } from '../../host/process/process.ts';
import type { ProcessCommand } from '../../host/process/process-command.ts';
import type { TokenStore } from './token-store.ts';

export interface ServerPorts {
  /** The one supervisor. */
  processes: Processes;
  /** Puts what a project brings into the sandbox, where there is one. */
  wrap?(cwd: string): Promise<ProcessCommand['wrap'] | undefined>;
  /** Where a server runs that names no folder. */
  cwd: string;
  /** Folders of the workspace, which a server may ask for. */
  roots(): readonly string[];
  version: string;
  /** A server asks the person something in the middle of a call. */
  elicit(server: string, request: Elicitation, signal: AbortSignal): Promise<Elicited>;
  tokens: TokenStore;
  /** Servers may ask for the model, in the middle of a call; absent: they are not told that there is one. */
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
