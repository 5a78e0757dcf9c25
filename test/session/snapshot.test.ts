import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inSlices } from '../../src/base/long-text/in-slices.ts';
import type { Message, Part } from '../../src/protocol/message.ts';
import type { Entry, EntryBody } from '../../src/protocol/session.ts';
import { snapshotOf } from '../../src/session/snapshot.ts';
import { assistant, open, said, tempFolder, tool, user } from './open.ts';

const id = 'abc';
const readTool = { name: 'read', description: 'Reads.', parameters: { type: 'object', properties: {} } };
const story: EntryBody[] = [
  { type: 'setting', key: 'mode', value: 'build' },
  { type: 'request', model: 'small', system: 'You are coder.', tools: [readTool] },
  said(user('Read a')),
  said(assistant('Looking.', 'c1')),
  { type: 'decision', turn: 't1', callId: 'c1', tool: 'read', verdict: 'allow', reasons: [], by: 'policy' },
  said(tool('c1', 'text of a')),
  said({ role: 'note', text: 'only for the person', audience: 'user' }),
  { type: 'todos', items: [{ content: 'x', status: 'completed' }] },
  said(assistant('It says: text of a.')),
  { type: 'turn-end', turn: 't1', reason: 'answered', usage: { input: 7, output: 3, cached: 0 } },
];

test('TURN-13 SES-1 an interrupted answer is marked in the snapshot as it is when sent again', async () => {
  const message: Message = {
    role: 'assistant',
    content: [{ type: 'text', text: 'half' }],
    model: 'm',
    interrupted: true,
  };
  const entries = [said(user('go')), said(message)].map((body, at) => ({ ...body, id: `e${at}`, at: 0 }) as Entry);
  const { messages } = JSON.parse([...inSlices(await snapshotOf('s', entries, (text) => text))].join('')) as {
    messages: unknown[];
  };
  assert.deepEqual(messages.at(-1), { role: 'assistant', content: 'half\n[interrupted]' });
});

test('SES-1 the snapshot is a Chat Completions request, and more', async (t) => {
  const root = tempFolder(t);
  const session = await open(root, id, { create: true });
  for (const body of story) await session.append(body);
  await session.save();
  const snapshot = JSON.parse(readFileSync(join(root, '.coder', 'sessions', `${id}.json`), 'utf8')) as Record<
    string,
    unknown
  >;
  const { created_at, updated_at, decisions, ...rest } = snapshot;
  assert.ok(Date.parse(String(created_at)) <= Date.parse(String(updated_at)));
  assert.deepEqual(
    (decisions as Record<string, unknown>[]).map(({ at, ...decision }) => ({ ...decision, dated: typeof at })),
    [{ turn: 't1', call_id: 'c1', tool: 'read', verdict: 'allow', by: 'policy', reasons: [], dated: 'string' }],
  );
  assert.deepEqual(rest, {
    version: 1,
    id,
    title: 'Read a',
    cwd: root,
    coder: '0.0.0',
    mode: 'build',
    model: 'small',
    usage: { input: 7, output: 3, cached: 0 },
    todos: [{ content: 'x', status: 'completed' }],
    prompt_ids: ['p-t1'],
    tools: [{ type: 'function', function: readTool }],
    messages: [
      { role: 'system', content: 'You are coder.' },
      { role: 'user', content: 'Read a' },
      {
        role: 'assistant',
        content: 'Looking.',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"content":"text of a"}' },
      { role: 'assistant', content: 'It says: text of a.' },
    ],
  });
  await session.close();
});

test('SES-1 the messages have no field that OpenAI does not know; thinking is kept beside them', async () => {
  const thought = (text: string, ...rest: Part[]): Message => ({
    role: 'assistant',
    model: 'm',
    content: [{ type: 'thinking', text }, ...rest],
  });
  const bodies = [
    said(user('Think')),
    said(thought('first', { type: 'text', text: 'So.' })),
    said(thought('in vain')),
    said(user('And?')),
    said(thought('last', { type: 'text', text: 'Yes.' })),
  ];
  const entries = bodies.map((body, index) => ({ ...body, id: `e${index}`, at: index }) as Entry);
  const { messages, thinking } = JSON.parse(
    [...inSlices(await snapshotOf(id, entries, (text) => text))].join(''),
  ) as Record<string, unknown>;
  assert.deepEqual(messages, [
    { role: 'user', content: 'Think' },
    { role: 'assistant', content: 'So.' },
    { role: 'user', content: 'And?' },
    { role: 'assistant', content: 'Yes.' },
  ]);
  assert.deepEqual(thinking, [
    { message: 1, text: 'first' },
    { message: 2, text: 'in vain' },
    { message: 3, text: 'last' },
  ]);
});

test('SES-2 the snapshot can be rebuilt from the log', async (t) => {
  const root = tempFolder(t);
  const session = await open(root, id, { create: true });
  for (const body of story) await session.append(body);
  await session.close();
  const saved = readFileSync(join(root, '.coder', 'sessions', `${id}.json`), 'utf8');
  const again = await open(root, id);
  const stored = again.entries.slice(0, session.entries.length);
  assert.equal([...inSlices(await snapshotOf(id, stored, (text) => text))].join(''), saved);
  await again.close();
});

test('building the snapshot of a long conversation lets other work run in between', async () => {
  const bodies = Array.from({ length: 400 }, (_, index) => [
    said(assistant('a', `c${index}`)),
    said(tool(`c${index}`, 'x'.repeat(2000))),
  ]).flat();
  const entries: Entry[] = [said(user('go')), ...bodies].map((body, index) => ({
    ...body,
    id: `e${index}`,
    at: index,
  }));
  let others = 0;
  let running = true;
  const count = () => {
    others += 1;
    if (running) setImmediate(count);
  };
  setImmediate(count);
  const { messages } = JSON.parse([...inSlices(await snapshotOf(id, entries, (text) => text))].join('')) as {
    messages: { role: string }[];
  };
  running = false;
  assert.equal(messages.length, 801);
  assert.ok(others >= 20, `others got ${others} turns`);
});

test('a session without a request still has a snapshot', async () => {
  const entries: Entry[] = [{ ...said(user('! ls')), id: 'e1', at: 1 }];
  const snapshot = JSON.parse([...inSlices(await snapshotOf(id, entries, (text) => text))].join('')) as Record<
    string,
    unknown
  >;
  assert.deepEqual(snapshot.messages, [{ role: 'user', content: '! ls' }]);
  assert.deepEqual(snapshot.tools, []);
});

test('SES-2 a long session rewrites its snapshot rarely, and completely when it closes', async (t) => {
  const root = tempFolder(t);
  const file = join(root, '.coder', 'sessions', `${id}.json`);
  const session = await open(root, id, { create: true });
  const turns = 400;
  let bytes = 0;
  let seen = -1;
  for (let turn = 0; turn < turns; turn++) {
    await session.append(said(user(`message ${turn}`), `t${turn}`));
    await session.append(said(assistant(`answer ${turn}`), `t${turn}`));
    await session.save();
    const { mtimeNs, size } = statSync(file, { bigint: true });
    if (Number(mtimeNs) !== seen) bytes += Number(size);
    seen = Number(mtimeNs);
  }
  await session.close();
  const whole = readFileSync(file, 'utf8');
  assert.match(whole, new RegExp(`answer ${turns - 1}`));
  assert.ok(bytes < 12 * whole.length, `${bytes} bytes written for ${whole.length}`);
});
