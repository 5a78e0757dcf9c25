/** What a built-in command is: a row of the table, and a module that is loaded when the command is used. */

import type { Language } from '../base/language.ts';
import type { CommandContext, CommandResult } from '../protocol/command.ts';
import type { CommandWords } from '../words/en/commands.ts';
import type { PolicyWords } from '../words/en/policy.ts';

export interface Command {
  name: string;
  /** What it alone says, in every language; what several say is in `say`. */
  words?: Readonly<Record<Language, object>>;
  /** `args` is the text after the name. */
  run(args: string, context: CommandCall): Promise<CommandResult>;
}

interface SpeakingCommand<Own extends object> {
  name: string;
  words: Readonly<{ en: Own } & Record<Exclude<Language, 'en'>, NoInfer<Own>>>;
  run(args: string, context: CommandCall, own: Own): Promise<CommandResult>;
}

/** What the engine gives a command, and what the commands have in common. */
export interface CommandCall extends CommandContext {
  readonly language: Language;
  /** What commands say, in the language of the settings. */
  readonly say: CommandWords;
  /** How a reason of policy is said in that language. */
  readonly policyWords: PolicyWords;
  readonly rows: readonly CommandRow[];
}

export interface CommandRow {
  name: string;
  /** As `/help` shows it. */
  usage: string;
  /** What it is for, as `/help` and completion show it. */
  summary: Readonly<Record<Language, string>>;
  /** A custom command of the same name comes first. */
  isWeak?: true;
  /** Absent for what front ends do themselves. */
  load?(): Promise<{ default: Command }>;
}

export function defineCommand(command: Omit<Command, 'words'>): Command {
  return command;
}

/** A command with sentences of its own: `run` is given them in the language of the settings. */
export function defineSpeakingCommand<Own extends object>({ name, words, run }: SpeakingCommand<Own>): Command {
  return { name, words, run: (args, context) => run(args, context, words[context.language]) };
}

/** The rows that no custom command has taken the place of. */
export function withoutReplaced(
  rows: readonly CommandRow[],
  custom: readonly { readonly name: string }[],
): readonly CommandRow[] {
  return rows.filter(({ name, isWeak }) => !isWeak || !custom.some((command) => command.name === name));
}
