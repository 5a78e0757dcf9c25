/** The current activity for the live line, derived from events. Pure. */

import { estimateTokens } from '../../../base/text/tokens.ts';
import type { Stamped } from '../../../protocol/event.ts';
import type { ScreenWords } from '../../../words/en/screen.ts';

export interface Work {
  what: string;
  since: number;
  /** Tokens written by the model so far. */
  tokens: number;
  /** Running calls, the latest last. */
  calls?: ReadonlyMap<string, string>;
  /** Time of the event since which the person is being asked. */
  askedAt?: number;
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
    case 'call-start': {
      const what = `${event.call.name} ${event.view.title}`;
      return { ...work, what, calls: new Map([...(work.calls ?? []), [event.call.id, what]]) };
    }
    case 'call-end': {
      const { calls = new Map<string, string>(), ...rest } = work;
      const left = new Map([...calls].filter(([id]) => id !== event.callId));
      return goOn(left.size > 0 ? { ...rest, calls: left } : rest, messages);
    }
    case 'request-start':
      return { ...work, what: messages.askingYou, askedAt: event.at };
    case 'request-end': {
      // Time spent waiting for the person does not count as work.
      const { askedAt = event.at, ...rest } = work;
      return goOn({ ...rest, since: rest.since + event.at - askedAt }, messages);
    }
    case 'retry':
      return { ...work, what: messages.retrying };
    default:
      return work;
  }
}

/** Shows the latest call that still runs, or else that the model is awaited. */
function goOn(work: Work, messages: ScreenWords): Work {
  return { ...work, what: [...(work.calls?.values() ?? [])].at(-1) ?? messages.waiting };
}
