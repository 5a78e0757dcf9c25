/** Reads a few lines from a file of any size: in chunks, with long lines cut, never holding more in memory than is shown. */

import { CoderError } from '../../base/errors.ts';

export interface LineWindow {
  /** Lines with their line ends, if those were kept. */
  lines: WindowLine[];
  /** 1-based; negative when counted from the end of the file. */
  start: number;
  hasMore: boolean;
  /** Set if the end of the file was reached while reading. */
  total?: number;
}

interface WindowLine {
  bytes: Buffer;
  /** Length of the whole line, which may exceed that of `bytes`. */
  length: number;
  /** True if `bytes` is the end of a line whose beginning was omitted. */
  isEnd?: boolean;
}

export interface WindowOptions {
  size: number;
  /** 1-based, or negative from the end. */
  offset: number;
  limit: number;
  maxBytes: number;
  maxLineBytes: number;
  readAt: (offset: number, length: number) => Promise<Buffer>;
  signal: AbortSignal;
}

const CHUNK = 1024 * 1024;
/** A single read scans no more than this. */
const MAX_SCAN = 512 * 1024 * 1024;
const NEWLINE = 0x0a;

export function readWindow(options: WindowOptions): Promise<LineWindow> {
  return options.offset < 0 ? readTail(options) : readForward(options);
}

async function readForward(options: WindowOptions): Promise<LineWindow> {
  const { size, offset, limit, maxBytes, maxLineBytes, readAt, signal } = options;
  const first = Math.max(1, offset);
  const lines: WindowLine[] = [];
  let line = 1;
  let kept = 0;
  let current: WindowLine = { bytes: Buffer.alloc(0), length: 0 };
  for (let at = 0; at < size; at += CHUNK) {
    signal.throwIfAborted();
    if (at > MAX_SCAN) throw new CoderError('too-large', tooFar(first));
    const chunk = await readAt(at, CHUNK);
    if (chunk.length === 0) break; // the file became shorter meanwhile
    for (let start = 0; start < chunk.length; ) {
      const newline = chunk.indexOf(NEWLINE, start);
      const end = newline === -1 ? chunk.length : newline + 1;
      if (line >= first) current = extended(current, chunk.subarray(start, end), maxLineBytes);
      start = end;
      if (newline === -1) break;
      if (line >= first) {
        lines.push(current);
        kept += current.bytes.length;
        current = { bytes: Buffer.alloc(0), length: 0 };
        const isFull = lines.length >= limit || kept >= maxBytes;
        if (isFull) return { lines, start: first, hasMore: at + start < size };
      }
      line++;
    }
  }
  if (current.length > 0) lines.push(current);
  const total = lines.length > 0 ? first + lines.length - 1 : line - 1;
  return { lines, start: first, hasMore: false, total };
}

function extended(line: WindowLine, more: Buffer, maxLineBytes: number): WindowLine {
  const room = maxLineBytes - line.bytes.length;
  const bytes = room > 0 ? Buffer.concat([line.bytes, more.subarray(0, room)]) : line.bytes;
  return { bytes, length: line.length + more.length };
}

/** The last lines that fit; longer lines are cut at the front. */
async function readTail({ size, offset, limit, maxBytes, maxLineBytes, readAt }: WindowOptions): Promise<LineWindow> {
  const chunk = await readAt(Math.max(0, size - CHUNK), CHUNK);
  const lines: WindowLine[] = [];
  let end = chunk.length;
  let kept = 0;
  while (end > 0 && lines.length < -offset && kept < maxBytes) {
    const start = chunk.lastIndexOf(NEWLINE, end - 2) + 1;
    if (start === 0 && size > chunk.length && lines.length > 0) break; // the line begins before the chunk
    const bytes = chunk.subarray(Math.max(start, end - maxLineBytes), end);
    lines.unshift({ bytes, length: end - start, isEnd: bytes.length < end - start });
    kept += bytes.length;
    end = start;
    if (start <= 1) break;
  }
  const shown = lines.slice(0, limit);
  return { lines: shown, start: -lines.length, hasMore: shown.length < lines.length };
}

function tooFar(line: number): string {
  return `line ${line} is beyond the first ${MAX_SCAN / 1024 / 1024} MiB. Use a negative offset, grep, or bash (sed -n).`;
}
