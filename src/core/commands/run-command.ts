/** Runs a built-in command: shows its reply, and writes it to the log for the person. */

import type { PromptPiece } from '../../protocol/custom-command.ts';
import { textOfView } from '../../protocol/view-text.ts';
import type { Conversation } from '../conversation.ts';
import { logNote } from '../log-note.ts';
import { reportContext } from '../report-context.ts';
import { commandContext } from './command-context.ts';

/** Returns the command's prompt for the model; `undefined` if it has none. */
export async function runCommand(
  line: string,
  { name, args }: { name: string; args: string },
  conversation: Conversation,
  signal: AbortSignal,
): Promise<readonly PromptPiece[] | undefined> {
  const { commands, engine, inUse } = conversation;
  const { log } = inUse.now.live;
  const before = contextNow(conversation);
  const result = await commands.run(name, args, commandContext(conversation, signal));
  if (inUse.now.live.log === log && contextNow(conversation) !== before)
    reportContext(inUse.now.model, inUse.now.live, engine);
  if ('prompt' in result) return [result.prompt];
  if ('pieces' in result) return result.pieces;
  const isProblem = 'problem' in result;
  const view = isProblem ? result.problem : result;
  engine.person.emit({ type: 'notice', level: isProblem ? 'error' : 'info', view });
  if (inUse.now.live.log !== log) return undefined; // the reply belongs to the session that was left
  await logNote(log, { text: `${line.trim()}\n${textOfView(view)}`, audience: 'user' });
  return undefined;
}

/** The figures that the prompt shows, to compare: a command may add a note for the model, or change the model. */
function contextNow({ engine, inUse }: Conversation): string {
  const { live, model } = inUse.now;
  return `${live.outgoing.size().tokens} of ${engine.models.window(model)}`;
}
