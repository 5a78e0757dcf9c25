/** Commits a message to the conversation: log, then event. */

import type { Message } from '../../protocol/message.ts';
import type { TurnState } from '../../protocol/turn.ts';
import type { Services } from '../services.ts';

export async function record({ turn, prompt }: TurnState, message: Message, services: Services): Promise<void> {
  await services.session.append({ type: 'message', turn, prompt, message });
  services.emit({ type: 'message-end', message });
}
