/** Interactive programs through the whole engine, as a front end drives it: ops in, events out, each checked against its schema. */

import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { buildAgent } from '../../src/app/build-agent.ts';
import { explain, parse } from '../../src/base/schema.ts';
import type { Stamped } from '../../src/protocol/event.ts';
import { eventSchema } from '../../src/protocol/event.ts';
import type { Answer, Request } from '../../src/protocol/request.ts';
import { cleanUp } from '../fixtures/clean-up.ts';
import { call, type Script, say, startModelServer } from '../fixtures/model-server.ts';
import { coderEnv, scratch } from '../fixtures/run-coder.ts';
import { noPty } from '../host/terminal/open.ts';

const skip = noPty;
const PATIENCE_MS = 20_000;
const bash = (command: string) => call('bash', { command, interactive: true });
const terminal = (args: object) => call('terminal', { id: 'term1', ...args });

async function setUp(
  t: TestContext,
  scripts: readonly Script[],
  flags: object = { mode: 'yolo' },
  answer?: (request: Request) => Answer,
) {
  const place = scratch(t);
  const server = await startModelServer(scripts);
  cleanUp(t, server.close);
  const events: Stamped[] = [];
  let wake = () => {};
  const options = {
    cwd: place.path,
    version: '0',
    env: { ...coderEnv({ cwd: place.path, url: server.url, home: place.home }), HOME: place.home, PS1: '$ ' },
    attended: answer !== undefined,
    session: { kind: 'new' as const },
    flags,
  };
  const agent = await buildAgent(options, (event) => {
    const parsed = parse(eventSchema, JSON.parse(JSON.stringify(event)));
    assert.ok(parsed.ok, parsed.ok ? '' : explain(parsed.issues));
    events.push(event);
    if (event.type === 'request-start' && answer)
      void agent.send({ type: 'answer', id: event.request.id, answer: answer(event.request) });
    wake();
  });
  cleanUp(t, () => agent.send({ type: 'close' }));
  return {
    agent,
    events,
    place,
    server,
    async until<T>(find: () => T | undefined): Promise<T> {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const found = find();
        if (found !== undefined && found !== false) return found;
        if (Date.now() > deadline) throw new Error(`Waited too long. ${JSON.stringify(events.slice(-3))}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, 200).unref();
        });
      }
    },
    outcomes: () => events.flatMap((event) => (event.type === 'call-end' ? [event.outcome] : [])),
  };
}

test('PTY-2 PTY-4 a front end resizes, types, scrolls and closes by ops, and receives screens', { skip }, async (t) => {
  const { agent, events, until } = await setUp(t, [say('ok')]);
  await agent.send({ type: 'terminal-resize', columns: 40, rows: 6 });
  await agent.send({ type: 'submit', text: '! -i stty size; seq 20; read -r word; echo "got $word"; cat' });
  const shows = (text: string) =>
    until(() =>
      events.find(
        (event) =>
          event.type === 'terminal-screen' &&
          event.screen.lines.some((line) => line.map((run) => run.text).join('') === text),
      ),
    );
  const start = events.find((event) => event.type === 'terminal-start');
  assert.deepEqual(
    [start?.id, start?.by, start?.share, start?.columns, start?.rows],
    ['term1', 'person', 'all', 40, 6],
  );
  await shows('20'); // there is nothing to scroll to before
  await agent.send({ type: 'terminal-scroll', id: 'term1', back: 100 });
  await shows('6 40');
  await agent.send({ type: 'terminal-scroll', id: 'term1', back: 0 });
  await agent.send({ type: 'terminal-input', id: 'term1', data: 'it\r' });
  await shows('got it');
  await agent.send({ type: 'terminal-close', id: 'term1' });
  const end = await until(() => events.find((event) => event.type === 'terminal-end'));
  assert.ok(end.type === 'terminal-end' && end.exitCode > 128 && /got it/.test(end.text));
  await agent.send({ type: 'terminal-input', id: 'term9', data: 'x' });
});

test('PTY-1 without a front end that shows terminals, no screens are sent and the model works alone', {
  skip,
}, async (t) => {
  const { agent, events, outcomes } = await setUp(t, [
    bash('printf "sure? "; read -r a; echo "answer $a"'),
    terminal({ action: 'write', text: 'yes\n' }),
    say('done'),
  ]);
  await agent.send({ type: 'submit', text: 'go' });
  assert.equal(
    events.some((event) => event.type === 'terminal-screen'),
    false,
  );
  const last = outcomes().at(-1);
  assert.deepEqual([last?.result?.['state'], last?.result?.['changed']], ['ended', 'yes\nanswer yes']);
});

test('POL what the model types at a shell prompt is asked about, and a refusal is its outcome', {
  skip: skip || process.platform !== 'linux',
}, async (t) => {
  const answer = (request: Request): Answer =>
    request.kind === 'approval' && request.call.name === 'bash'
      ? { kind: 'approval', choice: 'yes' }
      : { kind: 'approval', choice: 'no', why: 'not that' };
  const { agent, events, outcomes, place } = await setUp(
    t,
    [
      bash('bash --norc --noprofile -i'),
      terminal({ action: 'write', text: 'ls\n' }),
      terminal({ action: 'write', text: 'rmdir kept\n' }),
      terminal({ action: 'write', text: 'rm -rf ~\n' }),
      say('done'),
    ],
    { mode: 'build' },
    answer,
  );
  mkdirSync(join(place.path, 'kept'));
  await agent.send({ type: 'submit', text: 'go' });
  const asked = events.flatMap((event) =>
    event.type === 'request-start' && event.request.kind === 'approval' ? [event.request] : [],
  );
  const [opened, listed, removed, wiped] = outcomes();
  assert.equal(opened?.status, 'ok');
  assert.match(String(listed?.result?.['changed']), /kept/); // it only reads, so no one is asked
  assert.deepEqual(removed, { status: 'denied', error: 'The user said no to this command: not that' });
  assert.equal(wiped?.status, 'denied');
  assert.deepEqual(
    asked.map(({ call: { name } }) => name),
    ['bash', 'terminal'],
  );
});

test('POL-9 one approval of a shell covers nothing that the shell would run later', {
  skip: skip || process.platform !== 'linux',
}, async (t) => {
  const writes = [
    'head -n 1\n',
    'x\ntouch PWN\n',
    'x\n',
    'echo "a;touch PWN"\n',
    'echo !!:s/"//:s/"//\n',
    'ls $(touch PWN)\x1b\x05',
    '\x15cat\n',
    '\x04touch PWN\n',
    '\x04',
    'head -c 1\n',
    'xtouch PWN\n',
  ];
  const answer = (request: Request): Answer =>
    request.kind === 'approval' && request.call.name === 'bash'
      ? { kind: 'approval', choice: 'yes' }
      : { kind: 'approval', choice: 'no' };
  const { agent, place } = await setUp(
    t,
    [
      bash('bash --norc --noprofile -i'),
      ...writes.map((text) => terminal({ action: 'write', text })),
      terminal({ action: 'wait', timeout_ms: 300 }),
      say('done'),
    ],
    { mode: 'build' },
    answer,
  );
  await agent.send({ type: 'submit', text: 'go' });
  assert.equal(existsSync(join(place.path, 'PWN')), false);
});

test('PTY-7 a program that ended between turns is reported to the model with the next prompt, once', {
  skip,
}, async (t) => {
  const { agent, events, until, server } = await setUp(t, [say('one'), say('two')]);
  await agent.send({ type: 'submit', text: '! -i read -r word; echo "bye $word"' });
  await agent.send({ type: 'terminal-input', id: 'term1', data: 'now\r' });
  await until(() => events.find((event) => event.type === 'terminal-end'));
  await agent.send({ type: 'submit', text: 'and?' });
  await agent.send({ type: 'submit', text: 'again?' });
  const bodies = server.requests.map(({ body }) => body.split('term1 ended').length - 1);
  assert.deepEqual(bodies, [1, 1]);
});

test('PTY-9 programs are guessed to need a terminal only if a front end shows it', { skip }, async (t) => {
  const { agent, events } = await setUp(t, [say('ok')]);
  const starts = () => events.filter((event) => event.type === 'terminal-start').length;
  await agent.send({ type: 'submit', text: '! sh' });
  assert.equal(starts(), 0);
  await agent.send({ type: 'terminal-resize', columns: 40, rows: 6 });
  await agent.send({ type: 'submit', text: '! sh' });
  assert.equal(starts(), 1);
});

test('CMD-1 OUT-15 the note about a refused command of the person contains no advice for a model', async (t) => {
  const no = (): Answer => ({ kind: 'approval', choice: 'no' });
  const { agent, events, place } = await setUp(t, [], { mode: 'build' }, no);
  mkdirSync(join(place.path, 'kept'));
  await agent.send({ type: 'submit', text: '! rmdir kept' });
  const notes = events.flatMap((event) =>
    event.type === 'message-end' && event.message.role === 'note' ? [event.message.text] : [],
  );
  assert.deepEqual(notes, ['$ rmdir kept\nNot run: the user said no.']);
  assert.ok(existsSync(join(place.path, 'kept')));
});

test('ESC-4 a front end can ask which programs are running', { skip }, async (t) => {
  const { agent, events, until } = await setUp(t, []);
  await agent.send({ type: 'submit', text: '! -i cat' });
  const named = async () => {
    await agent.send({ type: 'report-programs' });
    const event = events.at(-1);
    return event?.type === 'state-change' ? event.change.programs : undefined;
  };
  assert.deepEqual(await named(), ['term1: cat']);
  await agent.send({ type: 'terminal-close', id: 'term1' });
  await until(() => events.find(({ type }) => type === 'terminal-end'));
  assert.deepEqual(await named(), []);
});
