/** Writes a note by coder itself to the log. */

import { newId } from '../base/ids.ts';
import type { NoteMessage } from '../protocol/message.ts';
import type { Session } from '../protocol/session.ts';
import type { FixedForTurn } from './turn-state.ts';

/** Without `during`, the note belongs to no turn and gets a new id. */
export async function logNote(
  log: Session,
  note: Omit<NoteMessage, 'role'>,
  during?: Pick<FixedForTurn, 'turn' | 'prompt'>,
): Promise<void> {
  const { turn, prompt } = during ?? ownId();
  await log.append({ type: 'message', turn, prompt, message: { role: 'note', ...note } });
}

function ownId(): Pick<FixedForTurn, 'turn' | 'prompt'> {
  const turn = newId('turn');
  return { turn, prompt: turn };
}
