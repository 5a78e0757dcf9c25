import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Message, textOf } from '../../src/protocol/message.ts';
import { openSession } from '../../src/session/log.ts';
import { appAgent, lastChange } from '../fixtures/app-agent.ts';
import { cpuTime } from '../fixtures/cpu-time.ts';
import { scratch } from '../fixtures/run-coder.ts';
import { call, callsEnd, stop, text } from '../fixtures/scripted-provider.ts';

const hello = [text('Hello.'), stop];

test('SES-3 /new starts an empty session in the same mode, /resume brings back messages, todos and mode', async (t) => {
  const todos = [{ content: 'first step', status: 'pending' }];
  const scripts = [[call('c1', 'todowrite', { todos }), callsEnd], [text('Planned.'), stop], hello, hello];
  const agent = await appAgent(t, scripts);
  await agent.say('/plan');
  await agent.say('plan the work');
  const first = agent.sessionId();
  assert.deepEqual(lastChange(agent.events, 'todos'), todos);

  assert.match(await agent.say('/new'), /^Started a new session\. \/resume \S+ goes back\.$/);
  assert.notEqual(agent.sessionId(), first);
  assert.deepEqual(lastChange(agent.events, 'todos'), []);
  assert.equal(lastChange(agent.events, 'context')?.tokens, 0);
  assert.equal(lastChange(agent.events, 'mode'), 'plan');
  await agent.say('something else');
  assert.deepEqual(said(agent.provider.requests[2]?.messages), ['something else']);

  await agent.say('/build');
  assert.equal(
    await agent.say(`/resume ${first}`),
    `Resumed ${first}\n> plan the work\n· todowrite 0/1 done\nPlanned.`,
  );
  assert.equal(agent.sessionId(), first);
  assert.equal(lastChange(agent.events, 'mode'), 'plan');
  assert.deepEqual(lastChange(agent.events, 'todos'), todos);
  assert.ok((lastChange(agent.events, 'context')?.tokens ?? 0) > 0);
  assert.match(await agent.say('/todos'), /first step/);
  await agent.say('go on');
  assert.deepEqual(said(agent.provider.requests[3]?.messages), ['plan the work', 'go on']);
});

test('SES-3 CLI-1 a session that is continued at the start is announced in the configured language', async (t) => {
  const before = await appAgent(t, [hello]);
  await before.say('hi');
  const id = before.sessionId();
  await before.close();
  const options = { place: before.place, session: { kind: 'resume', id }, flags: { lang: 'zh-CN' } } as const;
  const { events } = await appAgent(t, [], { ...options, attended: true });
  const titles = events.flatMap((event) => (event.type === 'notice' ? [event.view.title] : []));
  assert.ok(titles.includes(`已恢复会话 ${id}`), titles.join('\n'));
});

test('OUT-14 a session that is continued reports what it has cost as it opens', async (t) => {
  const flags = { model: 'm', models: { m: { price: { input: 2, cached: 1, output: 4 } } } };
  const usage = { input: 500_000, output: 0, cached: 0 };
  const before = await appAgent(t, [[text('Hello.'), { type: 'end', reason: 'stop', usage }]], { flags });
  await before.say('hi');
  await before.close();
  const session = { kind: 'resume', id: before.sessionId() } as const;
  const { events } = await appAgent(t, [], { place: before.place, session, flags });
  assert.deepEqual(lastChange(events, 'spent'), { money: 1, isLeast: false });
});

test('SES-3 an unknown, a broken or a busy session is reported, and the current session stays', async (t) => {
  const agent = await appAgent(t, [hello, hello]);
  await agent.say('hi');
  const id = agent.sessionId();
  assert.equal(await agent.say('/resume nope'), 'Session not found: nope');
  assert.equal(await agent.say('/resume ../../etc/passwd'), 'Session not found: ../../etc/passwd');
  assert.equal(agent.sessionId(), id);

  const other = await appAgent(t, [], { place: agent.place });
  assert.match(await other.say(`/resume ${id}`), /^This session is .*(use|open|locked|process)/i);
  await agent.say('still here');
  assert.deepEqual(said(agent.provider.requests[1]?.messages), ['hi', 'still here']);
});

test('SES-3 SES-4 undo follows the session', async (t) => {
  const write = [call('c1', 'write', { path: 'a.txt', content: 'one\n' }), callsEnd];
  const agent = await appAgent(t, [write, hello, hello], { flags: { mode: 'auto-edit' } });
  const file = join(agent.place.path, 'a.txt');
  await agent.say('write it');
  const first = agent.sessionId();
  await agent.say('/new');
  await agent.say('hello');
  await agent.say('/undo');
  assert.ok(existsSync(file), 'the new session has nothing to undo');
  await agent.say(`/resume ${first}`);
  assert.match(await agent.say('/undo'), /Undid changes to 1 file/);
  assert.ok(!existsSync(file));
});

test('SES-3 a resumed session keeps its mode, which never loosens what the settings require', async (t) => {
  const agent = await appAgent(t, [hello, hello], { flags: { mode: 'auto-edit' } });
  await agent.say('hi');
  const loose = agent.sessionId();
  await agent.say('/new');
  await agent.say('/permissions strict');
  await agent.say('hi');
  const strict = agent.sessionId();
  await agent.close();

  const again = await appAgent(t, [], { place: agent.place, session: { kind: 'resume', id: loose } });
  assert.equal(lastChange(again.events, 'mode'), 'build');
  const titles = again.events.flatMap((event) => (event.type === 'notice' ? [event.view.title] : []));
  assert.match(titles.join('\n'), /^It was in auto-edit mode and continues in build: /m);
  await again.say(`/resume ${strict}`);
  assert.match(await again.say('/permissions'), /^permissions: strict, in build mode/);
});

test('MODE-3 SES-3 a session in plan mode continues there, where public pages are fetched unasked and nothing is sent', async (t) => {
  const agent = await appAgent(t, [hello], { flags: { mode: 'plan' } });
  assert.match(await agent.say('/permissions'), /fetch {2}.*allow/);
  await agent.say('hi');
  const id = agent.sessionId();
  await agent.close();
  const again = await appAgent(t, [], { place: agent.place, session: { kind: 'resume', id } });
  assert.equal(lastChange(again.events, 'mode'), 'plan');
});

test('OUT-14 the context figure is right before the first request: the fixed part is estimated, at the start and after /new', async (t) => {
  const place = scratch(t);
  mkdirSync(join(place.home, '.coder'));
  writeFileSync(join(place.home, '.coder', 'AGENTS.md'), 'Notes for the model.\n'.repeat(2000));
  const agent = await appAgent(t, [hello], { place, answer: () => ({ kind: 'cancelled' }) });
  await agent.say('/help'); // runs after what the start has scheduled
  const tokens = () => lastChange(agent.events, 'context')?.tokens ?? 0;
  const first = tokens();
  assert.ok(first > 10_000, String(first));
  await agent.say('hi');
  assert.ok(tokens() >= first && tokens() < first * 1.1, `${first} ${tokens()}`);
  await agent.say('/new');
  assert.equal(tokens(), first);
});

test('OUT-14 /status and /cost estimate the fixed part in a script too, in the mode of that moment, and nothing else does', async (t) => {
  const place = scratch(t);
  mkdirSync(join(place.home, '.coder'));
  writeFileSync(join(place.home, '.coder', 'AGENTS.md'), 'Notes for the model.\n'.repeat(2000));
  const agent = await appAgent(t, [hello], { place });
  await agent.say('/help');
  assert.equal(
    lastChange(agent.events, 'context')?.tokens,
    0,
    'a run without a person computes no figure that no one sees',
  );
  const figure = async (line: string) => Number(/~([\d,]+)/.exec(await agent.say(line))?.[1]?.replaceAll(',', ''));
  const first = await figure('/status');
  assert.ok(first > 10_000, String(first));
  assert.equal(await figure('/cost'), first);
  await agent.say('/plan');
  assert.notEqual(await figure('/cost'), first);
});

test('CMD-4 what a command shows is written to the session as text, and the model does not see it', async (t) => {
  const agent = await appAgent(t, [hello]);
  await agent.say('/tools');
  const sessions = join(agent.place.path, '.coder', 'sessions');
  assert.ok(!existsSync(sessions), 'who only looks in leaves no session behind');
  await agent.say('hi');
  const log = readFileSync(join(sessions, `${agent.sessionId()}.jsonl`), 'utf8');
  assert.match(log, /\/tools\\nTools in build mode\\n {2}\w+ {2}/);
  assert.deepEqual(said(agent.provider.requests[0]?.messages), ['hi']);
});

test('SES-3 a session of 300 turns is resumed in under 300 ms', async (t) => {
  const agent = await appAgent(t);
  const session = await openSession({
    folder: join(agent.place.path, '.coder', 'sessions'),
    id: 'long',
    create: true,
    cwd: agent.place.path,
    version: '0.0.0',
    mask: (line) => line,
    warn: ({ text }) => assert.fail(text),
  });
  const content = 'a line of a file that somebody reads\n'.repeat(100);
  for (let index = 0; index < 300; index++) {
    const turn = `turn_${index}`;
    const id = `c${index}`;
    const usage = { input: 1000, output: 10, cached: 0 };
    const messages = [
      { role: 'user', content: [{ type: 'text', text: `request ${index}` }] },
      {
        role: 'assistant',
        model: 'm',
        content: [{ type: 'call', call: { id, name: 'read', arguments: '{"path":"a"}' } }],
      },
      { role: 'tool', callId: id, name: 'read', outcome: { status: 'ok', result: { content } } },
      { role: 'assistant', model: 'm', usage, content: [{ type: 'text', text: 'Done. '.repeat(50) }] },
    ] as const;
    for (const message of messages) {
      await session.append({ type: 'message', turn, prompt: turn, message: structuredClone(message) as never });
    }
    await session.append({ type: 'turn-end', turn, reason: 'answered', usage });
  }
  await session.close();
  const started = cpuTime();
  assert.match(
    await agent.say('/resume long'),
    /^Resumed long\n> request 297\n[\s\S]*\n> request 299\n· read a\nDone\. /,
  );
  const took = cpuTime() - started;
  assert.ok(took < 3000, `${took} ms`); // ten times what it takes; reading the log once per entry took minutes
});

function said(messages: readonly Message[] | undefined): string[] {
  return (messages ?? []).flatMap((message) =>
    message.role === 'user' ? [textOf(message.content).split('\n')[0] ?? ''] : [],
  );
}
