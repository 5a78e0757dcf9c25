/** A mode is an agent profile plus a permission preset; both are rows of a table. */

import type { Network } from './place.ts';

export interface Mode {
  name: string;
  /** Of a custom mode; the words have those of the built-in ones. */
  summary?: string;
  agent: string;
  preset: string;
  /** Tools this mode switches off, on top of the agent's. */
  off: readonly string[];
  /** Tools that it has only where a person is there to answer. */
  attended?: readonly string[];
  /** Nothing is changed in it: it delegates only to agents that read. */
  onlyReads?: true;
  /** What commands in a sandbox reach; absent: hosts that are allowed. */
  network?: Network;
  verify: 'always' | 'when-asked' | 'never';
}

export interface Agent {
  name: string;
  summary: string;
  /** Sub-agents are run by `task`; primary ones never are. */
  kind: 'primary' | 'sub';
  /** The only tools it has; absent: all. */
  only?: readonly string[];
  off: readonly string[];
  /** What the system prompt says about its job. */
  prompt: string;
  model?: string;
  maxSteps?: number;
  /** A mode whose rules hold for it too, besides those of the mode it is called in. */
  within?: string;
  /** It works in a copy of the repository of its own. */
  isolation?: 'worktree';
}
