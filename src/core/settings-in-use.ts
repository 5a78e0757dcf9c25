/** What is in use between turns: the session, its mode and model, loop detection. A change is logged and reported. */

import type { Agent, Mode } from '../protocol/mode.ts';
import type { Engine } from './engine.ts';
import type { LiveSession } from './live-session.ts';

/** A session that was just opened, and what it continues with. */
export interface Opened {
  live: LiveSession;
  mode: Mode;
  model: string;
  /** How many turns it has had. */
  turns: number;
}

export interface SettingsInUse {
  readonly now: Readonly<Opened> & { watchesLoops: boolean };
  /** The agent of the mode. */
  agent(): Agent;
  /** Whether the preset was in force at any time since the start. */
  wasInForce(preset: string): boolean;
  setMode(name: string): Promise<void>;
  /** Until the mode changes. */
  setPreset(name: string): Promise<void>;
  setModel(name: string): Promise<void>;
  watchLoops(on: boolean): void;
  countTurn(): void;
  /** Everything that belongs to the session before is left behind. */
  continueWith(opened: Opened): void;
}

export function createSettingsInUse({ settings, person }: Engine, opening: Opened): SettingsInUse {
  const { modes } = settings.tables;
  const presets = new Set([opening.mode.preset]);
  let now: SettingsInUse['now'] = { ...opening, watchesLoops: true };

  return {
    get now() {
      return now;
    },
    agent() {
      const { mode } = now;
      const agent = settings.tables.agents[mode.agent];
      if (!agent) throw new Error(`The mode ${mode.name} names an agent that does not exist: ${mode.agent}`);
      return agent;
    },
    wasInForce: (preset) => presets.has(preset),
    async setMode(name) {
      const mode = modes[name];
      if (!mode) return;
      change({ mode });
      await logSetting('mode', name);
      person.emit({ type: 'state-change', change: { mode: name } });
    },
    async setPreset(name) {
      change({ mode: { ...now.mode, preset: name } });
      await logSetting('preset', name);
    },
    async setModel(name) {
      change({ model: name });
      await logSetting('model', name);
      person.emit({ type: 'state-change', change: { model: name } });
    },
    watchLoops: (on) => change({ watchesLoops: on }),
    countTurn: () => change({ turns: now.turns + 1 }),
    continueWith: change,
  };

  function change(part: Partial<SettingsInUse['now']>): void {
    now = { ...now, ...part };
    presets.add(now.mode.preset);
  }

  async function logSetting(key: 'mode' | 'preset' | 'model', value: string): Promise<void> {
    await now.live.log.append({ type: 'setting', key, value });
  }
}
