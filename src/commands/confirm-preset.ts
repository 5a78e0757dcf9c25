/** What may take effect at once, and what only after a warning: rules under which nothing asks any more. */

import type { CommandCall } from './command.ts';

/** True if the switch may go ahead. Going back to rules that were confirmed before needs no second word. */
export async function confirmPreset(
  name: string,
  { rules, person, say }: Pick<CommandCall, 'rules' | 'person' | 'say'>,
): Promise<boolean> {
  const preset = rules.presets.find((each) => each.name === name);
  if (!preset?.bashSkipsChecks || rules.wasInForce(name)) return true;
  person.warn(say.nothingAsks(name));
  return person.confirm(undefined, say.switchTo(name), say.stay);
}
