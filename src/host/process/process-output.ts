/** What a command prints: kept in part, saved in whole, shown as it comes, and never more than there is room for. */

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
  /** Both in the order in which they came; absent as long as there is only one. */
  readonly merged: OutputRing | undefined;
  readonly spill: SpillFile | undefined;
  push(chunk: Buffer, stream: StreamName): void;
  /** Set while the disk is behind: the reader waits for it. */
  readonly behind: Promise<void> | undefined;
  /** Shows what is left of a character that never became whole. */
  end(): void;
}

export interface ProcessOutputOptions {
  keepBytes: number;
  keepNul?: boolean;
  spillTo?: string;
  /** How much may still be saved; it counts what it gives. */
  allowance: (bytes: number) => number;
  secrets?: StreamSecrets;
  onOutput?: (text: string, stream: StreamName) => void;
  /** What is kept, as it comes. */
  onKept?: (chunk: Buffer) => void;
}

const MAX_SHOWN = 1024 * 1024;
const MAX_PENDING = 1024 * 1024;

export function createProcessOutput(options: ProcessOutputOptions): ProcessOutput {
  const { keepBytes, keepNul, spillTo, onOutput } = options;
  const rings = { stdout: createOutputRing(keepBytes, { keepNul }), stderr: createOutputRing(keepBytes) };
  let merged: OutputRing | undefined;
  /** Of those that printed something. */
  const decoders: Partial<Record<StreamName, StringDecoder>> = {};
  const masked: Partial<Record<StreamName, MaskedBytes>> = {};
  let spill: SpillFile | undefined;
  let shown = 0;

  function save(chunk: Buffer): void {
    if (spillTo === undefined) return;
    if (!spill && rings.stdout.total + rings.stderr.total + chunk.length > keepBytes) {
      spill = openSpillFile(spillTo, options.allowance);
      const soFar = merged?.kept() ?? [...rings.stdout.kept(), ...rings.stderr.kept()];
      for (const part of soFar) spill.write(Buffer.from(part)); // nothing is lost yet
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
