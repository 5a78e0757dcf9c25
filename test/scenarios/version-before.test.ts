import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { resultText } from '../../src/log/result-text.ts';
import type { Entry } from '../../src/protocol/session.ts';
import { maskedEntry } from '../../src/session/entry.ts';
import { replaySession } from '../../src/subcommands/replay/replay.ts';
import { agentOptions, appAgent } from '../fixtures/app-agent.ts';
import { scratch } from '../fixtures/run-coder.ts';
import { stop, text } from '../fixtures/scripted-provider.ts';

const ID = '20260101-000000-aaaa';
const LOG = readFileSync(new URL('../data/session-0.1.0.jsonl', import.meta.url), 'utf8');

test('SES-3 MDL-1 a session of version 0.1.0 opens, continues with its results as they were sent, and can be replayed', async (t) => {
  const place = scratch(t);
  const folder = join(place.path, '.coder', 'sessions');
  mkdirSync(folder, { recursive: true });
  const entries = LOG.replaceAll('"/w"', JSON.stringify(place.path)).trimEnd().split('\n');
  const lines = entries.map((line) => maskedEntry(JSON.parse(line) as Entry, (text) => text).line as string); // checksums follow the paths
  writeFileSync(join(folder, `${ID}.jsonl`), lines.join(''));
  writeFileSync(join(place.path, 'a.txt'), 'one\ntwo "q" \\x\n');

  const { differences } = await replaySession(agentOptions(place), ID, {
    yes: true,
    signal: new AbortController().signal,
  });
  assert.deepEqual(
    differences.map(({ call }) => call),
    ['todoread call_5'],
    'only the tool that is off now',
  );

  const agent = await appAgent(t, [[text('Done.'), stop]], { place, session: { kind: 'resume', id: ID } });
  await agent.say('go on');
  const messages = agent.provider.requests[0]?.messages ?? [];
  const results = messages.flatMap((message) => (message.role === 'tool' ? [resultText(message)] : []));
  assert.equal(results.length, 6);
  assert.match(results[0] ?? '', /^\{"content":"one\\ntwo \\"q\\" \\\\x\\n","start_line":1/);
  assert.match(results[5] ?? '', /^error: no such file: nope/);
});
