/** Standard input as ops: one message in all, one message per line, or one JSON op per line. */

import { once } from 'node:events';
import { parse } from '../../base/schema.ts';
import { cleanLine } from '../../base/text/sanitize.ts';
import { splitLines } from '../../base/text/split-lines.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { Op } from '../../protocol/op.ts';
import { faultError, faultWith } from '../../words/fault.ts';
import { issuesFault } from '../../words/issue-fault.ts';
import { jobFault } from '../../words/job-fault.ts';
import { opSchema } from './op-schema.ts';

export type InputFormat = 'text' | 'lines' | 'stream-json';
/** `if-there`: a file or a pipe is read, unless the pipe stays silent. */
export type AttachInput = 'always' | 'never' | 'if-there';

/** A pipe that stays silent this long is meant for another program (`while read f; do coder -p …`). */
const SILENT_MS = 1000;
const LONGEST_INPUT = 32 * 1024 * 1024;

export async function* readOps(stream: NodeJS.ReadStream, format: InputFormat): AsyncGenerator<Op> {
  if (format === 'text') {
    const text = await readText(stream);
    if (text.trim() !== '') yield { type: 'submit', text };
    return;
  }
  let number = 0;
  for await (const line of splitLines(stream)) {
    number++;
    if (line.trim() === '') continue;
    yield format === 'lines' ? { type: 'submit', text: line } : readOp(line, jobFault('inputLine', String(number)));
  }
}

function readOp(line: string, place: Fault): Op {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    const what = jobFault('inputLineNoJson', place, cleanLine(line.slice(0, 80)));
    throw faultError('usage', what, { cause: error });
  }
  const parsed = parse(opSchema, value);
  if (!parsed.ok) throw faultError('usage', faultWith('placed', place, issuesFault(parsed.issues)));
  return parsed.value;
}

/** Reads the whole stream, if its first byte or its end arrives in time. `undefined` if it stayed silent and was abandoned. */
export async function readIfSpeaking(stream: NodeJS.ReadStream): Promise<string | undefined> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENT_MS);
  // `readable` is also emitted at the end of the stream.
  const isSilent = await once(stream, 'readable', { signal: silence.signal }).then(
    () => false,
    (error: unknown) => {
      if (silence.signal.aborted) return true;
      throw error;
    },
  );
  clearTimeout(timer);
  if (!isSilent) return readText(stream);
  stream.destroy();
  return undefined;
}

/** Reads to the end of the stream. */
export async function readText(stream: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LONGEST_INPUT) throw faultError('usage', jobFault('inputTooLong'));
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.includes(0)) throw faultError('usage', jobFault('inputNoText'));
  return bytes.toString('utf8');
}
