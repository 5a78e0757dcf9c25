/** Custom commands: `.coder/commands/review.md` as `/review`. */

export interface CustomCommand {
  name: string;
  description: string;
  origin: 'project' | 'user';
  path: string;
  /** What the model gets; `$ARGUMENTS` stands for the text after the name. */
  body: string;
}

export interface CustomCommands {
  commands: readonly CustomCommand[];
  /** What was left out, and why. */
  problems: readonly string[];
}
