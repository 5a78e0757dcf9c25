/** What may take effect at once, and what only after a word of warning: rules under which nothing asks any more. */

import type { CommandContext } from '../protocol/command.ts';
import { answersIn } from './answers/answers.ts';

/** True where the switch may go ahead. Going back to rules that were confirmed before needs no second word. */
export async function confirmPreset(
  name: string,
  { permissions, warn, confirm, lang }: Pick<CommandContext, 'permissions' | 'warn' | 'confirm' | 'lang'>,
): Promise<boolean> {
  const preset = permissions.presets.find((each) => each.name === name);
  if (!preset?.bashSkipsChecks || permissions.wasInForce(name)) return true;
  const say = answersIn(lang);
  warn(say.nothingAsks(name));
  return confirm(undefined, say.switchTo(name), say.stay);
}
