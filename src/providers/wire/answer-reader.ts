/** Reads one answer, whatever its protocol: the data of events in, parts of the stream out. */

import { isPlainObject } from '../../base/schema.ts';
import type { ProviderFailure, StreamPart } from '../../protocol/provider.ts';
import { fault, faultError } from '../../words/fault.ts';

export interface AnswerReader {
  /** Takes the data of one event. Throws `CoderError('bad-stream')` if it is not JSON. */
  event(data: string): void;
  /** Text received since the last call, adjacent pieces joined. */
  take(): StreamPart[];
  readonly state: ReaderState;
  /** The answer came as one body instead of a stream, whether it says that it is finished or not. */
  wholeBody?(): void;
  /** The parts that close the answer; to be called once, when no more will come. */
  finish(): StreamPart[];
}

/** `finished`: the server has said how the answer ends. `done`: likewise, and nothing after it counts. */
export type ReaderState = 'open' | 'finished' | 'done' | 'failed';

export interface ReaderOptions {
  host: string;
  /** Marks the provider's own blocks, which are sent back only to where they came from. */
  raw: string;
  /** Ids of earlier calls, which a new one must not repeat. */
  usedIds: Iterable<string>;
  maxOutputTokens?: number;
  failureOf(value: Record<string, unknown>): ProviderFailure | undefined;
}

/** `lenient`: after the finish marker nothing that matters can be lost. */
export function parseEvent(data: string, lenient: boolean): Record<string, unknown> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (error) {
    if (lenient) return undefined;
    throw faultError('bad-stream', fault('pieceNoJson'), { cause: error });
  }
  if (isPlainObject(value)) return value;
  if (value === null || lenient) return undefined; // `data: null` is some servers' heartbeat
  throw faultError('bad-stream', fault('pieceNoObject'));
}
