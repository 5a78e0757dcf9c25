/** Messages that wait for the turn to end. Pure. */

import { readInput } from '../../../protocol/input.ts';

export interface Message {
  readonly text: string;
  /** The message as the person saw it, with the labels of pastes. */
  readonly shown: string;
}

/** The oldest first. */
export type MessageQueue = readonly Message[];

/** Takes the oldest message that is meant for the model; commands keep waiting. */
export function takeSteerable(queue: MessageQueue): { taken?: Message; left: MessageQueue } {
  const taken = queue.find(({ text }) => readInput(text).kind === 'prompt');
  return taken ? { taken, left: queue.filter((each) => each !== taken) } : { left: queue };
}
