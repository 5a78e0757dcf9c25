/** What a step costs in bytes sent: prompt and tools, 20 silent commands, 20 reads; every request must begin with the one before. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, type RecordedRequest, type Script, say, startModelServer } from '../test/fixtures/model-server.ts';
import { runCoder } from '../test/fixtures/run-coder.ts';

const STEPS = 20;
const LIMITS = { base: 9.5 * 1024, silent: 220, read: 640 };

const folder = mkdtempSync(join(tmpdir(), 'coder-economy-'));
try {
  const text = Array.from({ length: STEPS }, (_, at) => `line ${at} of a file\n`).join('');
  for (let at = 0; at < STEPS; at++) writeFileSync(join(folder, `${at}.txt`), text);
  const silent = await run(Array.from({ length: STEPS }, (_, at) => call('bash', { command: 'true' }, `call_${at}`)));
  const reads = await run(Array.from({ length: STEPS }, (_, at) => call('read', { path: `${at}.txt` }, `call_${at}`)));
  print('prompt and tools', baseOf(silent[0]), LIMITS.base);
  print('a step of `true`', perStep(silent), LIMITS.silent);
  print('a step that reads 20 lines', perStep(reads), LIMITS.read);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(steps: readonly Script[]): Promise<RecordedRequest[]> {
  await using server = await startModelServer([...steps, say('Done.')]);
  const loops = ['--mode', 'yolo', '--input-format', 'lines'];
  const { code, stderr } = await runCoder(loops, { cwd: folder, url: server.url, input: '/loop off\ngo\n' });
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
    `${what.padEnd(28)} ${bytes.toFixed(0).padStart(7)} bytes  (limit ${limit})${bytes > limit ? '  OVER' : ''}`,
  );
}
