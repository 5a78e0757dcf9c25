/** What is going on, for the live line: told from the events. Pure. */

import { estimateTokens } from '../../../base/text/tokens.ts';
import type { Stamped } from '../../../protocol/event.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';

export interface Work {
  what: string;
  since: number;
  /** Written by the model so far. */
  tokens: number;
}

export function startWork(what: string, now: number): Work {
  return { what, since: now, tokens: 0 };
}

export function followWork(work: Work, event: Stamped, messages: ScreenWords): Work {
  switch (event.type) {
    case 'turn-start':
      return event.agent === undefined ? { ...work, what: messages.waiting } : work;
    case 'text-delta':
      return { ...work, what: messages.answering, tokens: work.tokens + estimateTokens(event.text) };
    case 'thinking-delta':
      return { ...work, what: messages.thinking, tokens: work.tokens + estimateTokens(event.text) };
    case 'call-start':
      return { ...work, what: `${event.call.name} ${event.view.title}` };
    case 'call-end':
      return { ...work, what: messages.waiting };
    case 'request-start':
      return { ...work, what: messages.askingYou };
    case 'request-end':
      return { ...work, what: messages.waiting };
    case 'retry':
      return { ...work, what: messages.retrying };
    default:
      return work;
  }
}
