/** A hook of a run with what is counted of it: runs, failures and the last problem. */

import type { Fault } from '../../protocol/fault.ts';
import type { ListedHook } from '../../protocol/hooks.ts';
import { type HookAnswer, troubleFault } from './answer.ts';
import { readMatcher } from './matcher.ts';
import { type Hook, neverRuns, whatRuns } from './read.ts';

/** Whether a hook may run. */
export type HookTrust = 'trusted' | 'changed' | 'new';

export interface HookTally {
  hook: Hook;
  label: string;
  matches: ReturnType<typeof readMatcher>['matches'];
  runs: number;
  failures: number;
  lastMs?: number;
  lastAt?: number;
  problem?: Fault;
  /** It was trusted when it was first looked at. */
  wasTrusted: boolean;
  wasWarned: boolean;
}

export function startTally(hook: Hook, trust: HookTrust): HookTally {
  const { matches } = readMatcher(hook.matcher);
  const wasTrusted = trust === 'trusted';
  return { hook, label: labelOf(hook), matches, runs: 0, failures: 0, wasTrusted, wasWarned: false };
}

/** Notes the problem of an answer, and returns it if it is the first of its hook. */
export function countTrouble(tally: HookTally, { failure, warning }: HookAnswer): Fault | undefined {
  const trouble = failure ?? warning;
  if (!trouble) return undefined;
  const isFirst = !tally.wasWarned;
  tally.problem = troubleFault(trouble);
  tally.wasWarned = true;
  if (failure) tally.failures++;
  return isFirst ? tally.problem : undefined;
}

export function listTally(tally: HookTally, trust: HookTrust): ListedHook {
  const { hook, runs, failures, lastMs, lastAt, problem } = tally;
  const never = neverRuns(hook);
  return {
    event: hook.event,
    matcher: hook.matcher,
    what: whatRuns(hook),
    where: hook.where,
    source: hook.from.source,
    state: trust === 'new' ? 'untrusted' : trust === 'changed' ? 'changed' : never ? 'never-runs' : 'ready',
    ...(never && { why: never.why, name: never.name }),
    runs,
    failures,
    ...(lastMs !== undefined && { lastMs }),
    ...(lastAt !== undefined && { lastAt }),
    ...(problem && { problem }),
  };
}

function labelOf(hook: Hook): string {
  return `${hook.matcher === '' ? hook.event : `${hook.event}(${hook.matcher})`} in ${shownFile(hook)}`;
}

/** The file without line and column. */
export function shownFile({ where }: Hook): string {
  return where.replace(/(?::\d+)+$/, '');
}
