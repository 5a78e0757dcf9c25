/** The output of a command: kept in part, saved in full, shown as it arrives, and never more than there is room for. */

import { StringDecoder } from 'node:string_decoder';
import { type MaskedBytes, maskBytes, type StreamSecrets } from '../../base/secrets/mask-stream.ts';
import { openSpillFile, type SpillFile } from '../files/spill-file.ts';
import { createOutputRing, type OutputRing, withoutNul } from './output-ring.ts';

const STREAMS = ['stdout', 'stderr'] as const;

export type StreamName = (typeof STREAMS)[number];

export interface ProcessOutput {
  readonly total: number;
  readonly stdout: OutputRing;
  readonly stderr: OutputRing;
  /** Both streams in order of arrival; absent while only one has printed. */
  readonly merged: OutputRing | undefined;
  readonly spill: SpillFile | undefined;
  push(chunk: Buffer, stream: StreamName): void;
  /** Set while writing to the disk lags behind; the reader waits for it. */
  readonly behind: Promise<void> | undefined;
  /** Shows the remaining bytes of a character that was never completed. */
  end(): void;
}

export interface ProcessOutputOptions {
  keepBytes: number;
  keepNul?: boolean;
  spillTo?(): string;
  /** Returns how many of `bytes` may still be saved to disk, and counts them as used. */
  allowance: (bytes: number) => number;
  secrets?: StreamSecrets;
  onOutput?: (text: string, stream: StreamName) => void;
  /** Receives the output that is kept, as it arrives. */
  onKept?: (chunk: Buffer) => void;
}

const MAX_SHOWN = 1024 * 1024;
const MAX_PENDING = 1024 * 1024;

export function createProcessOutput(options: ProcessOutputOptions): ProcessOutput {
  const { keepBytes, keepNul, onOutput } = options;
  const rings = { stdout: createOutputRing(keepBytes, { keepNul }), stderr: createOutputRing(keepBytes) };
  let merged: OutputRing | undefined;
  /** One decoder for each stream that has printed something. */
  const decoders: Partial<Record<StreamName, StringDecoder>> = {};
  const masked: Partial<Record<StreamName, MaskedBytes>> = {};
  let spill: SpillFile | undefined;
  let shown = 0;

  function save(chunk: Buffer): void {
    if (!options.spillTo) return;
    if (!spill && rings.stdout.total + rings.stderr.total + chunk.length > keepBytes) {
      spill = openSpillFile(options.spillTo(), options.allowance);
      const soFar = merged?.kept() ?? [...rings.stdout.kept(), ...rings.stderr.kept()];
      for (const part of soFar) spill.write(Buffer.from(part)); // nothing has been dropped from the rings yet
    }
    spill?.write(chunk);
  }

  function merge(chunk: Buffer, stream: StreamName): void {
    const other = stream === 'stdout' ? rings.stderr : rings.stdout;
    if (!merged && other.total > 0) {
      merged = createOutputRing(keepBytes);
      for (const part of other.kept()) merged.push(part);
    }
    merged?.push(chunk);
  }

  function keep(chunk: Buffer, stream: StreamName): void {
    if (chunk.length === 0) return;
    save(chunk);
    merge(chunk, stream);
    rings[stream].push(chunk);
    options.onKept?.(chunk);
  }

  function show(text: string, stream: StreamName): void {
    if (!onOutput || text === '' || shown > MAX_SHOWN) return;
    shown += text.length;
    onOutput(withoutNul(text), stream);
    if (shown > MAX_SHOWN) onOutput('\n[more output is not shown]\n', stream);
  }

  return {
    get total() {
      return rings.stdout.total + rings.stderr.total;
    },
    get spill() {
      return spill;
    },
    get behind() {
      return spill && spill.pending > MAX_PENDING ? spill.flushed() : undefined;
    },
    stdout: rings.stdout,
    stderr: rings.stderr,
    get merged() {
      return merged;
    },
    push(chunk, stream) {
      if (options.secrets) masked[stream] ??= maskBytes(options.secrets);
      keep(masked[stream]?.push(chunk) ?? chunk, stream);
      if (!onOutput || shown > MAX_SHOWN) return;
      decoders[stream] ??= new StringDecoder('utf8');
      show(decoders[stream].write(chunk), stream);
    },
    end() {
      for (const stream of STREAMS) if (masked[stream]) keep(masked[stream].end(), stream);
      for (const stream of STREAMS) if (decoders[stream]) show(decoders[stream].end(), stream);
    },
  };
}
