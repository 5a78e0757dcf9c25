/** Records every byte of a terminal with its time as asciicast v2: one line of JSON per event, playable by any player. */

import { StringDecoder } from 'node:string_decoder';
import { elapsedMs } from '../../base/elapsed.ts';
import type { TerminalHand, TerminalSize } from '../../protocol/terminal.ts';
import { openSpillFile } from '../files/spill-file.ts';

export interface Recording {
  readonly path: string;
  output(bytes: Buffer): void;
  /** If `data` is absent, only who typed is recorded, not what. */
  input(hand: TerminalHand, data: string | undefined): void;
  resize(size: TerminalSize): void;
  /** Resolves when the disk has caught up; `undefined` unless it is behind. */
  readonly behind: Promise<void> | undefined;
  close(): Promise<void>;
}

export interface RecordingOptions {
  path: string;
  command: string;
  size: TerminalSize;
  term: string;
  allowance(bytes: number): number;
}

/** Less than the limit of a spill file, so that the last line is complete. */
const MAX_BYTES = 60 * 1024 * 1024;
const MAX_PENDING = 1024 * 1024;

export function startRecording({ path, command, size, term, allowance }: RecordingOptions): Recording {
  const started = elapsedMs();
  const file = openSpillFile(path, allowance);
  const decoder = new StringDecoder('utf8');
  let written = 0;
  let isFull = false;
  let hand: TerminalHand | undefined;

  function write(line: unknown): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    isFull ||= written + bytes.length > MAX_BYTES;
    if (isFull) return;
    written += bytes.length;
    file.write(bytes);
  }

  function note(code: 'o' | 'i' | 'm' | 'r', data: string): void {
    write([Math.round(elapsedMs() - started) / 1000, code, data]);
  }

  write({
    version: 2,
    width: size.columns,
    height: size.rows,
    timestamp: Math.floor(Date.now() / 1000),
    command,
    env: { TERM: term },
  });
  return {
    path,
    output(bytes) {
      const text = isFull ? '' : decoder.write(bytes);
      if (text !== '') note('o', text);
    },
    input(from, data) {
      if (from !== hand) note('m', from);
      hand = from;
      if (data !== undefined) note('i', data);
    },
    resize: ({ columns, rows }) => note('r', `${columns}x${rows}`),
    get behind() {
      return file.pending > MAX_PENDING ? file.flushed() : undefined;
    },
    close: () => file.close(),
  };
}
