/** What servers are given of the rest of coder. */

import type { Processes } from '../../host/process/process.ts';
import type { TokenStore } from './token-store.ts';

export interface ServerPorts {
  /** The one supervisor. */
  processes: Processes;
  /** Where a server runs that names no folder. */
  cwd: string;
  /** Folders of the workspace, which a server may ask for. */
  roots(): readonly string[];
  version: string;
  /** A server asks the person something in the middle of a call. */
  elicit(server: string, request: Elicitation, signal: AbortSignal): Promise<Elicited>;
  tokens: TokenStore;
}

export type Elicitation =
  | { mode: 'form'; message: string; schema: Readonly<Record<string, unknown>> }
  | { mode: 'url'; message: string; url: string };

export type Elicited =
  | { action: 'accept'; content?: Record<string, string | number | boolean | string[]> }
  | { action: 'decline' | 'cancel' };
