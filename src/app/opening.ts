/** Where a session continues: its mode, model and budget, and what front ends show of it. */

import { loosensWork } from '../config/strictness.ts';
import type { Opened } from '../core/settings-in-use.ts';
import { parseBudget, stricterBudget } from '../log/budget.ts';
import { settingOf, titleOf, todosOf } from '../log/fold.ts';
import type { StateChange } from '../protocol/event.ts';
import type { Mode } from '../protocol/mode.ts';
import type { Entry, Session } from '../protocol/session.ts';
import type { Budget } from '../protocol/spending.ts';
import type { AppSettings } from './load-app-settings.ts';
import { NO_MODEL, nameOfModel } from './models/choose-model.ts';
import type { Run } from './run.ts';

export interface Opening extends Omit<Opened, 'live'> {
  change: StateChange;
  /** The session's earlier mode or preset, if it is not restored because it is looser. */
  dropped?: { was: string; now: string };
}

export function openingOf({ id, entries }: Session, { app, choice }: Run): Opening {
  const { mode, dropped } = modeOf(entries, app);
  const isAskedFor = app.origins.get('model')?.source === 'flag';
  const saved = settingOf(entries, 'model');
  const usual = nameOfModel(choice, app); // used if the session names none
  const model = isAskedFor || saved === undefined || saved === NO_MODEL ? usual : saved;
  const turns = entries.filter(({ type }) => type === 'turn-end').length;
  const title = titleOf(entries);
  const change = { session: { id, ...(title && { title }) }, mode: mode.name, model, todos: todosOf(entries) };
  return { mode, model, turns, change, ...(dropped && { dropped }) };
}

/** The mode to continue in. A repository could ship the log, which is in the workspace, so it may tighten the mode but never loosen it. */
function modeOf(
  entries: readonly Entry[],
  { tables, settings, origins }: AppSettings,
): Pick<Opening, 'mode' | 'dropped'> {
  const usual = tables.modes[settings.mode] as Mode;
  if (origins.get('mode')?.source === 'flag') return { mode: usual };
  const saved = tables.modes[settingOf(entries, 'mode') ?? ''];
  const mode = saved && !isLooser(saved.preset, usual.preset) ? saved : usual;
  const last = entries.findLast(
    (entry) => entry.type === 'setting' && (entry.key === 'mode' || entry.key === 'preset'),
  );
  const dropped = saved && saved !== mode ? { dropped: { was: saved.name, now: mode.name } } : {};
  if (last?.type !== 'setting' || last.key !== 'preset') return { mode, ...dropped };
  if (isLooser(last.value, mode.preset)) return { mode, dropped: { was: last.value, now: mode.preset } };
  return { mode: { ...mode, preset: last.value }, ...dropped };

  function isLooser(name: string, thanName: string): boolean {
    const [preset, than] = [tables.presets[name], tables.presets[thanName]];
    return !preset || !than || loosensWork(preset, than);
  }
}

/** Like the mode, a budget from the log may lower a limit, never raise it. */
export function budgetAtStart(entries: readonly Entry[], { settings, origins }: AppSettings): Budget {
  const configured = parseBudget(settings.budget ?? 'off') ?? {};
  if (origins.get('budget')?.source === 'flag') return configured;
  return stricterBudget(configured, parseBudget(settingOf(entries, 'budget') ?? 'off') ?? {});
}
