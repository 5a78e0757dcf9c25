/** `/permissions`: the rules in force, as a command sees and changes them. */

import type { RuleControl } from '../../protocol/command.ts';
import type { Mode } from '../../protocol/mode.ts';
import type { Services } from '../services.ts';

export interface RuleState {
  mode: Mode;
  /** Presets that were in force since the start. */
  used: ReadonlySet<string>;
  setPreset(name: string): Promise<void>;
}

export function ruleControl({ mode, used, setPreset }: RuleState, services: Services): RuleControl {
  const { presets } = services.tables;
  const preset = presets[mode.preset];
  if (!preset) throw new Error(`The mode ${mode.name} names a preset that does not exist: ${mode.preset}`);
  const facts = services.facts(preset);
  return {
    facts,
    presets: Object.values(presets),
    wasInForce: (name) => used.has(name),
    setPreset,
    async explain(line) {
      const { explain } = await import('../../policy/explain.ts'); // brings the shell parser
      return explain(line, facts);
    },
    revoke: (scope) => services.revoke(scope),
  };
}
