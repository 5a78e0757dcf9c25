/** Finds a command by name and runs it: a built-in, a mode or a custom one. For an unknown name, suggests the nearest match. */

import { own } from '../base/own.ts';
import { nearest } from '../base/text/nearest.ts';
import type { CommandContext, CommandResult } from '../protocol/command.ts';
import type { CommandWords } from '../words/en/commands.ts';
import type { CommandRow } from './command.ts';
import { expandCommand } from './custom.ts';
import { ALIASES, commandRows, MEANINGS } from './rows.ts';

export async function runCommand(
  name: string,
  args: string,
  context: CommandContext,
  say: CommandWords,
): Promise<CommandResult> {
  const { mode, extensions } = context;
  const isMode = mode.all.some((each) => each.name === name);
  const row = commandRows().find((each) => each.name === (isMode ? 'mode' : name));
  if (row && !row.isWeak) return runRow(row, isMode ? name : args, context, say);

  const { commands } = await extensions.custom();
  const found = commands.find((command) => command.name === name);
  if (found) return { pieces: expandCommand(found, args) };
  const meant = row ?? commandRows().find((each) => each.name === own(ALIASES, name));
  if (meant) return runRow(meant, args, context, say);
  if (name.includes('/')) return { problem: { title: say.pathFirst(name) } };
  const names = [commandRows(), mode.all, commands].flatMap((list) => list.map((each) => each.name));
  const close = own(MEANINGS, name.toLowerCase()) ?? nearest(name, [...names, ...Object.keys(ALIASES)]);
  return { problem: { title: say.unknownCommand(name, close) } };
}

async function runRow(
  row: CommandRow,
  args: string,
  context: CommandContext,
  say: CommandWords,
): Promise<CommandResult> {
  if (!row.load) return { problem: { title: say.forFrontEnds[row.name] ?? say.unknownCommand(row.name, undefined) } };
  const { default: command } = await row.load();
  return command.run(args, context, say);
}
