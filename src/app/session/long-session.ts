/**
 * In a long session V8 is told to save effort. What is used often has been compiled by then; its last compiler would take several megabytes
 * for code that mostly waits for a model or a person. Not sooner: compiled code that is kept on disk counts for the flags it was made with,
 * and so whatever is loaded after this is compiled anew.
 */

import type { Event } from '../../protocol/event.ts';

const MESSAGES = 50;

/** V8 complains on the terminal about a flag it does not know; these know it. */
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
