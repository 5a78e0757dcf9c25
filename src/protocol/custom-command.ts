/** Custom commands: `.coder/commands/review.md` as `/review`. */

export interface CustomCommand {
  name: string;
  description: string;
  origin: 'project' | 'user' | 'plugin';
  path: string;
  /** What the model gets. */
  body: string;
  /** How it is written: with `$ARGUMENTS`, `$1` and `` !`line` ``, or with `{{args}}`, `@{path}` and `!{line}`. */
  form: 'markdown' | 'toml';
  /** What may follow its name. */
  hint?: string;
}

export interface CustomCommands {
  commands: readonly CustomCommand[];
  /** What was left out, and why. */
  problems: readonly string[];
}

/** A prompt in pieces: words, lines whose output is to stand in their place, and what others say, in which no `@path` counts. */
export type PromptPiece = string | { run: string } | { told: string };
