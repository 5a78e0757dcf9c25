/** Built-in commands: they take a narrow context and return a view, so that they run in every front end. */

import type { Mode } from './mode.ts';
import type { Entry } from './session.ts';
import type { View } from './view.ts';

export interface Command {
  name: string;
  run(args: string, context: CommandContext): Promise<View>;
}

/** No terminal, no engine internals. */
export interface CommandContext {
  readonly signal: AbortSignal;
  readonly entries: readonly Entry[];
  readonly mode: Mode;
  readonly model: string;
  readonly modes: readonly Mode[];
  /** Tools the mode has on, and those it has off. */
  readonly tools: readonly { name: string; description: string; permission: string; on: boolean }[];
  /** Takes effect at the next turn; the name is one of `modes`. */
  setMode(name: string): Promise<void>;
  setModel(name: string): Promise<void>;
}

export function defineCommand(command: Command): Command {
  return command;
}
