/** Finds a command by name and runs it: a built-in, a mode, or a custom one; an unknown name gets the nearest match. */

import { nearest } from '../base/text/nearest.ts';
import type { CommandResult } from '../protocol/command.ts';
import type { CommandCall } from './command.ts';
import { expandCommand } from './custom.ts';
import { COMMAND_ROWS } from './rows.ts';

export async function runCommand(
  name: string,
  args: string,
  context: Omit<CommandCall, 'rows'>,
): Promise<CommandResult> {
  const { mode, custom, say } = context;
  const isMode = mode.all.some((each) => each.name === name);
  const row = COMMAND_ROWS.find((each) => each.name === (isMode ? 'mode' : name));
  if (row && !row.load) return { title: say.forFrontEnds[row.name] ?? say.unknownCommand(name, undefined) };
  if (row?.load) {
    const { default: command } = await row.load();
    return command.run(isMode ? name : args, { ...context, rows: COMMAND_ROWS });
  }

  const { commands } = await custom();
  const found = commands.find((command) => command.name === name);
  if (found) return { prompt: expandCommand(found, args) };
  if (name.includes('/')) return { problem: { title: say.pathFirst(name) } };
  const close = nearest(
    name,
    [COMMAND_ROWS, mode.all, commands].flatMap((list) => list.map((each) => each.name)),
  );
  return { problem: { title: say.unknownCommand(name, close) } };
}
