/** Lists every command that works without a terminal, including modes and custom commands. */

import { takesArguments } from '../../commands/custom.ts';
import { summaryOf } from '../../commands/mode-summary.ts';
import { commandRows } from '../../commands/rows.ts';
import type { CommandWords } from '../../words/en/commands.ts';
import type { AppSettings } from '../load-app-settings.ts';
import { findAppCommands } from './custom-commands.ts';

export interface ListedCommand {
  /** Without the slash. */
  name: string;
  summary: string;
  /** What may follow the command. */
  hint?: string;
}

export async function listCommands(app: AppSettings, say: CommandWords): Promise<ListedCommand[]> {
  const builtIn = commandRows()
    .filter(({ load }) => load)
    .map(({ name, usage, summary }) => {
      const hint = usage.slice(name.length + 1).trim();
      return { name, summary: summary[app.settings.lang], ...(hint !== '' && { hint }) };
    });
  const modes = Object.values(app.tables.modes).map((mode) => ({ name: mode.name, summary: summaryOf(mode, say) }));
  const { commands } = await findAppCommands(app);
  const own = commands.map((command) => ({
    name: command.name,
    summary: command.description,
    ...((command.hint !== undefined || takesArguments(command)) && { hint: command.hint ?? '…' }),
  }));
  return [...builtIn, ...modes, ...own];
}
