/** How full the context is: the provider's figure where it gave one, an estimate where not. */

import { estimateTokens } from '../base/tokens.ts';
import type { Message } from '../protocol/message.ts';

export interface ContextSize {
  tokens: number;
  estimated: boolean;
}

/** `base` is the size of what is sent besides the messages. */
export function contextSize(messages: readonly Message[], base: number): ContextSize {
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message?.role !== 'assistant' || !message.usage) continue;
    const later = messages.slice(index + 1);
    const since = later.reduce((sum, each) => sum + estimateMessage(each), 0);
    return { tokens: message.usage.input + message.usage.output + since, estimated: later.length > 0 };
  }
  return { tokens: base + messages.reduce((sum, each) => sum + estimateMessage(each), 0), estimated: true };
}

function estimateMessage(message: Message): number {
  switch (message.role) {
    case 'note':
      return message.audience === 'both' ? estimateTokens(message.text) : 0;
    case 'tool':
      return estimateTokens(JSON.stringify(message.outcome));
    case 'user':
    case 'assistant':
      return message.content.reduce((sum, part) => {
        if (part.type === 'image') return sum + 1000;
        return sum + estimateTokens(part.type === 'call' ? part.call.arguments + part.call.name : part.text);
      }, 4);
  }
}
