import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { textOf } from '../../src/protocol/message.ts';
import type { StreamPart } from '../../src/protocol/provider.ts';
import { appAgent, lastChange } from '../fixtures/app-agent.ts';
import { call, callsEnd, stop, text } from '../fixtures/scripted-provider.ts';

const words = (length: number) =>
  Array.from({ length: Math.ceil(length / 4) }, (_, index) => index)
    .join(' ')
    .slice(0, length);
const paid = (input: number, output: number): StreamPart => ({
  type: 'end',
  reason: 'stop',
  usage: { input, output, cached: 0 },
});

test('CTX-4 CTX-8 SES-1 through /compact, a restart and /compact undo the log keeps everything; the compacted context is sent, then the original again', async (t) => {
  const first = await appAgent(t, [
    [text(`the first answer ${words(4_000)}`), stop],
    [text('the second answer'), stop],
    [text('## Goal\nthe notes'), paid(900, 40)],
  ]);
  await first.say('remember: tabs, not spaces');
  await first.say('and now?');
  const shown = await first.say('/compact style');
  assert.match(shown, /^Context compacted: [\d,]+ → [\d,]+ tokens\. [\s\S]*the notes/);
  assert.match(JSON.stringify(first.provider.requests[2]?.messages), /focus on: style/);
  assert.match(await first.say('/cost'), /900 in/);
  await first.close();

  const { place } = first;
  const folder = join(place.path, '.coder', 'sessions');
  const id = first.sessionId();
  const snapshot = readFileSync(join(folder, `${id}.json`), 'utf8');
  assert.match(snapshot, /the notes/);
  assert.match(snapshot, /remember: tabs, not spaces/);
  assert.doesNotMatch(snapshot, /the first answer/);
  assert.match(readFileSync(join(folder, `${id}.jsonl`), 'utf8'), /the first answer/);

  const again = await appAgent(
    t,
    [
      [text('third'), stop],
      [text('fourth'), stop],
    ],
    { place, session: { kind: 'resume', id } },
  );
  assert.ok((lastChange(again.events, 'context')?.tokens ?? 0) > 0, 'the figure is there from the start');
  await again.say('go on');
  const [compacted] = again.provider.requests;
  assert.match(JSON.stringify(compacted?.messages[0]), /the notes[\s\S]*tabs, not spaces/);
  assert.doesNotMatch(JSON.stringify(compacted?.messages), /the first answer/);
  assert.match(await again.say('/compact undo'), /Compaction undone/);
  await again.say('still there?');
  const sent = again.provider.requests[1]?.messages ?? [];
  const said = sent.flatMap((message) => (message.role === 'user' ? [textOf(message.content)] : []));
  assert.deepEqual(said, ['remember: tabs, not spaces', 'and now?', 'go on', 'still there?']);
  assert.match(JSON.stringify(sent), /the first answer/);
});

test('CTX-1 CTX-7 a huge result in a small window is saved and referenced, and can be read again', async (t) => {
  const agent = await appAgent(
    t,
    [
      [call('c1', 'read', { path: 'big.txt' }), call('c2', 'read', { path: 'big.txt', offset: 2_000 }), callsEnd],
      [call('c3', 'read', { path: 'big.txt', offset: 4_000 }), callsEnd],
      [text('seen'), stop],
    ],
    { flags: { context_limit: 16_000 } },
  );
  const lines = Array.from({ length: 6_000 }, (_, index) => `line ${index} of a long file`);
  writeFileSync(join(agent.place.path, 'big.txt'), lines.join('\n'));
  await agent.say('read it');
  for (const request of agent.provider.requests) {
    const size = JSON.stringify(request.messages).length + request.system.length + JSON.stringify(request.tools).length;
    assert.ok(size / 4 < 16_000, `${size} characters`);
  }
  const sent = JSON.stringify(agent.provider.requests.at(-1)?.messages);
  const [, path = ''] = /"saved_path":"([^"]+)"/.exec(sent) ?? [];
  assert.match(path, /^\.coder\/cache\/results\//);
  assert.match(readFileSync(join(agent.place.path, path), 'utf8'), /line \d+ of a long file/);
  assert.equal(statSync(join(agent.place.path, path)).mode & 0o777, 0o600);
});

test('PRV-8 at --budget the turn pauses with everything kept and continues under a higher budget; a log cannot lift a limit', async (t) => {
  const flags = { budget: '5k tokens' };
  const agent = await appAgent(
    t,
    [
      [text('one'), paid(2_500, 500)],
      [text('two'), paid(2_500, 500)],
    ],
    { flags },
  );
  await agent.say('first');
  await agent.say('second');
  const end = agent.events.findLast((event) => event.type === 'turn-end');
  assert.equal(end?.reason, 'budget');
  assert.match(end?.error ?? '', /3,000 tokens of 5,000 tokens/);
  assert.match(await agent.say('/budget'), /^budget: 5k tokens\. Spent: \$0\.00, 3,000 tokens/);
  assert.equal(await agent.say('/budget 1m tokens'), 'budget: 1000k tokens');
  await agent.say('go on');
  assert.equal(agent.provider.requests.length, 2);
  await agent.close();

  mkdirSync(join(agent.place.home, '.coder'), { recursive: true });
  writeFileSync(join(agent.place.home, '.coder', 'config.json'), '{ "budget": "7k tokens" }');
  const again = await appAgent(t, [], { place: agent.place, session: { kind: 'resume', id: agent.sessionId() } });
  assert.match(await again.say('/budget'), /^budget: 7k tokens\. Spent: \$0\.00, 6,000 tokens/);
});

test('TOOL memory asks, saves to the user’s state folder, and the next turn starts with the fact', async (t) => {
  const asked: string[] = [];
  const agent = await appAgent(
    t,
    [
      [call('c1', 'memory', { fact: 'tests run with\n pnpm' }), callsEnd],
      [text('saved'), stop],
      [text('hello'), stop],
    ],
    {
      answer(request) {
        asked.push(request.kind);
        return { kind: 'approval', choice: 'yes' };
      },
    },
  );
  await agent.say('remember how tests run');
  await agent.say('hi');
  assert.deepEqual(asked, ['approval']);
  const projects = join(agent.place.home, '.coder', 'projects');
  const [project = ''] = readdirSync(projects);
  const file = join(projects, project, 'memory.md');
  assert.equal(readFileSync(file, 'utf8'), '- tests run with pnpm\n');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.doesNotMatch(agent.provider.requests[1]?.system ?? '', /pnpm/);
  assert.match(agent.provider.requests[2]?.system ?? '', /# Notes from .*memory\.md\n\n- tests run with pnpm/);
  await agent.close();
  const later = await appAgent(t, [[text('hello'), stop]], { place: agent.place });
  await later.say('hi');
  assert.match(later.provider.requests[0]?.system ?? '', /tests run with pnpm/);
});

test('TOOL memory is refused if no one can approve it', async (t) => {
  const agent = await appAgent(t, [
    [call('c1', 'memory', { fact: 'x' }), callsEnd],
    [text('no'), stop],
  ]);
  await agent.say('remember');
  const end = agent.events.find((event) => event.type === 'call-end');
  assert.equal(end?.outcome.status, 'denied');
});
