/** Asks the person and waits: one question at a time, answered by an op, ended by an abort. */

import type { Event } from '../../protocol/event.ts';
import type { Answer, Request } from '../../protocol/request.ts';
import type { Elsewhere } from '../engine.ts';

export interface Requests {
  ask(request: Request, signal: AbortSignal, elsewhere?: Elsewhere): Promise<Answer>;
  answer(id: string, answer: Answer): void;
}

export function createRequests(emit: (event: Event) => void): Requests {
  const waiting = new Map<string, (answer: Answer) => void>();
  let queue: Promise<unknown> = Promise.resolve();

  return {
    ask(request, signal, elsewhere) {
      const turn = queue.then(() => askNow(request, signal, elsewhere));
      queue = turn;
      return turn;
    },
    answer(id, answer) {
      waiting.get(id)?.(answer);
    },
  };

  async function askNow(request: Request, signal: AbortSignal, elsewhere?: Elsewhere): Promise<Answer> {
    if (signal.aborted) return { kind: 'cancelled' };
    const over = new AbortController();
    const answered = new Promise<Answer>((resolve) => {
      waiting.set(request.id, resolve);
      signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }), { once: true });
    });
    emit({ type: 'request-start', request });
    void elsewhere?.(over.signal).then((answer) => answer && waiting.get(request.id)?.(answer));
    const answer = await answered;
    over.abort();
    waiting.delete(request.id);
    emit({ type: 'request-end', id: request.id, answer });
    return answer;
  }
}
