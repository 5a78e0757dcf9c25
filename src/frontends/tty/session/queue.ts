/** Messages that wait for the turn to end. */

import { readInput } from '../../../protocol/input.ts';

interface Queued {
  text: string;
  /** The message as the person saw it, with the labels of pastes. */
  shown: string;
}

export interface MessageQueue {
  add(text: string, shown: string): void;
  takeFirst(): Queued | undefined;
  /** Takes the oldest message that is meant for the model; commands keep waiting. */
  takeSteerable(): Queued | undefined;
  takeLast(): string | undefined;
  takeAll(): string[];
  shown(): string[];
}

export function createMessageQueue(): MessageQueue {
  let messages: Queued[] = [];
  return {
    add: (text, shown) => void messages.push({ text, shown }),
    takeFirst: () => messages.shift(),
    takeSteerable() {
      const at = messages.findIndex(({ text }) => readInput(text).kind === 'prompt');
      return at < 0 ? undefined : messages.splice(at, 1)[0];
    },
    takeLast: () => messages.pop()?.text,
    takeAll() {
      const texts = messages.map(({ text }) => text);
      messages = [];
      return texts;
    },
    shown: () => messages.map(({ shown }) => shown),
  };
}
