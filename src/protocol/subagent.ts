/** A piece of work for a sub-agent, and its report. */

import type { Usage } from './message.ts';
import type { Mode } from './mode.ts';

export interface SubagentTask {
  agent: string;
  objective: string;
  /** The parent's mode: its preset decides for the sub-agent too. */
  mode: Mode;
  model: string;
  /** The id of the call that requested it. */
  call?: string;
  /** Receives the changed files; having them checked is up to the parent. */
  changed?(paths: readonly string[]): void;
}

export type SubagentReport = { ok: true; summary: string; usage: Usage; steps: number } | { ok: false; error: string };
