/** The settings in use between turns: session, mode, model, loop detection. Changes are logged and reported. */

import type { Agent, Mode } from '../protocol/mode.ts';
import type { Engine } from './engine.ts';
import type { LiveSession } from './live-session.ts';

/** A newly opened session, and the settings it continues with. */
export interface Opened {
  live: LiveSession;
  mode: Mode;
  model: string;
  /** How many turns the session has had. */
  turns: number;
}

export interface SettingsInUse {
  readonly now: Readonly<Opened> & { watchesLoops: boolean };
  /** The agent of the current mode. */
  agent(): Agent;
  /** True if the preset was in force at any time since the start. */
  wasInForce(preset: string): boolean;
  setMode(name: string): Promise<void>;
  /** Sets the preset until the mode changes. */
  setPreset(name: string): Promise<void>;
  setModel(name: string): Promise<void>;
  watchLoops(on: boolean): void;
  countTurn(): void;
  /** Switches to another session, leaving everything of the previous one behind. */
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
