/** Finds a built-in command by name and runs it; an unknown one gets the nearest match. */

import type { CommandContext } from '../protocol/command.ts';
import type { View } from '../protocol/view.ts';
import { nearest } from '../base/nearest.ts';
import { loaders } from './registry.ts';
import { COMMAND_ROWS } from './rows.ts';

export async function runCommand(name: string, args: string, context: CommandContext): Promise<View> {
  const isMode = context.modes.some((mode) => mode.name === name);
  const row = COMMAND_ROWS.find((each) => each.name === (isMode ? 'mode' : name));
  if (row) return (await loaders[row.name]()).default.run(isMode ? name : args, context);
  const close = nearest(name, [...COMMAND_ROWS.map((each) => each.name), ...context.modes.map((mode) => mode.name)]);
  const hint = close ? ` Did you mean /${close}?` : '';
  return { title: `Unknown command: /${name}${hint} /help lists them.` };
}
