/** Resolves the tables in force: the built-in rows, changed by the user's settings, made stricter by the project's rules. */

import type { Agent, Mode } from '../protocol/mode.ts';
import { SERVERS } from '../protocol/permission.ts';
import type { Preset } from '../protocol/policy.ts';
import type { Verdict } from '../protocol/verdict.ts';
import { AGENTS, MODES, NEVER_ASKS, PRESETS, type PresetRow } from './modes.ts';
import type { Settings } from './settings.ts';
import { tightenBash, tightenRules } from './strictness.ts';
import type { PermissionSettings, PresetSettings } from './table-settings.ts';

export interface Tables {
  modes: Record<string, Mode>;
  agents: Record<string, Agent>;
  presets: Record<string, Preset>;
}

type Rules = Readonly<Record<string, Verdict>>;

/** `tighten` holds the project's rules; in every preset the stricter of the two decides. */
export function resolveTables(
  settings: Pick<Settings, 'modes' | 'agents' | 'presets' | 'permission'>,
  tighten: PermissionSettings = {},
): Tables {
  const tables: Tables = { modes: Object.create(null), agents: Object.create(null), presets: Object.create(null) };
  const names = (rows: readonly { name: string }[], changes: object) =>
    new Set([...rows.map(({ name }) => name), ...Object.keys(changes)]);

  for (const name of names(PRESETS, settings.presets)) {
    const row = overridePreset(presetRow(name), settings.presets[name] ?? {});
    tables.presets[name] = neverAsking(tightened(withOwnRules(row, settings.permission), tighten));
  }
  for (const name of names(AGENTS, settings.agents)) {
    const { max_steps, ...change } = settings.agents[name] ?? {};
    const base = AGENTS.find((agent) => agent.name === name) ?? newAgent(name);
    tables.agents[name] = { ...base, ...change, ...(max_steps !== undefined && { maxSteps: max_steps }) };
  }
  for (const name of names(MODES, settings.modes)) {
    const base = MODES.find((mode) => mode.name === name) ?? newMode(name);
    tables.modes[name] = { ...base, ...settings.modes[name] };
  }
  return tables;
}

/** A custom preset starts as a copy of the balanced one, so whatever it does not mention asks. */
function presetRow(name: string): PresetRow {
  const known = PRESETS.find((preset) => preset.name === name);
  return known ?? { ...(PRESETS.find((preset) => preset.name === 'balanced') as PresetRow), name };
}

function newAgent(name: string): Agent {
  return { name, summary: '', kind: 'sub', off: [], prompt: '' };
}

function newMode(name: string): Mode {
  return { ...(MODES.find((mode) => mode.name === 'default') as Mode), name };
}

function overridePreset(preset: PresetRow, change: PresetSettings): PresetRow {
  return {
    ...preset,
    rules: { ...preset.rules, ...change.rules },
    bash: { ...preset.bash, ...change.bash },
    ...servers({ ...preset.mcp, ...change.mcp }),
    readOnlyRuns: change.read_only_runs ?? preset.readOnlyRuns,
    bashSkipsChecks: change.bash_skips_checks ?? preset.bashSkipsChecks ?? false,
  };
}

function withOwnRules({ leans, serversByRule, ...preset }: PresetRow, permission: PermissionSettings): Preset {
  const { rules: ownRules, bash: ownBash, mcp: ownServers } = splitRules(permission);
  if (leans === 'strict') {
    const strict = tightened(preset, permission);
    return serversByRule ? { ...strict, ...servers({ ...preset.mcp, ...ownServers }) } : strict;
  }
  const keeps = (row: Verdict | undefined, own: Verdict): Verdict =>
    leans === 'open' && own !== 'deny' && row === 'allow' ? row : own;
  const rules = { ...preset.rules };
  for (const [key, own] of Object.entries(ownRules)) rules[key] = keeps(preset.rules[key] ?? preset.rules['*'], own);
  const bash = { ...preset.bash };
  for (const [pattern, own] of Object.entries(ownBash))
    bash[pattern] = keeps(preset.bash[pattern] ?? preset.bash['*'], own);
  const mcp = { ...preset.mcp };
  for (const [pattern, own] of Object.entries(ownServers))
    mcp[pattern] = keeps(preset.mcp?.[pattern] ?? preset.rules[SERVERS] ?? preset.rules['*'], own);
  return { ...preset, rules, bash, ...servers(mcp) };
}

function tightened(preset: Preset, permission: PermissionSettings): Preset {
  const { rules, bash, mcp } = splitRules(permission);
  const base = { '*': preset.rules[SERVERS] ?? preset.rules['*'] ?? 'ask', ...preset.mcp };
  return {
    ...preset,
    rules: tightenRules(preset.rules, rules),
    bash: tightenBash(preset.bash, bash),
    ...servers(Object.keys(mcp).length === 0 ? (preset.mcp ?? {}) : tightenBash(base, mcp)),
  };
}

/** Omitted when there are no rules for servers. */
function servers(mcp: Rules): { mcp?: Rules } {
  return Object.keys(mcp).length === 0 ? {} : { mcp };
}

function neverAsking({ rules, ...preset }: Preset): Preset {
  const allowed = NEVER_ASKS.filter((name) => (rules[name] ?? rules['*']) === 'ask').map((name) => [name, 'allow']);
  return { ...preset, rules: { ...rules, ...Object.fromEntries(allowed) } };
}

function splitRules({ bash, mcp, ...rules }: PermissionSettings): { rules: Rules; bash: Rules; mcp: Rules } {
  const patterns = (given: Verdict | Rules | undefined): Rules =>
    typeof given === 'string' ? { '*': given } : (given ?? {});
  return { rules: rules as Rules, bash: patterns(bash), mcp: patterns(mcp) };
}
