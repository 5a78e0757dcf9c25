/** Custom commands: `.coder/commands/review.md` as `/review`. */

import type { Fault } from './fault.ts';

export interface CustomCommand {
  name: string;
  description: string;
  origin: 'project' | 'user' | 'plugin';
  path: string;
  /** The prompt for the model, before arguments are filled in. */
  body: string;
  /** Placeholder syntax: `$ARGUMENTS`, `$1` and `` !`line` `` (markdown), or `{{args}}`, `@{path}` and `!{line}` (toml). */
  form: 'markdown' | 'toml';
  /** The arguments that may follow the name. */
  hint?: string;
}

export interface CustomCommands {
  commands: readonly CustomCommand[];
  /** Commands that were left out, and why. */
  problems: readonly Fault[];
}

/** A piece of a prompt: text, a shell line to be replaced by its output, or text from others, in which `@path` is not a mention. */
export type PromptPiece = string | { run: string } | { told: string };
