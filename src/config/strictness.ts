/** Compares rule sets by strictness, and tightens one without ever loosening it. */

import type { Agent, Mode } from '../protocol/mode.ts';
import { SERVERS } from '../protocol/permission.ts';
import type { Preset } from '../protocol/policy.ts';
import { NETWORKS, type Network } from '../protocol/sandbox.ts';
import { isLooser, stricter, type Verdict } from '../protocol/verdict.ts';

type Rules = Readonly<Record<string, Verdict>>;

export function tightenRules(base: Rules, by: Rules): Record<string, Verdict> {
  const result = { ...base };
  for (const [key, verdict] of Object.entries(by)) result[key] = stricter(ruleFor(base, key), verdict);
  return result;
}

/**
 * The longest match wins, so a new pattern could hide a stricter shorter one, or be hidden by a looser longer one. It therefore adopts the
 * former's verdict and passes its own to the latter.
 */
export function tightenBash(base: Rules, by: Rules): Record<string, Verdict> {
  const result = { ...base };
  for (const [pattern, verdict] of Object.entries(by)) {
    let own = verdict;
    for (const [other, standing] of Object.entries(result)) {
      if (!mayOverlap(pattern, other)) continue;
      if (other.length <= pattern.length) own = stricter(own, standing);
      if (other.length >= pattern.length) result[other] = stricter(standing, verdict);
    }
    // An `allow` without effect is dropped: kept as a rule that asks, it would ask even for commands that only read.
    if (verdict !== 'allow' || own === 'allow') result[pattern] = own;
  }
  return result;
}

/** Allows only what both presets allow. */
export function strictestOf(preset: Preset, by: Preset): Preset {
  const mcp = preset.mcp || by.mcp ? { mcp: tightenBash(serversOf(preset), serversOf(by)) } : {};
  return {
    ...preset,
    rules: Object.fromEntries(
      Object.keys({ ...preset.rules, ...by.rules }).map((key) => [
        key,
        stricter(ruleFor(preset.rules, key), ruleFor(by.rules, key)),
      ]),
    ),
    bash: tightenBash(preset.bash, by.bash),
    ...mcp,
    readOnlyRuns: preset.readOnlyRuns && by.readOnlyRuns,
    bashSkipsChecks: preset.bashSkipsChecks === true && by.bashSkipsChecks === true,
  };
}

/** True if work under the preset may do more. Fetching does not count, because sending asks whatever the rules are. */
export function loosensWork(preset: Preset, than: Preset): boolean {
  return presetIsLooser(preset, { ...than, rules: { ...than.rules, fetch: ruleFor(preset.rules, 'fetch') } });
}

export function presetIsLooser(preset: Preset, than: Preset): boolean {
  if (preset.readOnlyRuns && !than.readOnlyRuns) return true;
  if (preset.bashSkipsChecks && !than.bashSkipsChecks) return true;
  const keys = new Set([...Object.keys(preset.rules), ...Object.keys(than.rules)]);
  const looserRule = [...keys].some((key) => isLooser(ruleFor(preset.rules, key), ruleFor(than.rules, key)));
  return looserRule || bashIsLooser(preset.bash, than.bash) || bashIsLooser(serversOf(preset), serversOf(than));
}

/** The rules for servers including their base line, which may be that of all rules. */
function serversOf({ rules, mcp }: Preset): Rules {
  return { '*': ruleFor(rules, SERVERS), ...mcp };
}

export function agentIsLooser(agent: Agent, than: Agent): boolean {
  const kept = than.off.every((tool) => agent.off.includes(tool));
  const narrower = !than.only || (agent.only?.every((tool) => than.only?.includes(tool)) ?? false);
  const steps = (agent.maxSteps ?? Infinity) <= (than.maxSteps ?? Infinity);
  return !kept || !narrower || !steps || agent.kind !== than.kind;
}

const USUAL_NETWORK: Network = 'hosts';

/** Compares with the usual network if no other mode is given. */
export function networkIsLooser({ network = USUAL_NETWORK }: Mode, than?: Mode): boolean {
  return NETWORKS.indexOf(network) > NETWORKS.indexOf(than?.network ?? USUAL_NETWORK);
}

export function modeIsLooser(mode: Mode, than: Mode): boolean {
  return networkIsLooser(mode, than) || !than.off.every((tool) => mode.off.includes(tool));
}

export function ruleFor(rules: Rules, key: string): Verdict {
  return rules[key] ?? rules['*'] ?? 'ask';
}

/** Errs on the side of "looser": compares every pair of patterns that could overlap. */
function bashIsLooser(bash: Rules, than: Rules): boolean {
  return Object.entries(than).some(([standing, verdict]) =>
    Object.entries(bash).some(
      ([pattern, own]) => than[pattern] !== own && mayOverlap(pattern, standing) && isLooser(own, verdict),
    ),
  );
}

/** True if some command could match both. Compares the text before the first `*` or quote, so it may answer true too often. */
function mayOverlap(a: string, b: string): boolean {
  const [first, second] = [literalPart(a), literalPart(b)];
  return first.startsWith(second) || second.startsWith(first);
}

/** The text before the first wildcard or quote; how quotes affect words is left to the matcher. */
function literalPart(pattern: string): string {
  return (pattern.split(/[*'"\\]/)[0] ?? '').replace(/\s+/g, ' ').trim().toLowerCase();
}
