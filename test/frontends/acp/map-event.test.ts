import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../../../src/base/schema.ts';
import { createEventMapper, type EventMapper, type Mapped } from '../../../src/frontends/acp/map-event.ts';
import { replay } from '../../../src/frontends/acp/replay.ts';
import type { Client, Update } from '../../../src/frontends/acp/wire.ts';
import { type Event, eventSchema, type Stamped } from '../../../src/protocol/event.ts';
import { NO_USAGE, textOf } from '../../../src/protocol/message.ts';
import { en } from '../../../src/words/en.ts';
import type { Words } from '../../../src/words/words.ts';
import { zhCn } from '../../../src/words/zh-cn.ts';
import { problemWith } from '../../fixtures/acp-schema.ts';
import { type AppAgent, appAgent } from '../../fixtures/app-agent.ts';
import { times } from '../../fixtures/long.ts';
import { sampleOf } from '../../fixtures/sample-of.ts';
import { call, callsEnd, stop, text, thinking } from '../../fixtures/scripted-provider.ts';

const PLAIN: Client = { notices: false, compaction: false, reads: false, writes: false, forms: false };
const NEW: Client = { ...PLAIN, notices: true, compaction: true };

const call1 = { id: 'c1', name: 'bash', arguments: '{"command":"ls"}' };
const view = { title: 'ls', body: [{ type: 'text' as const, text: 'seen' }] };

/** Events with content to look for; any other is made from its schema. */
const SAMPLES: { [Type in Event['type']]?: Extract<Event, { type: Type }> } = {
  'turn-start': { type: 'turn-start', turn: 't', prompt: 'p', input: 'hello', kind: 'prompt' },
  'turn-end': { type: 'turn-end', turn: 't', reason: 'cancelled', usage: NO_USAGE, jobs: ['job1'] },
  'text-delta': { type: 'text-delta', text: 'said' },
  'thinking-delta': { type: 'thinking-delta', text: 'thought' },
  'message-end': {
    type: 'message-end',
    message: { role: 'assistant', model: 'm', content: [{ type: 'text', text: 'whole' }] },
  },
  'call-start': { type: 'call-start', call: call1, view: { title: 'ls' } },
  'call-output': { type: 'call-output', callId: 'c1', stream: 'stdout', text: 'printed\n' },
  'call-end': { type: 'call-end', callId: 'c1', outcome: { status: 'ok', result: { a: 1 } }, view, durationMs: 1 },
  'request-start': {
    type: 'request-start',
    request: { kind: 'approval', id: 'r1', call: call1, view, reasons: [], choices: ['yes', 'no'], scopes: [] },
  },
  'request-end': { type: 'request-end', id: 'r1', answer: { kind: 'approval', choice: 'yes' } },
  retry: { type: 'retry', attempt: 1, of: 3, delayMs: 10, reason: 'busy', discarded: true },
  citation: { type: 'citation', number: 1, citation: { title: 'Docs', url: 'https://example.com/a' } },
  loop: { type: 'loop', kind: 'calls', repeated: ['read {"path":"a"}'], times: 5 },
  compaction: { type: 'compaction', by: 'model', before: 900, after: 100, summary: 'the summary' },
  'state-change': {
    type: 'state-change',
    change: {
      session: { id: 's', title: 'a title' },
      mode: 'plan',
      model: 'm',
      context: { tokens: 10, estimated: true, limit: 100 },
      spent: { money: 0.5, isLeast: false },
      todos: [{ content: 'do', status: 'pending' }],
    },
  },
  notice: { type: 'notice', level: 'warn', view: { title: 'careful', body: [{ type: 'text', text: 'why' }] } },
  'terminal-start': {
    type: 'terminal-start',
    id: 'x1',
    command: 'vim',
    by: 'model',
    share: 'all',
    columns: 80,
    rows: 24,
  },
  'terminal-screen': {
    type: 'terminal-screen',
    id: 'x1',
    screen: {
      columns: 80,
      rows: 1,
      lines: [[{ text: 'on the screen' }]],
      back: 0,
      scrollback: 0,
      alternate: false,
      hidden: false,
      applicationCursor: false,
      bracketedPaste: false,
      mouse: 'none',
      mouseEncoding: 'plain',
    },
  },
  'terminal-end': { type: 'terminal-end', id: 'x1', exitCode: 0, durationMs: 1, text: 'last screen' },
};

const EVENTS: readonly Event[] = (eventSchema.json().oneOf as Parameters<typeof sampleOf>[0][]).map((schema) => {
  const event = sampleOf(schema) as Stamped;
  assert.ok(parse(eventSchema, event).ok, event.type);
  return SAMPLES[event.type] ?? event;
});

/** What the updates for each event must contain. */
const SHOWN: { [Type in Event['type']]?: RegExp } = {
  'turn-start': /updatedAt/,
  'turn-end': /job1/,
  'text-delta': /said/,
  'thinking-delta': /thought/,
  'message-end': /whole/,
  'call-start': /"tool_call".*"rawInput":\{"command":"ls"\}/,
  'call-output': /printed/,
  'call-end': /completed.*seen/,
  'request-start': /"kind":"approval"/,
  'request-end': /in_progress/,
  retry: /busy/,
  citation: /\[1\] Docs https:\/\/example\.com\/a/,
  loop: /read .* 5 times|5 times over/,
  compaction: /the summary/,
  'state-change': /a title.*plan.*used.*"amount":0\.5.*"content":"do"/,
  notice: /careful.*why/,
  'terminal-start': /vim/,
  'terminal-screen': /on the screen/,
  'terminal-end': /last screen/,
};

for (const [name, client] of Object.entries({ plain: PLAIN, new: NEW })) {
  test(`ACP-3 every event of the schema is mapped for a ${name} client, to updates that are valid in the protocol`, async () => {
    for (const sample of EVENTS) {
      const mapper = mapperFor(client);
      await mapper.map(stamped(eventOf('call-start')));
      await mapper.map(stamped(eventOf('request-start')));
      const mapped = await mapAll(mapper, sample);
      const shown = SHOWN[sample.type];
      if (shown) assert.match(JSON.stringify(mapped), shown, sample.type);
      if ('updates' in mapped) for (const update of mapped.updates) assertValid(update);
    }
  });
}

test('ACP-2 the recap of a resumed session is not sent, because the client shows the session; any other notice is', async () => {
  const notice = { type: 'notice', level: 'info', view: { title: 'told early' } } as const;
  for (const client of [PLAIN, NEW]) {
    assert.match(JSON.stringify(await mapAll(mapperFor(client), notice)), /told early/);
    assert.deepEqual(await mapAll(mapperFor(client), { ...notice, about: 'recap' }), { updates: [] });
  }
});

test('ACP-3 random streams, including sub-agents, are mapped to valid updates', async () => {
  const random = seeded(7);
  for (let round = 0; round < times({ long: 100, short: 20 }); round++) {
    const mapper = mapperFor(round % 2 === 0 ? PLAIN : NEW);
    for (let step = 0; step < 40; step++) {
      const sample = EVENTS[Math.floor(random() * EVENTS.length)] as Event;
      const agent = random() < 0.3 ? { agent: 'explore' } : {};
      const mapped = await mapAll(mapper, sample, agent);
      if ('updates' in mapped) for (const update of mapped.updates) assertValid(update);
    }
  }
});

test('ACP-3 recorded sessions are mapped without leaving out an event, and every call that begins ends', async (t) => {
  const agent = await appAgent(
    t,
    [
      [
        thinking('hm'),
        text('I look. '),
        call('a', 'list', {}),
        call('b', 'write', { path: 'x.txt', content: '1\n' }),
        call('c', 'bash', { command: 'echo out; echo err >&2' }),
        call('d', 'nothing', {}),
        callsEnd,
      ],
      [call('e', 'edit', { path: 'x.txt', old_string: '1', new_string: '2' }), callsEnd],
      [text('All done.'), stop],
    ],
    { answer: () => ({ kind: 'approval', choice: 'yes' }) },
  );
  await agent.say('go');
  await agent.say('/tools');
  await agent.say('! echo by hand');
  const mapper = mapperFor(PLAIN, agent);
  const sent: Update[] = [];
  let asked = 0;
  for (const event of agent.events) {
    const mapped = await mapAll(mapper, event);
    if ('ask' in mapped) asked++;
    else sent.push(...mapped.updates);
  }
  for (const update of sent) assertValid(update);
  const chunks = (kind: Update['sessionUpdate']) =>
    sent.flatMap((update) =>
      update.sessionUpdate === kind && 'content' in update && !Array.isArray(update.content) && update.content
        ? [(update.content as { text: string }).text]
        : [],
    );
  const said = chunks('agent_message_chunk').join('');
  for (const event of agent.events) {
    if (event.type === 'message-end' && event.message.role === 'assistant')
      assert.ok(said.includes(textOf(event.message.content)), 'every word of the model');
    if (event.type === 'notice') assert.ok(said.includes(event.view.title), event.view.title);
  }
  const ids = (event: 'call-start' | 'call-end') =>
    agent.events.flatMap((each) =>
      each.type !== event
        ? []
        : [each.type === 'call-start' ? each.call.id : each.type === 'call-end' ? each.callId : ''],
    );
  const updated = (kind: 'tool_call' | 'tool_call_update', isEnd: boolean) =>
    sent.flatMap((update) =>
      update.sessionUpdate === kind && (!isEnd || update.status === 'completed' || update.status === 'failed')
        ? [update.toolCallId]
        : [],
    );
  assert.deepEqual(updated('tool_call', false), ids('call-start'));
  assert.deepEqual(updated('tool_call_update', true), ids('call-end'));
  assert.equal(asked, agent.events.filter(({ type }) => type === 'request-start').length);
  assert.ok(asked >= 2);
});

test('CLI-1 ACP the titles of calls are in the language of the person, live and when a session is loaded', async () => {
  const fact = { is: 'entries', path: 'src', count: 3 } as const;
  const outcome = { status: 'ok', result: {} } as const;
  const view = { title: 'src 3 entries', fact };
  const mapped = await mapperFor(PLAIN, undefined, zhCn).map(
    stamped({ type: 'call-end', callId: 'c', outcome, view, durationMs: 1 }),
  );
  assert.ok('updates' in mapped);
  const message = { role: 'tool', callId: 'c', name: 'list', outcome, ...view } as const;
  const entry = { id: '1', at: 0, type: 'message', turn: 't', prompt: 'p', message } as const;
  const loaded: Update[] = [];
  for await (const update of replay([entry], () => undefined, '/work', zhCn.screen.views)) loaded.push(update);
  for (const [update] of [mapped.updates, loaded])
    assert.equal(update?.sessionUpdate === 'tool_call_update' && update.title, 'src 3 项');
});

function eventOf(type: Event['type']): Event {
  const found = EVENTS.find((event) => event.type === type);
  assert.ok(found, type);
  return found;
}

/** Output of a call is normally sent when it is due; here, at once. */
async function mapAll(mapper: EventMapper, event: Event, rest: Partial<Stamped> = {}): Promise<Mapped> {
  const mapped = await mapper.map(stamped(event, rest));
  return 'ask' in mapped ? mapped : { updates: [...mapped.updates, ...mapper.outputs()] };
}

function mapperFor(client: Client, agent?: AppAgent, words: Words = en): EventMapper {
  return createEventMapper({
    cwd: agent?.place.path ?? '/work',
    client,
    factsOf: () => undefined,
    readText: async () => undefined,
    words,
    options: () => [],
    isAnswering: () => false,
  });
}

function stamped(event: Event, rest: Partial<Stamped> = {}): Stamped {
  return { ...event, seq: 0, at: 0, ...rest } as Stamped;
}

function assertValid(update: Update): void {
  assert.equal(problemWith('session/update', 'Notification', { sessionId: 's', update }), '');
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
