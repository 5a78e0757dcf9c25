/** `coder COMMAND --help`: what the command is for, and its options from the table that also parses them. */

import type { Words } from '../words/words.ts';
import { type CommandName, commandsWith, OPTIONS, type OptionName, ROWS } from './command-line.ts';

/** The column of the descriptions, as in the help of coder itself. */
const COLUMN = 31;

export function commandHelp(command: Exclude<CommandName, 'chat'>, words: Words): string {
  const { help: say, completion } = words;
  const all = Object.keys(OPTIONS) as OptionName[];
  const own = all.filter((option) => commandsWith(option)?.includes(command));
  const everywhere = all.filter((option) => commandsWith(option) === undefined && !FOR_VERSION.includes(option));
  const names = own.map((option) => named(option, command));
  const column = Math.max(COLUMN, ...names.map((name) => name.length + 2));
  const rows = own.map((option, at) => `  ${(names[at] ?? '').padEnd(column)}${completion.options[option]}`);
  const usage = USAGES[command]?.(words);
  return [
    say.commands[command === 'auth' ? 'login' : command],
    ...(usage === undefined ? [] : ['', usage]),
    ...(rows.length === 0 ? [] : ['', say.options, ...rows]),
    '',
    say.everywhere(everywhere.map((option) => named(option, command)).join(', ')),
    '',
  ].join('\n');
}

const FOR_VERSION: readonly OptionName[] = ['version', 'verbose'];

/** Commands that parse their words themselves, with options that are not in the table. */
const USAGES: Partial<Record<CommandName, (words: Words) => string>> = {
  mcp: ({ mcpCommand }) => mcpCommand.usage,
  plugin: ({ pluginCommand }) => pluginCommand.usage,
  hooks: ({ hooks }) => hooks.commandUsage,
  import: ({ importCommand }) => importCommand.usage,
};

/** `-o, --output FILE` */
function named(option: OptionName, command: CommandName): string {
  const row = OPTIONS[option];
  const short = 'short' in row ? `-${row.short}, ` : '';
  return `${short}--${option}${row.type === 'string' ? ` ${valueOf(option, command)}` : ''}`;
}

function valueOf(option: OptionName, command: CommandName): string {
  const row = OPTIONS[option];
  const values = ROWS[command].values?.[option] ?? ('values' in row ? row.values : undefined);
  if (values) return values.join('|');
  if ('path' in row) return row.path === 'folder' ? 'DIR' : 'FILE';
  return 'value' in row ? row.value : '';
}
