/** Selects what of a conversation goes to a provider: no messages meant only for the person, and no empty ones. */

import type { AssistantMessage, Message } from '../protocol/message.ts';

/** `messages` must have a result after every call (`answerEveryCall`); leaving messages out does not break that. */
export function toModel(messages: readonly Message[]): Message[] {
  const sent: Message[] = [];
  for (const message of messages) if (isSent(message)) sent.push(marked(message));
  return sent;
}

function isSent(message: Message): boolean {
  switch (message.role) {
    case 'user':
    case 'tool':
      return true;
    case 'note':
      return message.audience === 'both';
    case 'assistant':
      return saysSomething(message);
  }
}

function saysSomething({ content }: AssistantMessage): boolean {
  return content.some((part) => part.type === 'call' || (part.type === 'text' && part.text !== ''));
}

const SAID = {
  'while-working': '[said while you worked:] ',
  'after-stop': '[you were stopped here; the user says:] ',
} as const;

/** Adds marks for what only the engine knows: that a message was cut off, or when it was said. */
export function marked(message: Message): Message {
  if (message.role === 'user' && message.said) {
    return { ...message, content: [{ type: 'text', text: SAID[message.said] }, ...message.content] };
  }
  if (message.role !== 'assistant' || !message.interrupted) return message;
  return { ...message, content: [...message.content, { type: 'text', text: '\n[interrupted]' }] };
}
