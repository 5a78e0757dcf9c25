/** What may take effect at once, and what only after a word of warning: rules under which nothing asks any more. */

import type { CommandContext } from '../protocol/command.ts';
import { inLanguage } from './in-language.ts';

/** True where the switch may go ahead. Going back to rules that were confirmed before needs no second word. */
export async function confirmPreset(
  name: string,
  { permissions, warn, confirm, lang }: Pick<CommandContext, 'permissions' | 'warn' | 'confirm' | 'lang'>,
): Promise<boolean> {
  const preset = permissions.presets.find((each) => each.name === name);
  if (!preset?.bashSkipsChecks || permissions.wasInForce(name)) return true;
  warn(
    `${name}: every command and every edit runs unasked, whatever the model decides. Only use it where nothing can be lost.`,
  );
  return confirm(undefined, `Switch to ${name}`, inLanguage('Stay', lang));
}
