/**
 * How a sandbox changes a decision: commands that are merely unproved run in it without asking; leaving it is a separate question. Pure.
 */

import { startOf } from '../base/text/truncate.ts';
import { COMMANDS } from '../protocol/permission.ts';
import type { Decision, Facts, Reason, Target, Use } from '../protocol/policy.ts';
import type { Confinement, ConfiningSandbox, Gap, LentName } from '../protocol/sandbox.ts';
import { flatSays } from '../words/fault.ts';
import { matchesPattern } from './command-pattern.ts';
import { programNamed } from './programs/table.ts';
import { say } from './say.ts';
import { proposeScopes } from './scopes.ts';
import type { JudgedCommand } from './shell/judge/analyse.ts';
import { programName } from './shell/walk/simple-command.ts';
import { usesNetwork } from './uses-network.ts';

/** Reasons about the workspace or secrets: a sandbox around the command does not make these harmless. */
const STILL_ASKED: ReadonlySet<Reason['code']> = new Set([
  'secret-file',
  'protected-path',
  'hidden-characters',
  'gives-secret',
]);

const OUTSIDE = 'outside';

/** The line as judged. */
interface Line {
  commands: readonly JudgedCommand[];
  /** Files the line would delete, move or overwrite. */
  targets: readonly Target[];
}

export function contain(decision: Decision, use: Use, facts: Facts, line: Line): Decision {
  const { commands } = line;
  const { sandbox } = facts;
  if (!use.command || !sandbox || use.command.typedAt !== undefined || decision.verdict === 'deny') return decision;
  if (use.origin === 'user' && !facts.confinesPerson) return decision; // lines the person types are not confined unless a setting says so
  if (sandbox.layer === 'none')
    return sandbox.isRequired ? refused(say('noSandbox', sandbox.why.text, ...flatSays(sandbox.why))) : decision;
  const { outside } = use.command;
  if (outside !== undefined)
    return facts.mayLeave === false ? refused(say('mayNotLeave')) : leaving(decision, outside, facts, commands);
  const { lend } = use.command;
  const confinement = decision.onlyReads && !lend ? 'read' : facts.onlyReads ? 'layer' : 'write';
  const isCovered = !commands.some((command) => isUncovered(command, sandbox.gaps));
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
        ...(mayHaveSockets(sandbox, confinement, facts, commands) && { sockets: true as const }),
      };
  return lend ? lending(held, lend, facts, commands) : held;
}

/**
 * True if the layer cannot stop what the command does, or cannot provide what it needs: it is then asked about as if there were no layer.
 */
function isUncovered(command: JudgedCommand, gaps: readonly Gap[]): boolean {
  const { modes, signals } = programNamed(programName(command.name)) ?? {};
  if (gaps.includes('modes-and-times') && modes) return true;
  if (gaps.includes('signals') && signals) return true;
  return gaps.includes('hosts') && usesNetwork(command);
}

/**
 * For layers that cannot tell hosts apart: no sockets for commands that run only because they are confined, or because the mode asks
 * nothing; unrestricted sockets for commands that a person, a saved rule or a setting approved.
 */
function mayHaveSockets(
  { network }: ConfiningSandbox,
  confinement: Confinement,
  { network: ofMode, preset, grants }: Facts,
  commands: readonly JudgedCommand[],
): boolean {
  if (network !== 'allowed' || confinement !== 'write' || ofMode === 'none') return false;
  return !preset.bashSkipsChecks || uncoveredBy(grants, COMMANDS, commands)?.length === 0;
}

/** The commands not covered by any saved rule of that permission; `undefined` if the line has no commands. */
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

/** Neither rules for the inside nor any mode cover leaving the sandbox: it takes approval, or a pattern allowed for the outside. */
function leaving(decision: Decision, why: string, facts: Facts, commands: readonly JudgedCommand[]): Decision {
  const reason: Reason = { code: 'leave-sandbox', ...say('leavesSandbox', startOf(why, 500)), risk: false };
  return unlessAllowed(decision, OUTSIDE, reason, facts, commands);
}

/** The same for lending one of the person's sockets: it takes a separate grant that covers every command. */
function lending(decision: Decision, name: LentName, facts: Facts, commands: readonly JudgedCommand[]): Decision {
  const reason: Reason = { code: 'socket', ...say('lendsSocket', name), risk: false };
  return { ...unlessAllowed(decision, name, reason, facts, commands), lend: name };
}

/** Asks for that reason, unless a saved rule of that permission covers every command of the line. */
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
  return says[0] !== 'presetAsksCommand' || says[2] === 'commands'; // a pattern that someone wrote is deliberate, so it keeps asking
}

/** True if the reason is only that files are lost or changed. */
function isOfFiles({ code, says: [name, program = ''] }: Reason): boolean {
  if (code === 'overwrite') return name === 'overwrites' || name === 'programOverwrites';
  return code === 'dangerous-command' && name === 'does' && programNamed(program)?.undoable === true;
}

/**
 * True if every target is a single file that git tracks (so it is not ignored, and is saved before the command runs) or is missing (so
 * nothing can be lost).
 */
function isCoveredByUndo(targets: readonly Target[], { disk }: Facts): boolean {
  return (
    targets.length > 0 &&
    targets.every((target) => {
      if (target.kind !== 'path' || !target.inside || target.action === 'move') return false;
      const kind = disk.kind(target.path);
      if (kind !== 'file') return kind === 'missing';
      const folder = target.path.slice(0, target.path.lastIndexOf('/')) || '/';
      return disk.findTracked?.(folder, (path) => path === target.path) === target.path;
    })
  );
}

function refused(said: ReturnType<typeof say>): Decision {
  return { verdict: 'deny', reasons: [{ code: 'leave-sandbox', ...said, risk: false }], scopes: [] };
}
