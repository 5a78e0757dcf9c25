/** Asks for confirmation before rules take effect under which nothing is asked any more; all others take effect at once. */

import type { CommandContext } from '../protocol/command.ts';
import type { CommandWords } from '../words/en/commands.ts';

/** True if the switch may proceed. Returning to rules that were confirmed before needs no second confirmation. */
export async function confirmPreset(
  name: string,
  { rules, person }: CommandContext,
  say: CommandWords,
): Promise<boolean> {
  const preset = rules.presets.find((each) => each.name === name);
  if (!preset?.bashSkipsChecks || rules.wasInForce(name)) return true;
  person.warn(say.nothingAsks(name));
  return person.confirm(undefined, say.switchTo(name), say.stay);
}
