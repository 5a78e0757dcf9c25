/** Which table rows of a project's own settings file are accepted. */

import { isPlainObject } from '../base/schema.ts';
import type { Fault } from '../protocol/fault.ts';
import type { Preset } from '../protocol/policy.ts';
import type { Verdict } from '../protocol/verdict.ts';
import { fault } from '../words/fault.ts';
import { mergeSettings } from './merge-settings.ts';
import { resolveTables, type Tables } from './resolve-tables.ts';
import type { Settings } from './settings.ts';
import { agentIsLooser, loosensWork, modeIsLooser, networkIsLooser, presetIsLooser, ruleFor } from './strictness.ts';

/** A setting of the project that has no effect, and why. */
export interface Ignored {
  path: (string | number)[];
  why: Fault;
}

export const TABLES = ['presets', 'agents', 'modes'] as const;
type Table = (typeof TABLES)[number];
type TableRows = Partial<Record<Table, Record<string, unknown>>>;

/** A row is accepted if it is nowhere looser than the existing row of that name or, if new, than the one in force. */
export function keepTables(project: Record<string, unknown>, current: Settings, ignored: Ignored[]): TableRows {
  const before = resolveTables(current);
  const kept: TableRows = {};
  for (const table of TABLES) {
    const rows = project[table];
    if (!isPlainObject(rows)) continue;
    const accepted: Record<string, unknown> = Object.create(null);
    for (const [name, row] of Object.entries(rows)) {
      const after = resolveTables(withRows(current, { ...kept, [table]: { ...accepted, [name]: row } }));
      if (!isLooser(table, name, before, after, before.modes[current.mode]?.preset)) accepted[name] = row;
      else ignored.push({ path: [table, name], why: fault('projectRow') });
    }
    kept[table] = accepted;
  }
  return kept;
}

/**
 * Decides whether a project may choose a mode: one that allows no more than the user's starting mode. Returns the rules that the choice
 * must not loosen; `undefined` if refused.
 */
export function chooseMode(name: string, rows: TableRows, current: Settings): { fetch?: Verdict } | undefined {
  const { modes, presets } = resolveTables(withRows(current, rows));
  const wanted = modes[name];
  if (!wanted) return {}; // a separate error, which names the line
  const [preset, than] = [presets[wanted.preset], presets[modes[current.mode]?.preset ?? '']];
  if (!preset || !than || loosensWork(preset, than) || networkIsLooser(wanted, modes[current.mode])) return undefined;
  return presetIsLooser(preset, than) ? { fetch: ruleFor(than.rules, 'fetch') } : {};
}

function isLooser(table: Table, name: string, before: Tables, after: Tables, inForce = ''): boolean {
  if (table === 'presets') {
    return isLooserPreset(after.presets[name], before.presets[name] ?? before.presets[inForce]);
  }
  if (table === 'agents') {
    const [agent, than] = [after.agents[name], before.agents[name]];
    if (!than) return agent?.kind !== 'sub'; // a new sub-agent has no more rights than its caller
    return !agent || agentIsLooser(agent, than);
  }
  const [mode, than] = [after.modes[name], before.modes[name]];
  if (!mode || networkIsLooser(mode, than) || (than && (modeIsLooser(mode, than) || mode.agent !== than.agent)))
    return true;
  return isLooserPreset(after.presets[mode.preset], before.presets[than?.preset ?? inForce]);
}

function isLooserPreset(preset: Preset | undefined, than: Preset | undefined): boolean {
  return !preset || !than || presetIsLooser(preset, than);
}

function withRows(current: Settings, rows: TableRows): Settings {
  return mergeSettings(current, rows) as Settings;
}
