import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { times } from '../fixtures/long.ts';
import { calls, say, startModelServer } from '../fixtures/model-server.ts';
import { CLI, coderEnv, runCoder, scratch } from '../fixtures/run-coder.ts';

const KILLS = Number(process.env.KILLS ?? times({ long: 20, short: 4 }));

interface SentMessage {
  role: string;
  tool_calls?: { id: string }[];
  tool_call_id?: string;
}

test(`SES-2 H1 after kill -9 at ${KILLS} random moments of a turn every session opens again, and only the step in flight is lost`, async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'a.txt'), 'one\n');
  let step = 0;
  await using server = await startModelServer((request) => {
    if (request.body.includes('go on')) return say('still here');
    step++;
    return calls([
      { name: 'read', args: { path: 'a.txt' }, id: `r${step}` },
      { name: 'bash', args: { command: `echo ${step}` }, id: `b${step}` },
    ]);
  });
  const options = { cwd: place.path, url: server.url };
  let random = 12345;
  for (let kill = 0; kill < KILLS; kill++) {
    random = (random * 1103515245 + 12345) % 2 ** 31;
    const seen = await killAfter(60 + (random % 240), options);
    const folder = join(place.path, '.coder', 'sessions');
    const before = new Set(seen.calls);
    if (seen.session === '') continue; // killed before the session existed
    const log = readdirSync(folder).includes(`${seen.session}.jsonl`);
    if (!log) {
      assert.equal(before.size, 0, 'a session with an answer has a log');
      continue;
    }
    const resumed = await runCoder(['-r', seen.session, '-p', 'go on'], options);
    assert.deepEqual([resumed.code, resumed.stdout], [0, 'still here\n'], resumed.stderr);
    const snapshot = JSON.parse(readFileSync(join(folder, `${seen.session}.json`), 'utf8')) as {
      messages: SentMessage[];
    };
    const asked = snapshot.messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id));
    const answered = snapshot.messages.flatMap(({ tool_call_id }) => tool_call_id ?? []);
    assert.deepEqual(answered, asked, 'every call is answered once, in order');
    assert.equal(new Set(asked).size, asked.length);
    for (const id of before) assert.ok(asked.includes(id), `${id} was reported and is there`);
  }
});

const PATCH_KILLS = Math.ceil(KILLS / 3);

test(`H1 after kill -9 at ${PATCH_KILLS} random moments each patch is applied fully or not at all at the next start, and no temporary files remain`, async () => {
  using place = scratch();
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'];
  for (const name of names) writeFileSync(join(place.path, name), '0\n');
  let at = 0;
  let step = 0;
  await using server = await startModelServer((request) => {
    if (request.body.includes('look again')) return say('fine');
    step++;
    const patch = names.map((name) => `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-${at}\n+${step}\n`).join('');
    at = step;
    return calls([{ name: 'patch', args: { patch }, id: `p${step}` }]);
  });
  const options = { cwd: place.path, url: server.url, env: { HOME: place.home } };
  let random = 4711;
  for (let kill = 0; kill < PATCH_KILLS; kill++) {
    at = Number(readFileSync(join(place.path, 'a.txt'), 'utf8'));
    random = (random * 1103515245 + 12345) % 2 ** 31;
    await killAfter(150 + (random % 200), options);
    const again = await runCoder(['-p', 'look again'], options);
    assert.equal(again.code, 0, again.stderr);
    const texts = new Set(names.map((name) => readFileSync(join(place.path, name), 'utf8')));
    assert.equal(texts.size, 1, `half applied after kill ${kill}: ${[...texts].join(' ')}`);
    assert.deepEqual(
      readdirSync(place.path).filter((name) => name.endsWith('.tmp')),
      [],
    );
  }
});

/** Starts a turn that never ends, kills it, and resolves with what it had reported by then. */
function killAfter(
  ms: number,
  options: { cwd: string; url: string; env?: NodeJS.ProcessEnv },
): Promise<{ session: string; calls: string[] }> {
  const args = [CLI, '-p', 'start', '--mode', 'yolo', '--output-format', 'stream-json'];
  const child = spawn(process.execPath, args, {
    cwd: options.cwd,
    env: coderEnv(options),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  return new Promise((resolve) =>
    child.on('close', () => {
      clearTimeout(timer);
      const lines = text.split('\n').slice(0, -1);
      const events = lines.map(
        (line) =>
          JSON.parse(line) as {
            type: string;
            change?: { session?: { id: string } };
            message?: { role: string; callId: string };
          },
      );
      const session = events.find(({ change }) => change?.session)?.change?.session?.id ?? '';
      const done = events.flatMap(({ message }) => (message?.role === 'tool' ? [message.callId] : []));
      resolve({ session, calls: done });
    }),
  );
}
