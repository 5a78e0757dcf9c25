import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { call, type RecordedRequest, type Script, say, startModelServer } from '../fixtures/model-server.ts';
import { runCoder, scratch } from '../fixtures/run-coder.ts';

const LETTERS = 'abcdefghij'.split('');

async function requestsOf(
  steps: readonly Script[],
  cwd: string,
  inputs: readonly string[],
): Promise<readonly RecordedRequest[]> {
  await using server = await startModelServer([...steps, say('Done.')]);
  const input = inputs.map((text) => `${JSON.stringify({ type: 'submit', text })}\n`).join('');
  const flags = ['--mode', 'yolo', '--input-format', 'stream-json'];
  const { code, stderr } = await runCoder(flags, { cwd, url: server.url, input });
  assert.equal(code, 0, stderr);
  return server.requests.filter(({ method }) => method === 'POST');
}

interface Body {
  messages: unknown[];
  tools: unknown[];
}

function bodyOf(request: RecordedRequest | undefined): Body {
  return JSON.parse(request?.body ?? '') as Body;
}

/** Bytes each step adds; every request must start with the previous one. */
function perStep(requests: readonly RecordedRequest[]): number {
  const sizes = requests.map((request) => {
    const { messages } = bodyOf(request);
    return JSON.stringify(messages);
  });
  for (const [at, messages] of sizes.entries()) {
    const before = sizes[at - 1] ?? '[';
    assert.ok(messages.startsWith(before.slice(0, -1)), `request ${at + 1} begins with the one before`);
  }
  return ((sizes.at(-1)?.length ?? 0) - (sizes[0]?.length ?? 0)) / (sizes.length - 1);
}

test('MDL-2 a silent command adds at most 220 bytes per step, a read of 20 lines 640; each request starts with the previous one', async (t) => {
  const { path } = scratch(t);
  const text = Array.from({ length: 20 }, (_, at) => `line ${at} of a file\n`).join('');
  for (const letter of LETTERS) writeFileSync(join(path, `${letter}.txt`), text);
  const silent = LETTERS.map((letter) => call('bash', { command: 'true' }, `call_${letter}`));
  const reads = LETTERS.map((letter) => call('read', { path: `${letter}.txt` }, `call_${letter}`));
  const [step, read] = await Promise.all([
    requestsOf(silent, path, ['/loop off', 'go']).then(perStep),
    requestsOf(reads, path, ['/loop off', 'go']).then(perStep),
  ]);
  assert.ok(step <= 220, `${step} bytes`);
  assert.ok(read <= 640, `${read} bytes`);
});

test('MDL-4 prompt and all tools take at most 9.5 KiB in every mode with a person present', async (t) => {
  const { path } = scratch(t);
  spawnSync('git', ['init', '-q', path]);
  writeFileSync(join(path, 'package.json'), '{ "scripts": { "test": "node --test" } }');
  const modes = ['build', 'plan', 'auto-edit', 'yolo'];
  const requests = await requestsOf(
    [],
    path,
    modes.flatMap((mode) => [`/mode ${mode}`, 'go']),
  );
  assert.equal(requests.length, modes.length);
  for (const [at, request] of requests.entries()) {
    const { messages, tools } = bodyOf(request);
    const system = JSON.stringify(messages[0]);
    assert.match(system, new RegExp(`Mode ${modes[at]}: .*user, who is there`));
    const bytes = Buffer.byteLength(system) + Buffer.byteLength(JSON.stringify(tools));
    assert.ok(bytes <= 9.5 * 1024, `${modes[at]}: ${bytes} bytes`);
    t.diagnostic(`${modes[at]}: ${bytes} bytes`);
  }
});
