/** Says one line to the person, now and in the session's log; the model does not hear it. */

import type { Event } from '../protocol/event.ts';
import type { TurnState } from '../protocol/turn.ts';
import type { Services } from './services.ts';

type Level = Extract<Event, { type: 'notice' }>['level'];

export async function tell(state: TurnState, level: Level, text: string, services: Services): Promise<void> {
  services.emit({ type: 'notice', level, view: { title: text } });
  const message = { role: 'note', text, audience: 'user' } as const;
  await services.session.append({ type: 'message', turn: state.turn, prompt: state.prompt, message });
}
