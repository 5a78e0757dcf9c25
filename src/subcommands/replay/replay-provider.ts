/** A provider that repeats what the model said, and nothing else. */

import type { Provider, StreamPart } from '../../protocol/provider.ts';
import type { RecordedAnswer } from './replay-script.ts';

/** `next` returns the next recorded answer of the current stage; `steer` repeats what the person said meanwhile. */
export function replayProvider(next: () => RecordedAnswer | undefined, steer: (text: string) => void): Provider {
  return {
    id: 'replay',
    async *stream() {
      const answer = next();
      if (!answer) return yield cancelled('The recorded answers of this turn are over.');
      const { content, usage, interrupted } = answer.message;
      for (const text of answer.steering) steer(text);
      for (const part of content) {
        if (part.type === 'call' || part.type === 'text' || part.type === 'thinking') yield part as StreamPart;
      }
      if (interrupted) return yield cancelled('It was interrupted here.');
      const reason = content.some(({ type }) => type === 'call') ? 'calls' : 'stop';
      yield { type: 'end', reason, ...(usage && { usage }) };
    },
  };
}

function cancelled(message: string): StreamPart {
  return { type: 'end', reason: 'error', error: { code: 'cancelled', message, retryable: false } };
}
