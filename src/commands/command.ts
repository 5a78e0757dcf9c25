/** Defines what a built-in command is: a row of the table, and a module that is loaded when the command is used. */

import type { Language } from '../base/language.ts';
import type { CommandContext, CommandResult, ListedCommand } from '../protocol/command.ts';
import type { CommandWords } from '../words/en/commands.ts';
import type { OwnWords } from '../words/own-words.ts';

export interface Command {
  name: string;
  words?: Readonly<Record<Language, object>>;
  /** `args` is the text after the name; `say` holds the words that commands share. */
  run(args: string, context: CommandContext, say: CommandWords): Promise<CommandResult>;
}

interface CommandDefinition<Own extends object> {
  name: string;
  /** Words used by this command alone, in every language. */
  words?: OwnWords<Own>;
  /** `say` holds the command's own words and those that several commands share, in the person's language. */
  run(args: string, context: CommandContext, say: Own & CommandWords): Promise<CommandResult>;
}

/** The type of `say` in a command with these words, for functions beside `run`. */
export type Spoken<Words extends { en: object }> = Words['en'] & CommandWords;

export interface CommandRow extends ListedCommand {
  /** Absent for commands that front ends handle themselves. */
  load?(): Promise<{ default: Command }>;
}

export function defineCommand<Own extends object>({ name, words, run }: CommandDefinition<Own>): Command {
  return {
    name,
    ...(words && { words }),
    run: (args, context, say) => run(args, context, { ...say, ...words?.[say.language] } as Own & CommandWords),
  };
}

/** The rows that no custom command replaces. */
export function withoutReplaced<Row extends ListedCommand>(
  rows: readonly Row[],
  custom: readonly { readonly name: string }[],
): readonly Row[] {
  return rows.filter(({ name, isWeak }) => !isWeak || !custom.some((command) => command.name === name));
}
