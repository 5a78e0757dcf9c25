/** Selects the hooks that match an event: each command once per form of the call. */

import type { CallForm, HookFact } from '../../protocol/hooks.ts';
import type { HookTally } from './hook-tally.ts';
import { type NamesOf, type RuleReach, ruleReach } from './matcher.ts';
import { type Hook, whatRuns } from './read.ts';

export interface ChosenHook {
  tally: HookTally;
  form: CallForm | undefined;
  reach: RuleReach;
}

/** `forms`: the forms in which the fact's call is presented; a single `undefined` if the event is not about a call. */
export function chooseHooks(
  tallies: readonly HookTally[],
  { event, subject = '' }: HookFact,
  forms: readonly (CallForm | undefined)[],
): ChosenHook[] {
  const chosen = new Map<string, ChosenHook>();
  for (const [at, form] of forms.entries())
    for (const tally of tallies) {
      const { hook } = tally;
      if (!hook.events.includes(event)) continue;
      const names = form ? namesOf(form, hook) : { main: [subject], also: [] };
      if (!tally.matches(names)) continue;
      const reach = hook.onlyIf === undefined || !form ? 'whole' : ruleReach(hook.onlyIf, names, form.texts);
      if (reach === 'none') continue;
      const key = JSON.stringify([at, whatRuns(hook), hook.onlyIf, hook.isAsync, hook.from.env]);
      if (!chosen.has(key)) chosen.set(key, { tally, form, reach });
    }
  return [...chosen.values()];
}

/** A regular expression is matched against the names of its file's dialect; a plain name may be of any dialect. */
function namesOf({ name, gemini, tool, also }: CallForm, { from: { dialect } }: Hook): NamesOf {
  const isGemini = dialect === 'gemini' || dialect === 'qwen';
  const main = isGemini && gemini !== undefined ? [gemini, name] : [name];
  return { main, also: [tool, ...(gemini === undefined ? [] : [gemini]), ...also] };
}
