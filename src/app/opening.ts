/** Where a session takes up again: its mode and model, and what front ends show of it. */

import { presetIsLooser } from '../config/strictness.ts';
import type { Conversation } from '../core/agent.ts';
import { settingOf, titleOf, todosOf } from '../log/fold.ts';
import type { StateChange } from '../protocol/event.ts';
import type { Mode } from '../protocol/mode.ts';
import type { Entry, Session } from '../protocol/session.ts';
import { NO_MODEL } from './choose-model.ts';
import type { AppSettings } from './load-app-settings.ts';

export interface Opening {
  conversation: Conversation;
  change: StateChange;
}

/** `usualModel`: where the session names none. */
export function openingOf({ id, entries }: Session, app: AppSettings, usualModel: string): Opening {
  const mode = modeOf(entries, app);
  const isAskedFor = app.origins.get('model')?.source === 'flag';
  const saved = settingOf(entries, 'model');
  const model = isAskedFor || saved === undefined || saved === NO_MODEL ? usualModel : saved;
  const turns = entries.filter(({ type }) => type === 'turn-end').length;
  const title = titleOf(entries);
  return {
    conversation: { mode, model, turns },
    change: { session: { id, ...(title && { title }) }, mode: mode.name, model, todos: todosOf(entries) },
  };
}

/** The log lies in the workspace, and a repository could have shipped it: it may tighten, never loosen. */
function modeOf(entries: readonly Entry[], { tables, settings, origins }: AppSettings): Mode {
  const usual = tables.modes[settings.mode] as Mode;
  if (origins.get('mode')?.source === 'flag') return usual;
  const saved = tables.modes[settingOf(entries, 'mode') ?? ''];
  const mode = saved && !isLooser(saved.preset, usual.preset) ? saved : usual;
  const last = entries.findLast(
    (entry) => entry.type === 'setting' && (entry.key === 'mode' || entry.key === 'preset'),
  );
  if (last?.type !== 'setting' || last.key !== 'preset' || isLooser(last.value, mode.preset)) return mode;
  return { ...mode, preset: last.value };

  function isLooser(name: string, thanName: string): boolean {
    const [preset, than] = [tables.presets[name], tables.presets[thanName]];
    return !preset || !than || presetIsLooser(preset, than);
  }
}
