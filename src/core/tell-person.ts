/** Shows the person one line and writes it to the session's log; the model does not read it. */

import type { Event } from '../protocol/event.ts';
import type { Engine } from './engine.ts';
import type { LiveSession } from './live-session.ts';
import { logNote } from './log-note.ts';
import type { TurnState } from './turn-state.ts';

type Level = Extract<Event, { type: 'notice' }>['level'];

export async function tellPerson(
  state: TurnState,
  level: Level,
  text: string,
  live: LiveSession,
  engine: Engine,
): Promise<void> {
  engine.person.emit({ type: 'notice', level, view: { title: text } });
  await logNote(live.log, { text, audience: 'user' }, state.fixed);
}
