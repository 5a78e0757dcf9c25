/** A piece of work for a sub-agent, and what comes back of it. */

import type { Usage } from './message.ts';
import type { Mode } from './mode.ts';

export interface SubagentTask {
  agent: string;
  objective: string;
  /** The mode of the parent: its preset decides for the sub-agent too. */
  mode: Mode;
  model: string;
  /** The id of the call that asks for it. */
  call?: string;
  /** Receives the files it changed: having them checked is up to the parent. */
  changed?(paths: readonly string[]): void;
}

export type SubagentReport = { ok: true; summary: string; usage: Usage; steps: number } | { ok: false; error: string };
