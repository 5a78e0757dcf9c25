/** Standard input as ops: one message, a message a line, or a JSON op a line. */

import { createInterface } from 'node:readline';
import { CoderError } from '../../base/errors.ts';
import { explain, parse } from '../../base/schema.ts';
import type { Op } from '../../protocol/op.ts';
import { opSchema } from './op-schema.ts';

export type InputFormat = 'text' | 'lines' | 'stream-json';

const LONGEST_INPUT = 32 * 1024 * 1024;

export async function* readOps(stream: NodeJS.ReadStream, format: InputFormat): AsyncGenerator<Op> {
  if (format === 'text') {
    const text = await readAll(stream);
    if (text.trim() !== '') yield { type: 'submit', text };
    return;
  }
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    yield format === 'lines' ? { type: 'submit', text: line } : readOp(line);
  }
}

function readOp(line: string): Op {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new CoderError('usage', `standard input: not a line of JSON: ${line.slice(0, 80)}`, { cause: error });
  }
  const parsed = parse(opSchema, value);
  if (!parsed.ok) throw new CoderError('usage', `standard input: ${explain(parsed.issues)}`);
  return parsed.value;
}

async function readAll(stream: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LONGEST_INPUT)
      throw new CoderError('usage', 'standard input is longer than 32 MB; put it into a file and name that');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
