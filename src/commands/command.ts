/** Defines what a built-in command is: a row of the table, and a module that is loaded when the command is used. */

import type { Language } from '../base/language.ts';
import type { CommandContext, CommandResult } from '../protocol/command.ts';
import type { CommandWords } from '../words/en/commands.ts';
import type { PolicyWords } from '../words/en/policy.ts';

export interface Command {
  name: string;
  /** Words used by this command alone, in every language; words that several commands share are in `say`. */
  words?: Readonly<Record<Language, object>>;
  /** `args` is the text after the name. */
  run(args: string, context: CommandCall): Promise<CommandResult>;
}

interface SpeakingCommand<Own extends object> {
  name: string;
  words: Readonly<{ en: Own } & Record<Exclude<Language, 'en'>, NoInfer<Own>>>;
  run(args: string, context: CommandCall, own: Own): Promise<CommandResult>;
}

/** The context the engine provides, plus what all commands share. */
export interface CommandCall extends CommandContext {
  readonly language: Language;
  /** The words of all commands, in the language of the settings. */
  readonly say: CommandWords;
  /** Words for policy's reasons, in the same language. */
  readonly policyWords: PolicyWords;
  readonly rows: readonly CommandRow[];
  /** Other names of built-in commands. */
  readonly aliases: Readonly<Record<string, CommandRow['name']>>;
}

export interface CommandRow {
  name: string;
  /** The form that `/help` shows. */
  usage: string;
  /** What the command is for, as shown by `/help` and completion. */
  summary: Readonly<Record<Language, string>>;
  /** A custom command of the same name takes precedence. */
  isWeak?: true;
  /** Absent for commands that front ends handle themselves. */
  load?(): Promise<{ default: Command }>;
}

export function defineCommand(command: Omit<Command, 'words'>): Command {
  return command;
}

/** Defines a command with its own words; `run` gets them in the language of the settings. */
export function defineSpeakingCommand<Own extends object>({ name, words, run }: SpeakingCommand<Own>): Command {
  return { name, words, run: (args, context) => run(args, context, words[context.language]) };
}

/** The rows that no custom command replaces. */
export function withoutReplaced(
  rows: readonly CommandRow[],
  custom: readonly { readonly name: string }[],
): readonly CommandRow[] {
  return rows.filter(({ name, isWeak }) => !isWeak || !custom.some((command) => command.name === name));
}
