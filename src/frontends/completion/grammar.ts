/** The command line as shells complete it, derived from the tables that also parse it. */

import { hostedVendors } from '../../app/login/login-targets.ts';
import type { CompletionWords } from '../../words/en/completion.ts';
import { COMMANDS, commandsWith, OPTIONS, type OptionName, ROWS } from '../command-line.ts';

export interface GrammarOption {
  long: string;
  short?: string;
  takesValue: boolean;
  /** Possible values, if they are known. */
  values?: readonly string[];
  /** Set if the value is a path. */
  path?: 'file' | 'folder';
  /** Set if the value is a session id. */
  isSession?: true;
  says: string;
  /** Commands that accept the option, `chat` for the conversation. Absent if all do. */
  commands?: readonly string[];
}

interface GrammarCommand {
  name: string;
  says: string;
  /** Words that may follow the command. */
  words?: readonly string[];
  /** Set if a session id follows the command. */
  takesSession?: true;
}

export interface Grammar {
  options: readonly GrammarOption[];
  commands: readonly GrammarCommand[];
}

const MODES = ['build', 'plan', 'default', 'auto-edit', 'yolo'];

export function commandLineGrammar(say: CompletionWords): Grammar {
  const options = (Object.keys(OPTIONS) as OptionName[]).map((long): GrammarOption => {
    const option = OPTIONS[long];
    const values = long === 'mode' ? MODES : 'values' in option ? option.values : undefined;
    const commands = commandsWith(long);
    return {
      long,
      ...('short' in option && { short: option.short }),
      takesValue: option.type === 'string',
      ...(values && { values }),
      ...('path' in option && { path: option.path }),
      ...(long === 'resume' && { isSession: true as const }),
      says: say.options[long],
      ...(commands && { commands }),
    };
  });
  const commands = COMMANDS.map((name): GrammarCommand => {
    const { words } = ROWS[name];
    if (words === 'sessions') return { name, says: say.commands[name], takesSession: true };
    return { name, says: say.commands[name], ...(words && { words: words === 'vendors' ? hostedVendors() : words }) };
  });
  return { options, commands };
}

/** Options that `command` accepts; `chat` is the conversation. */
export function optionsFor({ options }: Grammar, command: string): readonly GrammarOption[] {
  return options.filter(({ commands }) => commands?.includes(command) ?? true);
}
