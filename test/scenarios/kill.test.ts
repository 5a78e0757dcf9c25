import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { calls, say, startModelServer } from '../fixtures/model-server.ts';
import { CLI, coderEnv, runCoder, scratch } from '../fixtures/run-coder.ts';

const KILLS = Number(process.env.KILLS ?? 25);

interface SentMessage {
  role: string;
  tool_calls?: { id: string }[];
  tool_call_id?: string;
}

test(`SES-2 H1 kill -9 at ${KILLS} random moments of a turn: every session opens again, nothing before the step in flight is lost`, async () => {
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
    if (seen.session === '') continue; // killed before it had one
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

/** Runs a turn that never ends by itself and kills it; gives what it had reported by then. */
function killAfter(ms: number, options: { cwd: string; url: string }): Promise<{ session: string; calls: string[] }> {
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
