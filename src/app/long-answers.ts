/**
 * While an answer is very long, memory is kept small: the young part of the heap does not grow, which would double each time that much of the
 * answer has lived on, and what is no longer in use is looked for sooner, also among what is old.
 */

import type { Event } from '../protocol/event.ts';

/** Units of text in one turn. */
const LONG = 1 << 17;

export function createLongAnswerWatch(): (event: Event) => void {
  let units = 0;
  let isHeld = false;
  return (event) => {
    if (event.type === 'text-delta' || event.type === 'thinking-delta') units += event.text.length;
    else if (event.type === 'turn-start') units = 0; // not at its end: what was said is still written then
    else return;
    if (units > LONG === isHeld) return;
    isHeld = !isHeld;
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    setFlagsFromString(`--semi-space-growth-factor=${isHeld ? 1 : 2}`);
    setFlagsFromString(isHeld ? '--optimize-for-size' : '--no-optimize-for-size');
  };
}
