/** Reads a conversation: what was asked last, what has been done since, what came before. */

import { isPlainObject } from '../base/schema.ts';
import { callsOf, type Message, type Outcome, textOf, type UserMessage } from '../protocol/message.ts';

/** A call and how it ended. */
export interface Step {
  tool: string;
  args: Record<string, unknown>;
  outcome: Outcome;
}

/** A request and what was done for it. */
export interface Asked {
  prompt: string;
  /** coder itself asks, after its own check failed. */
  byCoder: boolean;
  steps: readonly Step[];
}

export interface History {
  /** What is to be answered now, and the calls made for it so far. */
  current: Asked;
  /** What was asked before, oldest first. */
  earlier: readonly Asked[];
  /** What the person wrote last: the language to answer in. */
  words: string;
  /** It has been answered already and coder itself asks to go on. */
  answered: boolean;
  /** How often a model has spoken and called so far. */
  spoken: number;
  called: number;
  /** The way to connect a real model was named before. */
  hinted: boolean;
}

/** What only a reader of the environment variables would know by heart. */
export const HINT_MARK = 'OPENAI_API_KEY';

export function readHistory(messages: readonly Message[]): History {
  const prompts = messages.flatMap((message, index) =>
    isPrompt(message) ? [{ text: promptOf(message), byCoder: message.by === 'coder', index }] : [],
  );
  const requests = prompts.map(({ text, byCoder, index }, at) => ({
    prompt: text,
    byCoder,
    steps: stepsOf(messages.slice(index, prompts[at + 1]?.index)),
  }));
  const start = prompts.at(-1)?.index ?? 0;
  const said = messages.flatMap((message) => (message.role === 'assistant' ? [message] : []));
  return {
    current: requests.at(-1) ?? { prompt: '', byCoder: false, steps: [] },
    earlier: requests.slice(0, -1),
    words: requests.findLast(({ byCoder }) => !byCoder)?.prompt ?? '',
    answered: messages
      .slice(start)
      .some((message) => message.role === 'assistant' && !message.interrupted && callsOf(message.content).length === 0),
    spoken: said.length,
    called: said.reduce((sum, message) => sum + callsOf(message.content).length, 0),
    hinted: said.some((message) => textOf(message.content).includes(HINT_MARK)),
  };
}

/** `! ls` is the person's own command, and "Please continue." is coder's word: neither is a request. */
function isPrompt(message: Message): message is UserMessage {
  if (message.role !== 'user') return false;
  const text = promptOf(message);
  if (text === '' || text.startsWith('!')) return false;
  return message.by !== 'coder' || /fix|修复|修好/i.test(text);
}

/** The first text is what was typed; what was attached comes behind it. */
function promptOf({ content }: UserMessage): string {
  return content.find((part) => part.type === 'text')?.text.trim() ?? '';
}

function stepsOf(messages: readonly Message[]): Step[] {
  const outcomes = new Map(
    messages.flatMap((message) => (message.role === 'tool' ? [[message.callId, message.outcome]] : [])),
  );
  return messages.flatMap((message) =>
    message.role !== 'assistant'
      ? []
      : callsOf(message.content).flatMap(({ id, name, arguments: json }) => {
          const outcome = outcomes.get(id);
          return outcome ? [{ tool: name, args: argumentsOf(json), outcome }] : [];
        }),
  );
}

function argumentsOf(json: string): Record<string, unknown> {
  const value: unknown = JSON.parse(json);
  return isPlainObject(value) ? value : {};
}
