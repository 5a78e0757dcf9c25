/** A fold over a session's log that is kept up to date: each call processes only the new entries. */

import type { Entry } from '../protocol/session.ts';

export function followLog<State>(
  entries: readonly Entry[],
  start: State,
  add: (state: State, entry: Entry) => State,
): () => State {
  let state = start;
  let seen = 0;
  return () => {
    for (; seen < entries.length; seen++) state = add(state, entries[seen] as Entry);
    return state;
  };
}
