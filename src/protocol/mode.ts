/** A mode is an agent plus a permission preset; both are rows of a table. */

import type { Network } from './sandbox.ts';

export interface Mode {
  name: string;
  /** Description of a custom mode; those of the built-in modes are in the words. */
  summary?: string;
  agent: string;
  preset: string;
  /** Tools this mode switches off, on top of the agent's. */
  off: readonly string[];
  /** Tools that are only available if a person is present to answer. */
  attended?: readonly string[];
  /** Changes nothing: it delegates only to agents that read. */
  onlyReads?: true;
  /** The network of commands in a sandbox; absent: the hosts that are allowed. */
  network?: Network;
  verify: 'always' | 'when-asked' | 'never';
}

export interface Agent {
  name: string;
  summary: string;
  /** Sub-agents are run by `task`; primary ones never are. */
  kind: 'primary' | 'sub';
  /** The only tools the agent has; absent: all. */
  only?: readonly string[];
  off: readonly string[];
  /** The agent's part of the system prompt. */
  prompt: string;
  model?: string;
  maxSteps?: number;
  /** A mode whose rules also apply to the agent, besides those of the mode it is called in. */
  within?: string;
  /** Works in a separate copy of the repository. */
  isolation?: 'worktree';
}
