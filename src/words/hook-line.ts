/** Describes a hook in one line. */

import type { ListedHook } from '../protocol/hooks.ts';
import type { HookWords } from './en/hooks.ts';
import { type FaultWords, saidIn } from './fault.ts';

/** `time`: when it ran last. */
export function hookLine(hook: ListedHook, say: HookWords, faults: FaultWords, time: string): string {
  const { event, matcher, what, where, state, why, name = '', runs, failures, lastMs, problem } = hook;
  const never = why === undefined ? undefined : say.why[why](name);
  const facts = [
    `${event}(${matcher === '' ? say.all : matcher})`,
    what,
    where,
    never === undefined || state !== 'never-runs' ? say.states[state] : `${say.states[state]}: ${never}`,
    ...(runs > 0 ? [say.runs(runs, failures)] : []),
    ...(lastMs === undefined ? [] : [say.last(time, lastMs)]),
    ...(problem === undefined ? [] : [saidIn(problem, faults)]),
  ];
  return facts.join(' · ');
}
