/** Messages of policy and approvals: reasons, refusals, and how they are combined. */

import { late } from '../../base/late.ts';
import { effects } from './effects.ts';
import { reasons } from './reasons.ts';

const words = () => ({
  get reasons() {
    return reasons();
  },
  get effects() {
    return effects();
  },
  /** Separates two reasons. */
  and: '; ',
  /** Wraps a reason in the output of `/permissions why`. */
  risk: (reason: string) => `a risk that no saved rule lifts: ${reason}`,

  hardBlocked: (why: string) => `Blocked in every mode: ${why}`,
  toolOff: (tool: string, mode: string) => `The tool ${tool} is off in ${mode} mode.`,
  riskUnattended: (why: string) =>
    `This needs approval from a person, and no one is available to give it. Reason: ${why}`,
  unattended: (why: string, isEdit: boolean) =>
    `This needs approval, and no one is available to give it (${isEdit ? '--mode auto-edit allows edits; ' : ''}--yes or approval.auto_approve_ask approves what policy asks). Reason: ${why}`,
  scopeNotOffered: 'Not run: "always" was answered with a rule that was not offered.',
  wrongArguments: (at: string) => (at === '' ? 'wrong arguments' : `wrong arguments (${at})`),
  refused: 'You refused this call.',
  refusedBefore: 'You already refused this call in this turn.',
  refusedBecause: (why: string) => `You refused: ${why}`,
  /** What an approval of a command in a terminal covers. */
  coversTyping:
    'It runs in a terminal. This approval covers what is typed into the program; lines typed at a shell’s prompt are asked about again.',
  tried: (exitCode: number, added: number, changed: number, deleted: number) =>
    `Tried on a disposable layer (exit ${exitCode}): ${added} added, ${changed} changed, ${deleted} deleted.`,
  triedNothing: (exitCode: number) =>
    `Tried on a disposable layer (exit ${exitCode}): no file of the workspace would change.`,
  triedHosts: (hosts: string) => `It tried to reach ${hosts}; a trial has no network.`,
  notTried: 'It could not be tried: no layer is available here.',
  cancelledAsking: 'Cancelled while waiting for approval.',
  cancelledBefore: 'Cancelled before it started.',
});

export const policy = late(words);

export type PolicyWords = ReturnType<typeof policy>;
