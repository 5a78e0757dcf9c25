/** `/permissions`: the rules in force, as a command sees and changes them. */

import type { RuleControl } from '../../protocol/command.ts';
import type { Engine } from '../engine.ts';
import type { SettingsInUse } from '../settings-in-use.ts';

export function ruleControl({ now, wasInForce, setPreset }: SettingsInUse, { settings, machine }: Engine): RuleControl {
  const { mode, live } = now;
  const { presets } = settings.tables;
  const preset = presets[mode.preset];
  if (!preset) throw new Error(`The mode ${mode.name} names a preset that does not exist: ${mode.preset}`);
  const facts = live.rules.facts(preset);
  return {
    facts,
    presets: Object.values(presets),
    wasInForce,
    setPreset,
    async explain(line) {
      const { explain } = await import('../../policy/explain.ts'); // loads the shell parser
      const sandbox = await machine.sandbox.status();
      const { onlyReads, network } = mode;
      return explain(line, {
        ...facts,
        ...(sandbox && { sandbox }),
        ...(onlyReads && { onlyReads }),
        ...(network && { network }),
      });
    },
    revoke: live.rules.revoke,
  };
}
