/** Reads a conversation: what was asked last, what has been done for it, and what was done before. */

import { parseObject } from '../base/parse-json.ts';
import { readInput } from '../protocol/input.ts';
import { callsOf, isByPerson, type Message, type Outcome, typedText, type UserMessage } from '../protocol/message.ts';

/** A call and how it ended. */
export interface Call {
  tool: string;
  args: Record<string, unknown>;
  outcome: Outcome;
}

export interface History {
  /** The person's last prompt. */
  prompt: string;
  /** The calls made for the prompt so far. */
  calls: Call[];
  /** The calls made for earlier prompts. */
  earlier: Call[];
  /** True if the prompt was answered already, and coder itself asks to continue or to fix what its check found. */
  isAnswered: boolean;
}

export function readHistory(messages: readonly Message[]): History {
  const start = Math.max(0, messages.findLastIndex(isPrompt));
  const since = messages.slice(start);
  const [asked] = since;
  return {
    prompt: asked?.role === 'user' ? typedText(asked).trim() : '',
    calls: callsIn(since),
    earlier: callsIn(messages.slice(0, start)),
    isAnswered: since.some(
      (message) => message.role === 'assistant' && !message.interrupted && callsOf(message.content).length === 0,
    ),
  };
}

function isPrompt(message: Message): boolean {
  return isByPerson(message) && typedText(message).trim() !== '' && !isOwnCommand(message);
}

/** True for `! ls`: the person ran it and asked nothing. */
function isOwnCommand(message: UserMessage): boolean {
  return readInput(typedText(message)).kind === 'shell';
}

function callsIn(messages: readonly Message[]): Call[] {
  const outcomes = new Map(
    messages.flatMap((message) => (message.role === 'tool' ? [[message.callId, message.outcome]] : [])),
  );
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? callsOf(message.content) : []));
  return calls.flatMap(({ id, name, arguments: json }) => {
    const outcome = outcomes.get(id);
    return outcome ? [{ tool: name, args: parseObject(json), outcome }] : [];
  });
}
