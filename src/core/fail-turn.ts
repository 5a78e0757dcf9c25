/** Reports the end of a turn that an exception cut short, so that every `turn-start` has its `turn-end`. */

import { NO_USAGE } from '../protocol/message.ts';
import { faultText } from '../words/fault.ts';
import type { Engine } from './engine.ts';

export function failTurn(turn: string, error: unknown, { person, words }: Engine): void {
  const why = faultText(error, words.faults);
  person.emit({ type: 'turn-end', turn, reason: 'failed', usage: NO_USAGE, error: why });
}
