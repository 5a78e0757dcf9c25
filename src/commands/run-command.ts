/** Finds a command by name and runs it: a built-in, a mode, or one of the user's own; an unknown one gets the nearest match. */

import { nearest } from '../base/text/nearest.ts';
import type { CommandContext, CommandResult } from '../protocol/command.ts';
import { answersIn } from './answers/answers.ts';
import { expandCommand } from './custom.ts';
import { loaders } from './registry.ts';
import { COMMAND_ROWS } from './rows.ts';

export async function runCommand(name: string, args: string, context: CommandContext): Promise<CommandResult> {
  const isMode = context.modes.some((mode) => mode.name === name);
  const row = COMMAND_ROWS.find((each) => each.name === (isMode ? 'mode' : name));
  if (row) {
    const { default: command } = await loaders[row.name]();
    return command.run(isMode ? name : args, context);
  }

  const { commands } = await context.around.customCommands();
  const custom = commands.find((command) => command.name === name);
  if (custom) return { prompt: expandCommand(custom, args) };
  const say = answersIn(context.lang);
  if (name.includes('/')) return { problem: { title: say.pathFirst(name) } };
  const close = nearest(
    name,
    [COMMAND_ROWS, context.modes, commands].flatMap((list) => list.map((each) => each.name)),
  );
  return { problem: { title: say.unknownCommand(name, close) } };
}
