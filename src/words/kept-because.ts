/** Reasons why a worktree was kept: for a person in their language, for a program and the model in English. */

import { late } from '../base/late.ts';
import type { KeptBecause } from '../protocol/worktree.ts';
import { machineFaults } from './en/faults/machine-faults.ts';
import { type FleetWords, fleet } from './en/fleet.ts';
import { type FaultWords, saidIn } from './fault.ts';

interface KeptWords {
  fleet: Pick<FleetWords, 'because'>;
  faults: Pick<FaultWords, keyof ReturnType<typeof machineFaults>>;
}

const SHOWN = 3;

const english = late((): KeptWords => ({ fleet: fleet(), faults: machineFaults() }));

export function keptBecause(reasons: readonly KeptBecause[], say = english()): string {
  return reasons.map((reason) => textOf(reason, say)).join('; ');
}

function textOf(reason: KeptBecause, { fleet: { because }, faults }: KeptWords): string {
  switch (reason.kind) {
    case 'commits':
      return because.commits(some(reason.commits));
    case 'process':
      return because.process(some(reason.pids.map(String)));
    case 'operation':
    case 'mount':
    case 'not-ours':
    case 'unreadable':
      return saidIn(reason.what, faults);
    default:
      return because[reason.kind](some(reason.paths));
  }
}

function some(names: readonly string[]): string {
  return `${names.slice(0, SHOWN).join(', ')}${names.length > SHOWN ? ', …' : ''}`;
}
