/** The public API: build an agent, send it ops, get its events. */

import { resolve } from 'node:path';
import type { AgentOptions } from './app/agent-options.ts';
import { buildAgent as build } from './app/build-agent.ts';
import type { AgentHandle, Emit } from './protocol/agent.ts';

export type { AgentOptions } from './app/agent-options.ts';
export type { AgentHandle, Emit } from './protocol/agent.ts';
export type { Event, Stamped, StateChange, StopReason } from './protocol/event.ts';
export type { Message, Outcome, Part, ToolCall, Usage } from './protocol/message.ts';
export type { Op } from './protocol/op.ts';
export type { Provider } from './protocol/provider.ts';
export type { Answer, Request } from './protocol/request.ts';
export type { Tool } from './protocol/tool.ts';
export type { Block, Todo, View } from './protocol/view.ts';

declare const CODER_VERSION: string | undefined;

/**
 * Omitted options default to those of a script: this folder, these environment variables, a new session, no one to ask. Rejects with an
 * error that has a `code` and a readable message if the settings, the folder or the session are unusable.
 */
export async function buildAgent(options: Partial<AgentOptions>, emit: Emit): Promise<AgentHandle> {
  const version = typeof CODER_VERSION === 'undefined' ? '0.0.0-source' : CODER_VERSION;
  const usual = { version, env: process.env, attended: false, session: { kind: 'new' as const }, flags: {} };
  return build({ ...usual, ...options, cwd: resolve(options.cwd ?? '.') }, emit);
}
