/** Commits a message to the conversation: log, then event. */

import type { Message } from '../../protocol/message.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import type { TurnState } from '../turn-state.ts';

export async function record(
  { fixed: { turn, prompt } }: TurnState,
  message: Message,
  live: LiveSession,
  engine: Engine,
): Promise<void> {
  const entry = await live.log.append({ type: 'message', turn, prompt, message });
  engine.person.emit({ type: 'message-end', message: entry.type === 'message' ? entry.message : message }); // secrets hidden
}
