import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Message, Part } from '../../../src/protocol/message.ts';
import { openSession } from '../../../src/session/log.ts';
import { replaySession } from '../../../src/subcommands/replay/replay.ts';
import { type AppAgent, type AppAgentOptions, agentOptions, appAgent } from '../../fixtures/app-agent.ts';
import { scratch } from '../../fixtures/run-coder.ts';
import { call, callsEnd, type Script, stop, text, thinking } from '../../fixtures/scripted-provider.ts';

const how = { yes: false, signal: new AbortController().signal };
const EQUAL = { differences: [], notRun: [], notTakenBack: [] };

test('SES-8 a session that read, wrote, edited, ran commands and was steered runs again with the same results', async (t) => {
  const agent: AppAgent = await recorded(t, [
    [thinking('Look first.'), call('c1', 'read', { path: 'a.txt' }), callsEnd],
    [
      call('c2', 'edit', { path: 'a.txt', old_string: 'one', new_string: 'two' }),
      call('c3', 'bash', { command: 'cat a.txt; pwd' }),
      () => agent.steer('and b too'),
      callsEnd,
    ],
    [call('c4', 'write', { path: 'new/b.txt', content: 'b\n' }), call('c5', 'nonsense', {}), callsEnd],
    [text('Done.'), stop],
    [call('c6', 'todowrite', { todos: [{ content: 'x', status: 'pending' }] }), callsEnd],
    [text('Listed.'), stop],
  ]);
  await agent.say('change it');
  await agent.say('! wc -c < a.txt');
  await agent.say('/undo');
  await agent.say('/default');
  await agent.say('list it');
  await agent.close();
  const before = readFileSync(join(agent.place.path, 'a.txt'), 'utf8');
  assert.equal(before, 'one\n');

  const report = await replaySession(agentOptions(agent.place), agent.sessionId(), how);
  assert.deepEqual(report, { ...EQUAL, turns: 3, compared: 7 });
  assert.equal(readFileSync(join(agent.place.path, 'a.txt'), 'utf8'), before);
  assert.deepEqual(
    readdirSync(tmpdir()).filter(
      (name) => name.startsWith('coder-replay-') && existsSync(join(tmpdir(), name, 'a.txt')),
    ),
    [],
  );
});

test('SES-8 the copy is first restored to before the turns; later changes show as differences', async (t) => {
  const agent = await recorded(t, [
    [call('c1', 'edit', { path: 'a.txt', old_string: 'one', new_string: 'two' }), callsEnd],
    [call('c2', 'read', { path: 'other.txt' }), callsEnd],
    [text('Done.'), stop],
  ]);
  await agent.say('change it');
  await agent.close();
  const options = agentOptions(agent.place);
  const seen: string[] = [];
  const onTurn = (turn: number, of: number) => seen.push(`${turn} of ${of}`);
  await replaySession(options, agent.sessionId(), { ...how, onTurn });
  assert.deepEqual(seen, ['1 of 1'], 'it says how far it is');
  assert.deepEqual(await replaySession(options, agent.sessionId(), how), { ...EQUAL, turns: 1, compared: 2 });

  writeFileSync(join(agent.place.path, 'other.txt'), 'as it is now\n');
  const { differences, compared } = await replaySession(options, agent.sessionId(), how);
  assert.equal(compared, 2);
  assert.equal(differences.length, 1);
  assert.equal(differences[0]?.call, 'read c2');
  assert.match(differences[0]?.diff ?? '', /-.*as it was\n\+.*as it is now/);
});

test('SES-8 a log from anywhere runs nothing that policy asks about, unless --yes is given, and never anything risky', async (t) => {
  const agent = await recorded(
    t,
    [
      [call('c1', 'bash', { command: 'touch made' }), call('c2', 'bash', { command: 'rm -rf made' }), callsEnd],
      [call('c3', 'question', { questions: [{ question: 'Which?', options: [{ label: 'A' }] }] }), callsEnd],
      [text('Done.'), stop],
    ],
    { flags: { mode: 'yolo' } },
  );
  await agent.say('do it');
  await agent.close();
  const options = agentOptions(agent.place);
  const careful = await replaySession(options, agent.sessionId(), how);
  assert.deepEqual(
    careful.notRun.map(({ call: name, why }) => `${name}: ${why}`),
    ['bash c1: asks', 'bash c2: risky', 'question c3: elsewhere'],
  );
  const bold = await replaySession(options, agent.sessionId(), { ...how, yes: true });
  assert.deepEqual(
    bold.notRun.map(({ call: name }) => name),
    ['bash c2', 'question c3'],
  );
  assert.deepEqual([careful.differences, bold.differences], [[], []]);
});

test('SES-8 refusals and interrupted answers end as they did', async (t) => {
  const agent = await recorded(
    t,
    [
      [call('c1', 'write', { path: 'no.txt', content: 'x' }), call('c2', 'read', { path: 'a.txt' }), callsEnd],
      [
        text('Half an ans'),
        { type: 'end', reason: 'error', error: { code: 'server', message: 'gone', retryable: false } },
      ],
      [text('Then not.'), stop],
    ],
    { flags: {}, answer: () => ({ kind: 'approval', choice: 'no', why: 'not there' }) },
  );
  await agent.say('write it');
  await agent.say('and now?');
  await agent.close();
  const report = await replaySession(agentOptions(agent.place), agent.sessionId(), how);
  assert.deepEqual(report, { ...EQUAL, turns: 2, compared: 2 });
});

test('SES-8 calls that were cancelled or need a terminal are not made again', async (t) => {
  const place = scratch(t);
  const session = await openSession({
    folder: join(place.path, '.coder', 'sessions'),
    id: 'cut',
    create: true,
    cwd: place.path,
    version: '0.0.0',
    mask: (line) => line,
    warn: ({ text }) => assert.fail(text),
  });
  const bash = (id: string, args: object): Part => ({
    type: 'call',
    call: { id, name: 'bash', arguments: JSON.stringify(args) },
  });
  const messages: Message[] = [
    { role: 'user', content: [{ type: 'text', text: 'wait' }] },
    {
      role: 'assistant',
      model: 'm',
      content: [bash('c1', { command: 'sleep 300' }), bash('c2', { command: 'cat', interactive: true })],
    },
    { role: 'tool', callId: 'c1', name: 'bash', outcome: { status: 'cancelled', error: 'Cancelled.' } },
    { role: 'tool', callId: 'c2', name: 'bash', outcome: { status: 'ok', result: { exit_code: 0, stdout: 'typed' } } },
  ];
  for (const message of messages) await session.append({ type: 'message', turn: 't1', prompt: 'p1', message });
  await session.close();

  const report = await replaySession(agentOptions(place), 'cut', { ...how, yes: true });
  assert.deepEqual(
    report.notRun.map(({ call: name, why }) => `${name}: ${why}`),
    ['bash c1: cancelled', 'bash c2: elsewhere'],
  );
  assert.deepEqual([report.compared, report.differences], [0, []]);
});

test('SES-8 a damaged log is replayed up to the damage, and an unknown one is reported', async (t) => {
  const agent = await recorded(t, [
    [call('c1', 'read', { path: 'a.txt' }), callsEnd],
    [text('Done.'), stop],
  ]);
  await agent.say('read it');
  await agent.close();
  const id = agent.sessionId();
  appendFileSync(join(agent.place.path, '.coder', 'sessions', `${id}.jsonl`), '{"type":"mess');
  const options = agentOptions(agent.place);
  assert.deepEqual(await replaySession(options, id, how), { ...EQUAL, turns: 1, compared: 1 });
  await assert.rejects(replaySession(options, 'nope', how), { message: 'Session not found: nope' });
});

async function recorded(
  t: TestContext,
  scripts: Script[],
  options: AppAgentOptions = { flags: { mode: 'auto-edit', workflow: { auto_verify_after_edit: false } } },
): Promise<AppAgent> {
  const place = scratch(t);
  writeFileSync(join(place.path, 'a.txt'), 'one\n');
  writeFileSync(join(place.path, 'other.txt'), 'as it was\n');
  return appAgent(t, scripts, { ...options, place });
}
