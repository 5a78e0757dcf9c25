/** Turns a stored conversation into one that is valid to send: every call answered once, nothing empty. */

import type { Message, Outcome, Part, ToolMessage } from '../protocol/message.ts';
import { callsOf } from '../protocol/message.ts';

const LOST: Outcome = { status: 'cancelled', error: 'interrupted before it finished' };

export function toModel(messages: readonly Message[]): Message[] {
  const answers = new Map<string, ToolMessage>();
  for (const message of messages) if (message.role === 'tool') answers.set(message.callId, message);

  const sent: Message[] = [];
  for (const message of messages) {
    switch (message.role) {
      case 'user':
        sent.push(message);
        break;
      case 'note':
        if (message.audience === 'both') sent.push(message);
        break;
      case 'tool':
        break; // sent right behind its call
      case 'assistant': {
        const content = sendable(message.content, message.interrupted === true);
        if (content.length === 0) break;
        sent.push({ ...message, content });
        for (const call of callsOf(content)) {
          sent.push(answers.get(call.id) ?? { role: 'tool', callId: call.id, name: call.name, outcome: LOST });
        }
      }
    }
  }
  return sent;
}

function sendable(content: readonly Part[], interrupted: boolean): Part[] {
  const said = content.some((part) => part.type === 'call' || (part.type === 'text' && part.text !== ''));
  if (!said) return [];
  return interrupted ? [...content, { type: 'text', text: '\n[interrupted]' }] : [...content];
}
