/** Hides secrets in events for another program, whose log and screen are not the person's. */

import { maskDeep } from '../../base/secrets/mask-deep.ts';
import { type MaskedStream, maskStream, type StreamSecrets } from '../../base/secrets/mask-stream.ts';
import type { Event } from '../../protocol/event.ts';

export function hideSecrets(vault: StreamSecrets): (event: Event) => Event[] {
  /** Masks output that arrives in pieces; by call and stream. */
  const streams = new Map<string, MaskedStream>();
  const { mask } = vault;

  return (event) => {
    switch (event.type) {
      case 'text-delta':
      case 'thinking-delta':
        return [event]; // the model never sees a secret, so none can be in its text
      case 'call-output': {
        const key = `${event.callId} ${event.stream}`;
        const stream = streams.get(key) ?? maskStream(vault);
        streams.set(key, stream);
        return [{ ...event, text: stream.push(event.text) }];
      }
      case 'call-end':
        return streams.size > 0 ? [...restOf(event.callId), maskDeep(event, mask)] : [maskDeep(event, mask)];
      default:
        return [maskDeep(event, mask)];
    }
  };

  function restOf(callId: string): Event[] {
    return (['stdout', 'stderr'] as const).flatMap((stream) => {
      const text = streams.get(`${callId} ${stream}`)?.end() ?? '';
      streams.delete(`${callId} ${stream}`);
      return text === '' ? [] : [{ type: 'call-output' as const, callId, stream, text }];
    });
  }
}
