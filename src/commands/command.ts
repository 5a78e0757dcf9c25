/** What a built-in command is: a row of the table, and a module that is loaded when the command is used. */

import type { CommandContext, CommandResult } from '../protocol/command.ts';
import type { CommandWords } from '../words/en/commands.ts';
import type { PolicyWords } from '../words/en/policy.ts';

export interface Command {
  name: string;
  /** `args` is the text after the name. */
  run(args: string, context: CommandCall): Promise<CommandResult>;
}

/** What the engine gives a command, and what the commands have in common. */
export interface CommandCall extends CommandContext {
  /** What commands say, in the language of the settings. */
  readonly say: CommandWords;
  /** How a reason of policy is said in that language. */
  readonly policyWords: PolicyWords;
  readonly rows: readonly CommandRow[];
}

export interface CommandRow {
  name: keyof CommandWords['summaries'];
  /** As `/help` shows it. */
  usage: string;
  /** Absent for what front ends do themselves. */
  load?(): Promise<{ default: Command }>;
}

export function defineCommand(command: Command): Command {
  return command;
}
