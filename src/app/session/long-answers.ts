/**
 * Keeps memory small during a very long answer. The young generation of the heap stays fixed; it would double each time that much of the
 * answer survives. Garbage is collected sooner while the answer arrives. Finally no more code is optimised, because that takes as much
 * memory as the answer itself and saves no time.
 */

import type { Event } from '../../protocol/event.ts';

const NO_SIZE = '--no-optimize-for-size';

/** The flag V8 gets after this many units of text in one turn, and the flag that reverts it. */
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
      if (taken > 0) tell(NO_SIZE); // writing it creates little garbage, and compacting the heap would take as much memory again
    } else if (event.type === 'turn-start') {
      units = 0; // not at the end of a turn, because the answer is still being written then
      for (; taken > 0; taken -= 1) tell(STEPS[taken - 1]?.[2] ?? '');
    }
  };
}
