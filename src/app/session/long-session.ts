/**
 * Tells V8 to save effort in a long session. Frequently used code is compiled by then, and V8's last compiler would take several megabytes
 * for code that mostly waits for a model or a person. Not sooner, because code compiled ahead and kept on disk is valid only for the flags
 * it was compiled with, so everything loaded after the change is compiled anew.
 */

import type { Event } from '../../protocol/event.ts';

const MESSAGES = 50;

/** V8 versions that know the flag; others complain on the terminal. */
const KNOWN_TO = [12, 13, 14];

export function createLongSessionWatch(tell: () => void = saveEffort): (event: Pick<Event, 'type'>) => void {
  let messages = 0;
  return (event) => {
    if (event.type !== 'message-end') return;
    messages += 1;
    if (messages === MESSAGES) tell();
  };
}

function saveEffort(): void {
  const version = Number.parseInt(process.versions.v8, 10);
  if (KNOWN_TO.includes(version)) process.getBuiltinModule('node:v8').setFlagsFromString('--efficiency-mode');
}
