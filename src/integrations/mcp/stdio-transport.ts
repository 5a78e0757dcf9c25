/** Exchanges messages over a child's standard input and output, one JSON text per line. Other lines are counted and skipped. */

import { parseObject } from '../../base/parse-json.ts';
import type { Processes, ServedProcess } from '../../host/process/process.ts';
import type { ProcessCommand } from '../../host/process/process-command.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { notStarted } from '../not-started.ts';
import type { StdioEntry } from './entry.ts';
import { ServerFault } from './fault.ts';

/** The part of the client's transport interface that is used here. */
interface StdioTransport {
  start(): Promise<void>;
  send(message: object): Promise<void>;
  close(): Promise<void>;
  onmessage?: ((message: never) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
}

/** One process, on which several transports may follow each other. */
export interface StdioLink {
  readonly pid: number | undefined;
  /** The last lines that the process printed on standard error. */
  stderr(): string[];
  /** Number of lines on standard output that were not messages. */
  readonly noise: number;
  transport(): StdioTransport;
  /** How the process ended. */
  readonly ended: Promise<Fault>;
  end(): Promise<void>;
}

const LONGEST_LINE = 10 * 1024 * 1024;
const KEPT_STDERR = 8 * 1024;
const KEPT_LINES = 20;
const NEWLINE = 0x0a;

export function openStdio(
  entry: StdioEntry,
  processes: Processes,
  cwd: string,
  wrap?: ProcessCommand['wrap'],
): StdioLink {
  let current: StdioTransport | undefined;
  let noise = 0;
  let errors = '';
  let hasEnded = false;
  const lines = createLineReader((line) => {
    const message = line === undefined ? undefined : parseMessage(line);
    if (message) current?.onmessage?.(message as never);
    else noise++;
  });
  const child: ServedProcess = processes.serve({
    argv: [entry.command, ...entry.args],
    cwd,
    env: { ...entry.env },
    timeoutMs: 0,
    keepBytes: KEPT_STDERR,
    onBytes: lines,
    ...(wrap && { wrap }),
    onOutput(text, stream) {
      if (stream === 'stderr') errors = (errors + text).slice(-KEPT_STDERR);
    },
  });
  const ended = child.result.then((result) => {
    const { exitCode, signal } = result;
    hasEnded = true;
    current?.onclose?.();
    return (
      notStarted(result, entry.command, cwd) ??
      (signal ? extensionFault('serverEndedBy', signal) : extensionFault('serverExit', String(exitCode)))
    );
  });
  return {
    pid: child.pid,
    stderr: () =>
      errors
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '')
        .slice(-KEPT_LINES),
    get noise() {
      return noise;
    },
    ended,
    end: () => child.end(),
    transport() {
      const transport: StdioTransport = {
        async start() {
          current = transport;
          if (hasEnded) transport.onclose?.();
        },
        async send(message) {
          if (hasEnded) throw new ServerFault('refused', extensionFault('serverGone'));
          child.write(`${JSON.stringify(message)}\n`);
        },
        async close() {
          if (current === transport) current = undefined; // the process is ended by the code that started it
          transport.onclose?.();
        },
      };
      return transport;
    },
  };
}

/** `undefined` for a line that is not a message; those are counted. */
function parseMessage(line: string): object | undefined {
  const value = parseObject(line);
  return value.jsonrpc === '2.0' ? value : undefined;
}

/** Calls `onLine` with each line, or with `undefined` for one that was too long to keep. */
export function createLineReader(onLine: (line: string | undefined) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let length = 0;
  let isTooLong = false;
  const push = (part: Buffer) => {
    length += part.length;
    if (length > LONGEST_LINE) {
      isTooLong = true;
      parts = [];
    } else parts.push(part);
  };
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      push(chunk.subarray(from, at));
      const line = isTooLong ? undefined : Buffer.concat(parts).toString('utf8');
      if (isTooLong || line?.trim() !== '') onLine(line);
      parts = [];
      length = 0;
      isTooLong = false;
      from = at + 1;
    }
    if (from < chunk.length) push(chunk.subarray(from));
  };
}
