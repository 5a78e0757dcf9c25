/**
 * What a step costs in bytes sent: prompt and tools, 20 silent commands, 20 reads; every request must begin with the one before. Then four
 * sessions of bug fixing, compared with their recorded sizes and with the least their words could take.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, type RecordedRequest, type Script, say, startModelServer } from '../test/fixtures/model-server.ts';
import { runCoder } from '../test/fixtures/run-coder.ts';
import { BYTES_BEFORE, BYTES_LIMIT, figuresOf, NOTED_BYTES } from './four-bugs/figures.ts';
import { replay } from './four-bugs/replay.ts';
import { SESSIONS } from './four-bugs/sessions.ts';

const STEPS = 20;
const LIMITS = { base: 9.5 * 1024, silent: 220, read: 640 };

const folder = mkdtempSync(join(tmpdir(), 'coder-economy-'));
try {
  const text = Array.from({ length: STEPS }, (_, at) => `line ${at} of a file\n`).join('');
  const letters = 'abcdefghijklmnopqrst'.split('');
  for (const letter of letters) writeFileSync(join(folder, `${letter}.txt`), text);
  const silent = await run(letters.map((letter) => call('bash', { command: 'true' }, `call_${letter}`)));
  const reads = await run(letters.map((letter) => call('read', { path: `${letter}.txt` }, `call_${letter}`)));
  const attended = await run([], ['--mode', 'build', '--input-format', 'stream-json']);
  print('prompt and tools, unattended', baseOf(silent[0]), LIMITS.base);
  print('prompt and tools, attended', baseOf(attended[0]), LIMITS.base);
  print('a step of `true`', perStep(silent), LIMITS.silent);
  print('a step that reads 20 lines', perStep(reads), LIMITS.read);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
await printSessions();

async function printSessions(): Promise<void> {
  let total = 0;
  for (const session of SESSIONS) {
    const { requests, bytes, steps } = figuresOf((await replay(session)).requests);
    total += bytes;
    console.log(`\n${session.name}: ${requests} requests, ${bytes} bytes (recorded ${NOTED_BYTES[session.name]})`);
    for (const [at, { bytes: size, tokens, floor }] of steps.entries())
      console.log(`  step ${at + 1}: ${size} bytes, about ${tokens} tokens; as plain text ${floor} bytes`);
  }
  console.log('');
  print('four sessions of bug fixing', total, BYTES_LIMIT);
  console.log(`0.1.0 sent ${BYTES_BEFORE} bytes for them`);
}

async function run(
  steps: readonly Script[],
  flags: readonly string[] = ['--mode', 'yolo', '--input-format', 'lines'],
): Promise<RecordedRequest[]> {
  await using server = await startModelServer([...steps, say('Done.')]);
  const lines = ['/loop off', 'go'];
  const isJson = flags.includes('stream-json');
  const input = lines.map((text) => (isJson ? JSON.stringify({ type: 'submit', text }) : text)).join('\n');
  const { code, stderr } = await runCoder(flags, { cwd: folder, url: server.url, input: `${input}\n` });
  if (code !== 0) throw new Error(stderr);
  return server.requests.filter(({ method }) => method === 'POST');
}

function perStep(requests: readonly RecordedRequest[]): number {
  const [first, last] = [requests[0]?.body.length ?? 0, requests.at(-1)?.body.length ?? 0];
  for (const [at, { body }] of requests.entries()) {
    const before = requests[at - 1]?.body;
    if (
      before !== undefined &&
      !JSON.stringify(messagesOf(body)).startsWith(JSON.stringify(messagesOf(before)).slice(0, -1))
    )
      throw new Error(`request ${at + 1} does not begin with the one before`);
  }
  return (last - first) / (requests.length - 1);
}

function baseOf(request: RecordedRequest | undefined): number {
  const { messages, tools } = JSON.parse(request?.body ?? '{}') as { messages: unknown[]; tools: unknown[] };
  return JSON.stringify(messages[0]).length + JSON.stringify(tools).length;
}

function messagesOf(body: string): unknown {
  return (JSON.parse(body) as { messages: unknown }).messages;
}

function print(what: string, bytes: number, limit: number): void {
  console.log(
    `${what.padEnd(32)} ${bytes.toFixed(0).padStart(7)} bytes  (limit ${limit})${bytes > limit ? '  OVER' : ''}`,
  );
}
