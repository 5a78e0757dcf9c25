/** Commits a message: log, then event, then state. */

import type { Message } from '../protocol/message.ts';
import type { TurnState } from '../protocol/turn.ts';
import type { Services } from './services.ts';

export async function record(state: TurnState, message: Message, services: Services): Promise<TurnState> {
  await services.session.append({ type: 'message', turn: state.turn, prompt: state.prompt, message });
  services.emit({ type: 'message-end', message });
  return { ...state, messages: [...state.messages, message] };
}
