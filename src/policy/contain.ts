/** What a sandbox changes about a decision: what is only unproved runs in it unasked, and leaving it is asked about by itself. Pure. */

import type { Confinement, ConfiningPlace, Gap, LentName } from '../protocol/place.ts';
import type { Decision, Facts, Reason, Target, Use } from '../protocol/policy.ts';
import { matchesPattern } from './command-pattern.ts';
import { say } from './say.ts';
import { proposeScopes } from './scopes.ts';
import type { JudgedCommand } from './shell/judge/analyse.ts';
import { usesNetwork } from './uses-network.ts';

/** Of the workspace or of secrets: a layer around a command does not make these harmless. */
const STILL_ASKED: ReadonlySet<Reason['code']> = new Set([
  'secret-file',
  'protected-path',
  'hidden-characters',
  'gives-secret',
]);

/** What the second layer does not stop outside of the workspace keeps asking. */
const SENDS_SIGNALS = /(?:^|\/)(?:kill|pkill|killall)$/;
const CHANGES_MODES = /(?:^|\/)(?:chmod|chown|chgrp|touch|setfacl|chattr|git)$/;

const OUTSIDE = 'outside';

/** What the line is made of, as it was judged. */
interface Line {
  commands: readonly JudgedCommand[];
  /** What it would delete, move or overwrite. */
  targets: readonly Target[];
}

export function contain(decision: Decision, use: Use, facts: Facts, line: Line): Decision {
  const { commands } = line;
  const { place } = facts;
  if (!use.command || !place || use.command.typedAt !== undefined || decision.verdict === 'deny') return decision;
  if (use.origin === 'user' && !facts.confinesPerson) return decision; // what the person types is their own affair
  if (place.layer === 'none') return place.isRequired ? refused(say('noSandbox', place.why)) : decision;
  const { outside } = use.command;
  if (outside !== undefined)
    return facts.mayLeave === false ? refused(say('mayNotLeave')) : leaving(decision, outside, facts, commands);
  const { lend } = use.command;
  const confinement = decision.onlyReads && !lend ? 'read' : facts.onlyReads ? 'layer' : 'write';
  const isCovered = !commands.some((command) => isUncovered(command, place.gaps));
  const isUndone = facts.asksOnlyToLeave === true && confinement === 'write' && isCoveredByUndo(line.targets, facts);
  const isLifted =
    isCovered &&
    decision.verdict === 'ask' &&
    facts.preset.readOnlyRuns &&
    decision.reasons.every((reason) => isLiftable(reason) || (isUndone && isOfFiles(reason)));
  const held: Decision = isLifted
    ? { ...decision, verdict: 'allow', reasons: [], scopes: [], confinement }
    : {
        ...decision,
        confinement,
        ...(mayHaveSockets(place, confinement, facts, commands) && { sockets: true as const }),
      };
  return lend ? lending(held, lend, facts, commands) : held;
}

/** What the layer leaves open, or cannot give: it is asked about as without a layer. */
function isUncovered(command: JudgedCommand, gaps: readonly Gap[]): boolean {
  if (gaps.includes('modes-and-times') && CHANGES_MODES.test(command.name)) return true;
  if (gaps.includes('signals') && SENDS_SIGNALS.test(command.name)) return true;
  return gaps.includes('hosts') && usesNetwork(command);
}

/**
 * Where hosts cannot be told apart: none for what runs only because it is confined, or because in this mode nothing asks; as without for what a person,
 * a rule of theirs or a setting agreed to.
 */
function mayHaveSockets(
  { network }: ConfiningPlace,
  confinement: Confinement,
  { network: ofMode, preset, grants }: Facts,
  commands: readonly JudgedCommand[],
): boolean {
  if (network !== 'allowed' || confinement !== 'write' || ofMode === 'none') return false;
  return !preset.bashSkipsChecks || uncoveredBy(grants, 'bash', commands)?.length === 0;
}

/** The commands that no saved rule of that permission covers; `undefined`: the line has none at all. */
function uncoveredBy(
  grants: Facts['grants'],
  permission: string,
  commands: readonly JudgedCommand[],
): JudgedCommand[] | undefined {
  const patterns = grants.flatMap((grant) => (grant.permission === permission && grant.pattern ? [grant.pattern] : []));
  const own = commands.filter(({ isWrapper }) => !isWrapper);
  if (own.length === 0) return undefined;
  return own.filter((command) => !patterns.some((pattern) => matchesPattern(pattern, command)));
}

/** No rule for the inside covers it, and no mode: only a yes, or a pattern that was allowed for the outside. */
function leaving(decision: Decision, why: string, facts: Facts, commands: readonly JudgedCommand[]): Decision {
  const reason: Reason = { code: 'leave-sandbox', ...say('leavesSandbox', why.slice(0, 500)), risk: false };
  return unlessAllowed(decision, OUTSIDE, reason, facts, commands);
}

/** The same for a socket of the person: by a grant of its own, command by command. */
function lending(decision: Decision, name: LentName, facts: Facts, commands: readonly JudgedCommand[]): Decision {
  const reason: Reason = { code: 'socket', ...say('lendsSocket', name), risk: false };
  return { ...unlessAllowed(decision, name, reason, facts, commands), lend: name };
}

/** Asked for that reason, unless a saved rule of that permission covers every command of the line. */
function unlessAllowed(
  decision: Decision,
  permission: string,
  reason: Reason,
  { grants }: Facts,
  commands: readonly JudgedCommand[],
): Decision {
  const uncovered = uncoveredBy(grants, permission, commands);
  const risks = decision.reasons.filter(({ risk }) => risk);
  if (risks.length === 0 && uncovered?.length === 0) return { ...decision, verdict: 'allow', reasons: [], scopes: [] };
  return {
    ...decision,
    verdict: 'ask',
    reasons: [reason, ...decision.reasons],
    scopes: risks.length === 0 ? proposeScopes(permission, uncovered ?? []) : [],
    leaves: true,
  };
}

function isLiftable({ risk, code, says }: Reason): boolean {
  if (risk || STILL_ASKED.has(code)) return false;
  return says[0] !== 'presetAsksCommand' || says[2] === 'commands'; // a pattern that somebody wrote is meant
}

/** Files that are lost or changed, and nothing else. */
function isOfFiles({ code, says: [name, program = ''] }: Reason): boolean {
  if (code === 'overwrite') return name === 'overwrites' || name === 'programOverwrites';
  return code === 'dangerous-command' && name === 'does' && /^(?:rm|unlink|truncate|tee)$/.test(program);
}

/** Single files that git tracks: never ignored, and kept before the command runs. What is missing cannot be lost. */
function isCoveredByUndo(targets: readonly Target[], { look }: Facts): boolean {
  return (
    targets.length > 0 &&
    targets.every((target) => {
      if (target.kind !== 'path' || !target.inside || target.action === 'move') return false;
      const kind = look.kind(target.path);
      if (kind !== 'file') return kind === 'missing';
      const folder = target.path.slice(0, target.path.lastIndexOf('/')) || '/';
      return look.findTracked?.(folder, (path) => path === target.path) === target.path;
    })
  );
}

function refused(said: ReturnType<typeof say>): Decision {
  return { verdict: 'deny', reasons: [{ code: 'leave-sandbox', ...said, risk: false }], scopes: [] };
}
