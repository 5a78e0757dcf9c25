/** Splits the bytes of an event stream into the data of its events, wherever the reads cut them. */

import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';
import type { CoderError } from '../../base/errors.ts';
import { fault, faultError } from '../../words/fault.ts';

const MAX_EVENT = 8 * 1024 * 1024;

interface EventReader {
  /** Calls `onData` for each whole event; throws `CoderError('event-too-large')` for an endless one. */
  feed(bytes: Buffer): void;
  /** The body ended properly: an event whose last blank line is missing still counts. */
  end(): void;
}

export function createEventReader(onData: (data: string) => void): EventReader {
  const decoder = new StringDecoder('utf8');
  const parser = createParser({
    maxBufferSize: MAX_EVENT,
    onEvent: ({ data }) => {
      if (data.length > MAX_EVENT) throw tooLarge();
      onData(data);
    },
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw tooLarge();
    },
  });
  return {
    feed: (bytes) => parser.feed(decoder.write(bytes)),
    end: () => parser.feed(`${decoder.end()}\n\n`),
  };
}

function tooLarge(): CoderError {
  return faultError('event-too-large', fault('aLargeEvent', '8'));
}
