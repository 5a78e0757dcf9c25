/** The command line as shells complete it, derived from the tables that also parse it. */

import type { CompletionWords } from '../../words/en/completion.ts';
import { CHOICES, COMMANDS, ONLY_FOR, OPTIONS } from '../flags.ts';

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
const PATHS: Readonly<Record<string, 'file' | 'folder'>> = {
  cwd: 'folder',
  'add-dir': 'folder',
  config: 'file',
  output: 'file',
};
const WORDS: Readonly<Record<string, readonly string[]>> = {
  config: ['path', 'edit', 'get', 'set'],
  policy: ['check'],
  completion: ['bash', 'zsh', 'fish'],
  login: ['openai', 'anthropic', 'gemini', 'openrouter', 'deepseek', 'groq', 'mistral', 'together', 'xai'],
};

export function commandLineGrammar(say: CompletionWords): Grammar {
  const options = Object.entries(OPTIONS).map(([long, option]): GrammarOption => {
    const name = long as keyof typeof OPTIONS;
    const values = name === 'mode' ? MODES : name in CHOICES ? CHOICES[name as keyof typeof CHOICES] : undefined;
    const path = PATHS[name];
    const commands = ONLY_FOR[name];
    return {
      long,
      ...('short' in option && { short: option.short }),
      takesValue: option.type === 'string',
      ...(values && { values }),
      ...(path && { path }),
      ...(name === 'resume' && { isSession: true as const }),
      says: say.options[name],
      ...(commands && { commands }),
    };
  });
  const commands = COMMANDS.map((name): GrammarCommand => {
    const words = WORDS[name];
    const takesSession = name === 'export' || name === 'replay';
    return {
      name,
      says: say.commands[name],
      ...(words && { words }),
      ...(takesSession && { takesSession: true as const }),
    };
  });
  return { options, commands };
}

/** Options that `command` accepts; `chat` is the conversation. */
export function optionsFor({ options }: Grammar, command: string): readonly GrammarOption[] {
  return options.filter(({ commands }) => commands?.includes(command) ?? true);
}
