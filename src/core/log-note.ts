/** Writes a message of coder's own to the log. */

import { newId } from '../base/ids.ts';
import type { NoteMessage } from '../protocol/message.ts';
import type { Session } from '../protocol/session.ts';
import type { TurnState } from '../protocol/turn.ts';

/** Without a turn it belongs to none: it gets an id of its own. */
export async function logNote(
  log: Session,
  note: Omit<NoteMessage, 'role'>,
  during?: Pick<TurnState, 'turn' | 'prompt'>,
): Promise<void> {
  const { turn, prompt } = during ?? ownId();
  await log.append({ type: 'message', turn, prompt, message: { role: 'note', ...note } });
}

function ownId(): Pick<TurnState, 'turn' | 'prompt'> {
  const turn = newId('turn');
  return { turn, prompt: turn };
}
