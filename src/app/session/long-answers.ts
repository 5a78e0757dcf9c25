/**
 * While an answer is very long, memory is kept small: the young part of the heap does not grow, which would double each time that much of the
 * answer has lived on, what is no longer in use is looked for sooner as long as it arrives, and in the end no more code is optimised: that takes as much memory as the answer does, and no less time.
 */

import type { Event } from '../../protocol/event.ts';

const NO_SIZE = '--no-optimize-for-size';

/** From so many units of text in one turn on, V8 is told so; and how it is told that they are over. */
const STEPS: readonly (readonly [units: number, held: string, free: string])[] = [
  [1 << 17, '--semi-space-growth-factor=1', '--semi-space-growth-factor=2'],
  [1 << 17, '--optimize-for-size', NO_SIZE],
  [1 << 18, '--no-opt', '--opt'],
];

export function createLongAnswerWatch(): (event: Event) => void {
  let units = 0;
  let taken = 0;

  function tell(flag: string): void {
    process.getBuiltinModule('node:v8').setFlagsFromString(flag);
  }

  return (event) => {
    if (event.type === 'text-delta' || event.type === 'thinking-delta') {
      units += event.text.length;
      const next = STEPS[taken];
      if (!next || units <= next[0]) return;
      taken += 1;
      tell(next[1]);
    } else if (event.type === 'message-end') {
      if (taken > 0) tell(NO_SIZE); // writing it leaves little behind, and to move the heap together takes as much again
    } else if (event.type === 'turn-start') {
      units = 0; // not when it ends: what was said is still written then
      for (; taken > 0; taken -= 1) tell(STEPS[taken - 1]?.[2] ?? '');
    }
  };
}
