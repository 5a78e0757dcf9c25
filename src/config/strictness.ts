/** Which of two rule sets is the stricter one, and how one is made stricter without ever getting looser. */

import type { Agent, Mode } from '../protocol/mode.ts';
import { NETWORKS, type Network } from '../protocol/place.ts';
import type { Preset } from '../protocol/policy.ts';
import { isLooser, stricter, type Verdict } from '../protocol/verdict.ts';

type Rules = Readonly<Record<string, Verdict>>;

export function tightenRules(base: Rules, by: Rules): Record<string, Verdict> {
  const result = { ...base };
  for (const [key, verdict] of Object.entries(by)) result[key] = stricter(ruleFor(base, key), verdict);
  return result;
}

/**
 * The longest match wins, so a new pattern could hide a stricter shorter one, or be hidden by a looser longer one:
 * it takes on the former's verdict and passes its own to the latter.
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
    // What allows in vain is left out: as a rule that asks it would ask even for what only reads.
    if (verdict !== 'allow' || own === 'allow') result[pattern] = own;
  }
  return result;
}

/** What both allow, and no more. */
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

/** Whether work under it may do more. Fetching does not count: what sends asks whatever the rules say. */
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

/** With the base line, which may be that of all rules. */
function serversOf({ rules, mcp }: Preset): Rules {
  return { '*': ruleFor(rules, 'mcp'), ...mcp };
}

export function agentIsLooser(agent: Agent, than: Agent): boolean {
  const kept = than.off.every((tool) => agent.off.includes(tool));
  const narrower = !than.only || (agent.only?.every((tool) => than.only?.includes(tool)) ?? false);
  const steps = (agent.maxSteps ?? Infinity) <= (than.maxSteps ?? Infinity);
  return !kept || !narrower || !steps || agent.kind !== than.kind;
}

const USUAL_NETWORK: Network = 'hosts';

/** Without another mode: than what is usual. */
export function networkIsLooser({ network = USUAL_NETWORK }: Mode, than?: Mode): boolean {
  return NETWORKS.indexOf(network) > NETWORKS.indexOf(than?.network ?? USUAL_NETWORK);
}

export function modeIsLooser(mode: Mode, than: Mode): boolean {
  return networkIsLooser(mode, than) || !than.off.every((tool) => mode.off.includes(tool));
}

export function ruleFor(rules: Rules, key: string): Verdict {
  return rules[key] ?? rules['*'] ?? 'ask';
}

/** Errs on the side of "looser": every pair of patterns that could meet is compared. */
function bashIsLooser(bash: Rules, than: Rules): boolean {
  return Object.entries(than).some(([standing, verdict]) =>
    Object.entries(bash).some(
      ([pattern, own]) => than[pattern] !== own && mayOverlap(pattern, standing) && isLooser(own, verdict),
    ),
  );
}

/** Whether some command could match both; compares the text before the first `*` or quote, so it may say yes too often. */
function mayOverlap(a: string, b: string): boolean {
  const [first, second] = [literalPart(a), literalPart(b)];
  return first.startsWith(second) || second.startsWith(first);
}

/** A quote ends it as well: what it makes of the words is the business of who matches them. */
function literalPart(pattern: string): string {
  return (pattern.split(/[*'"\\]/)[0] ?? '').replace(/\s+/g, ' ').trim().toLowerCase();
}
