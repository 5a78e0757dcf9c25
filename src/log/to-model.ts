/** What of a conversation goes to a provider: nothing that was told to the person alone, and nothing empty. */

import type { AssistantMessage, Message } from '../protocol/message.ts';

/** `messages` have an answer behind every call (`answerEveryCall`); what is left out makes none. */
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

/** With what only the engine knows of it: that it was cut, or when it was said. */
export function marked(message: Message): Message {
  if (message.role === 'user' && message.said) {
    return { ...message, content: [{ type: 'text', text: SAID[message.said] }, ...message.content] };
  }
  if (message.role !== 'assistant' || !message.interrupted) return message;
  return { ...message, content: [...message.content, { type: 'text', text: '\n[interrupted]' }] };
}
