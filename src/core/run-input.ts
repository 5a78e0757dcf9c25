/** Handles one input by its kind: a command, a shell line typed by the person, or a prompt for the model. */

import { newId } from '../base/ids.ts';
import { lastPrompt } from '../log/fold.ts';
import type { PromptPiece } from '../protocol/custom-command.ts';
import type { IdeNews } from '../protocol/ide.ts';
import { type Input, readInput } from '../protocol/input.ts';
import type { Part } from '../protocol/message.ts';
import { faultText, saidIn } from '../words/fault.ts';
import { runCommand } from './commands/run-command.ts';
import type { Conversation } from './conversation.ts';
import type { Engine } from './engine.ts';
import { expectContext } from './expect-context.ts';
import { failTurn } from './fail-turn.ts';
import type { TurnInput } from './open-turn.ts';
import { reviewTrust } from './review-trust.ts';
import { runTurn } from './turn.ts';

/** `beside` goes to the model with a prompt; commands do not get it. A bug ends the input, not the conversation. */
export async function runInput(
  text: string,
  beside: readonly Part[],
  conversation: Conversation,
  signal: AbortSignal,
): Promise<void> {
  try {
    await runKind(readInput(text), { text, beside }, conversation, signal);
  } catch (error) {
    const { engine } = conversation;
    const view = { title: faultText(error, engine.words.faults) };
    conversation.engine.person.emit({ type: 'notice', level: 'error', view });
  }
}

/** Continues the last prompt; does nothing if the session has none. */
export async function continueInput(conversation: Conversation, signal: AbortSignal): Promise<void> {
  const { engine, inUse, takeSteering } = conversation;
  const { live } = inUse.now;
  const asked = lastPrompt(live.log.entries);
  if (!asked) return;
  await engine.servers?.ready(signal);
  const goOn = (input: TurnInput) => runTurn({ ...input, continues: asked.prompt }, live, engine, signal, takeSteering);
  await inTurn(asked.text, conversation, goOn);
}

interface Line {
  text: string;
  beside: readonly Part[];
  /** The part of the text whose `@path` mentions count; absent if all of it does. */
  said?: string;
}

async function runKind(input: Input, line: Line, conversation: Conversation, signal: AbortSignal): Promise<void> {
  switch (input.kind) {
    case 'blank':
      return;
    case 'shell':
      return runShell(line.text, input.command, conversation, signal);
    case 'prompt':
      return runPrompt(line, conversation, signal);
    case 'command': {
      const pieces = await runCommand(line.text, input, conversation, signal);
      if (!pieces) return expectContext(conversation); // it may have started a session or changed the mode
      const filled = await fillPieces(pieces, conversation, signal);
      if (filled) return runPrompt({ ...filled, beside: [] }, conversation, signal);
      return;
    }
  }
}

async function runPrompt(
  { text, beside, said = text }: Line,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<void> {
  const { engine, inUse, takeSteering } = conversation;
  const { live } = inUse.now;
  if (engine.trust) await reviewTrust(engine.trust, engine, signal);
  const seen = await engine.person.ide?.news(live.log);
  const pointedAt = seen?.mentions.map((mention) => ` ${mention}`).join('') ?? '';
  const mentioned = await engine.machine.attach(`${said}${pointedAt}`, signal);
  if (!mentioned.ok) {
    return engine.person.emit({
      type: 'notice',
      level: 'error',
      view: { title: saidIn(mentioned.error, engine.words.faults) },
    });
  }
  const ids = { turn: newId('turn'), prompt: newId('prompt') };
  const hooked = await heardHooks(text, ids, conversation, signal);
  if (!hooked) return;
  await engine.servers?.ready(signal);
  const news = engine.servers?.news();
  const attachments = [
    ...mentioned.parts,
    ...beside,
    ...hooked,
    ...(news === undefined ? [] : [{ type: 'text' as const, text: `\n\n${news}` }]),
    ...(seen && seen.text !== '' ? [{ type: 'text' as const, text: seen.text }] : []),
  ];
  if (seen) tellSeen(seen, engine);
  const turn = (input: TurnInput) => runTurn({ ...input, attachments }, live, engine, signal, takeSteering);
  await inTurn(text, conversation, turn, ids);
}

/** Returns the parts hooks add to the prompt; `undefined` if a hook blocks it. */
async function heardHooks(
  text: string,
  ids: { turn: string; prompt: string },
  { engine, inUse }: Conversation,
  signal: AbortSignal,
): Promise<readonly Part[] | undefined> {
  if (!engine.hooks) return [];
  const { promptHooks } = await import('./hooks/turn-hooks.ts');
  const { live, mode, model } = inUse.now;
  const heard = await promptHooks({ text, mode, model, ...ids }, live, engine, signal);
  if ('parts' in heard) return signal.aborted ? undefined : heard.parts;
  const view = { title: engine.words.hooks.blocked(saidIn(heard.blocked, engine.words.faults)) };
  engine.person.emit({ type: 'notice', level: 'error', view });
  return undefined;
}

/** Tells the person what the editor shows once it is certain that this goes to the model too. */
function tellSeen(seen: IdeNews, { person, words: { ide: say } }: Engine): void {
  const { place, selectedLines, openFiles, mentions } = seen;
  const parts = [
    ...(place === undefined ? [] : [place]),
    ...(selectedLines > 0 ? [say.linesSelected(selectedLines)] : []),
    ...mentions,
  ];
  const title = `[ide] ${parts.length > 0 ? parts.join(', ') : say.openFiles(openFiles)}`;
  person.emit({ type: 'notice', level: 'info', view: { title } });
  seen.told();
}

async function runShell(text: string, line: string, conversation: Conversation, signal: AbortSignal): Promise<void> {
  const { engine, inUse } = conversation;
  const { live } = inUse.now;
  const { runShellInput } = await import('./shell/shell-input.ts');
  await inTurn(text, conversation, (input) => runShellInput(input, line, live, engine, signal));
}

/**
 * Replaces the shell lines of a command with their output, running each as if the person had typed it. If one does not run, the command
 * stops.
 */
async function fillPieces(
  pieces: readonly PromptPiece[],
  conversation: Conversation,
  signal: AbortSignal,
): Promise<{ text: string; said: string } | undefined> {
  const { engine, inUse } = conversation;
  const texts: string[] = [];
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      texts.push(piece);
      continue;
    }
    if ('told' in piece) {
      texts.push(piece.told);
      continue;
    }
    const { runLine, printedBy } = await import('./shell/shell-input.ts');
    const line = { command: piece.run, interactive: false };
    let printed: string | undefined;
    await inTurn(`! ${piece.run}`, conversation, async (input) => {
      const { outcome } = await runLine(input, { ...line, audience: 'user' }, inUse.now.live, engine, signal);
      printed = outcome && printedBy(outcome);
    });
    if (printed === undefined) {
      const title = engine.words.turn.commandStopped(piece.run);
      engine.person.emit({ type: 'notice', level: 'error', view: { title } });
      return undefined;
    }
    texts.push(printed);
  }
  const said = pieces.filter((piece) => typeof piece === 'string').join('\n'); // mentions do not count in output or in text from others
  return { text: texts.join(''), said };
}

async function inTurn(
  text: string,
  { engine, inUse }: Conversation,
  run: (input: TurnInput) => Promise<unknown>,
  ids: { turn: string; prompt?: string } = { turn: newId('turn') },
): Promise<void> {
  const { live, mode, model, turns, watchesLoops } = inUse.now;
  const { turn } = ids;
  const input = { ...ids, text, mode, agent: inUse.agent(), model, turnsSoFar: turns, watchesLoops };
  live.checkpoint.begin(turn, () => live.log.append({ type: 'checkpoint', turn }));
  try {
    await run(input);
    inUse.countTurn();
  } catch (error) {
    failTurn(turn, error, engine);
  }
}
