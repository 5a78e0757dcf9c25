/** Asks the person and waits: one question at a time, answered by an op, ended by an abort. */

import type { Event } from '../../protocol/event.ts';
import type { Answer, Request } from '../../protocol/request.ts';

export interface Requests {
  ask(request: Request, signal: AbortSignal): Promise<Answer>;
  answer(id: string, answer: Answer): void;
}

export function createRequests(emit: (event: Event) => void): Requests {
  const waiting = new Map<string, (answer: Answer) => void>();
  let queue: Promise<unknown> = Promise.resolve();

  return {
    ask(request, signal) {
      const turn = queue.then(() => askNow(request, signal));
      queue = turn;
      return turn;
    },
    answer(id, answer) {
      waiting.get(id)?.(answer);
    },
  };

  async function askNow(request: Request, signal: AbortSignal): Promise<Answer> {
    if (signal.aborted) return { kind: 'cancelled' };
    const answered = new Promise<Answer>((resolve) => {
      waiting.set(request.id, resolve);
      signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }), { once: true });
    });
    emit({ type: 'request-start', request });
    const answer = await answered;
    waiting.delete(request.id);
    emit({ type: 'request-end', id: request.id, answer });
    return answer;
  }
}
