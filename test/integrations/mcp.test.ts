import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { readEntries } from '../../src/integrations/mcp/entry.ts';
import { manifestStore } from '../../src/integrations/mcp/manifest.ts';
import type { Stamped } from '../../src/protocol/event.ts';
import type { ToolMessage } from '../../src/protocol/message.ts';
import type { Answer, Request } from '../../src/protocol/request.ts';
import { type AppAgent, appAgent, lastChange } from '../fixtures/app-agent.ts';
import { loginServer } from '../fixtures/login-server.ts';
import { alive, configureServers, loggedBy, testServer } from '../fixtures/mcp.ts';
import { type Scratch, scratch } from '../fixtures/run-coder.ts';
import { call, callsEnd, type Script, stop, text } from '../fixtures/scripted-provider.ts';

const done = [text('Done.'), stop];
const use = (tool: string, args: object = {}, id = tool): Script => [call(id, `mcp__test__${tool}`, args), callsEnd];
const yes = (request: Request): Answer =>
  request.kind === 'approval' ? { kind: 'approval', choice: 'yes' } : { kind: 'cancelled' };
/** A budget within which all definitions are sent. */
const ALL = { mcp: { tool_budget: 100_000 } };

function outcomes({ events }: { events: Stamped[] }): ToolMessage[] {
  return events.flatMap((event) =>
    event.type === 'message-end' && event.message.role === 'tool' ? [event.message] : [],
  );
}

function errorOf(message: ToolMessage | undefined): string {
  return message && message.outcome.status !== 'ok' ? message.outcome.error : '';
}

async function withServer(
  t: Parameters<typeof scratch>[0],
  scripts: Script[],
  options: {
    manners?: string[];
    more?: object;
    entry?: object;
    answer?: (request: Request) => Answer;
    place?: Scratch;
  } = {},
): Promise<AppAgent & { log: string }> {
  const place = options.place ?? scratch(t);
  const log = join(place.home, 'log.txt');
  const entry = { ...testServer(`log=${log}`, ...(options.manners ?? [])), ...options.entry };
  configureServers(place.home, { test: entry }, options.more ?? ALL);
  const answer = options.answer === undefined ? {} : { answer: options.answer };
  if (options.answer && !options.manners?.includes('hangs')) {
    const before = await appAgent(t as never, [done], { place }); // with a person present, nothing waits for a server that was never seen
    await before.say('learn');
    await before.close();
    rmSync(log, { force: true });
  }
  const agent = await appAgent(t as never, scripts, { place, ...answer });
  return { ...agent, log };
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test("EXT-3 EXT-7 a server's tools are known before it is started; it starts with its first call and ends with coder", async (t) => {
  const first = await withServer(t, [done]);
  await first.say('hi');
  await first.close();
  assert.deepEqual(loggedBy(first.log).slice(1), [
    'initialize',
    'notifications/initialized',
    'tools/list',
    'prompts/list',
    'resources/list',
  ]);
  rmSync(first.log);
  const second = await withServer(t, [done, use('echo', { text: 'hi' }), done], { place: first.place, answer: yes });
  await second.say('nothing');
  const names = second.provider.requests[0]?.tools.map(({ name }) => name) ?? [];
  assert.ok(names.includes('mcp__test__echo') && names.at(-1) === 'mcp__test__long');
  assert.deepEqual(loggedBy(second.log), [], 'nothing runs');
  await second.say('echo');
  assert.equal(outcomes(second)[0]?.text, 'echo: hi');
  assert.match(
    await second.say('/mcp'),
    /test {2}running, 10 tools \(~\d+ tokens\), 1 prompts, 1 resources, process \d+, started in \d+ ms/,
  );
  assert.equal(alive(second.log).length, 1);
  await second.close();
  assert.deepEqual(alive(second.log), []);
});

test('EXT-7 a server that never answers delays nothing; without a person it is waited for briefly and named', async (t) => {
  const place = scratch(t);
  const options = { manners: ['hangs'], more: { mcp: { first_wait_ms: 200 } }, place };
  const attended = await withServer(t, [done], { ...options, answer: yes });
  await attended.say('hi');
  assert.equal(attended.provider.requests.length, 1);
  assert.match(await attended.say('/mcp'), /test {2}(?:starting|not seen yet)/);
  await attended.close();
  const alone = await withServer(t, [done], options);
  await alone.say('hi');
  assert.deepEqual(lastChange(alone.events, 'skipped'), ['test']);
  await alone.close();
  assert.deepEqual(alive(alone.log), []);
});

test('EXT-10 results: text, structured data, images, failures, answers that violate their schema, and more than fits', async (t) => {
  const tools = ['data', 'picture', 'fail', 'wrong', 'long', 'echo'];
  const agent = await withServer(t, [...tools.map((tool) => use(tool)), done], { answer: yes });
  await agent.say('go');
  const [data, picture, fail, wrong, long, echo] = outcomes(agent);
  assert.deepEqual(data?.outcome.result, { text: 'here\n{"n":7}', structured: { n: 7 } });
  assert.ok(picture?.outcome.status === 'ok' && picture.outcome.images?.length === 1);
  assert.equal(picture?.text, '[a: demo://a]');
  assert.deepEqual(fail?.outcome, { status: 'failed', error: 'it did not work' });
  assert.match(wrong?.text ?? '', /^error: The answer of test violates its own schema/);
  assert.match(long?.text ?? '', /^begin x+\n\[\d+ characters left out; all of it is in .*\]\nx+ end$/);
  assert.match(errorOf(echo), /Wrong arguments for mcp__test__echo: text: is missing/);
});

test("EXT-10 a call asks with every argument and the server's claims; always covers a tool or a server; plan has no such tools", async (t) => {
  const asked: Request[] = [];
  const always = (request: Request): Answer => {
    asked.push(request);
    if (request.kind !== 'approval') return { kind: 'cancelled' };
    const scope = request.scopes.at(-1);
    return scope
      ? { kind: 'approval', choice: 'always', scope, lifetime: 'session' }
      : { kind: 'approval', choice: 'no' };
  };
  const agent = await withServer(t, [use('echo', { text: 'a' }), use('data'), done, done], { answer: always });
  await agent.say('go');
  assert.equal(asked.length, 1);
  const [request] = asked;
  assert.ok(request?.kind === 'approval');
  assert.deepEqual(request.scopes, [
    { permission: 'mcp', pattern: 'mcp__test__echo' },
    { permission: 'mcp', pattern: 'mcp__test__*' },
  ]);
  assert.match(JSON.stringify(request.view.body), /text\\": \\"a\\"[^]*test says: readOnly: true/);
  await agent.say('/plan');
  await agent.say('again');
  assert.ok(!agent.provider.requests.at(-1)?.tools.some(({ name }) => name.startsWith('mcp__')));
});

test("EXT-10 rules by pattern decide; the server's claims are trusted only if the user’s own file says so", async (t) => {
  const place = scratch(t);
  const permission = { mcp: { 'mcp__test__*': 'allow', mcp__test__fail: 'deny' } };
  const agent = await withServer(t, [use('data'), use('fail'), done], { place, more: { ...ALL, permission } });
  await agent.say('go');
  assert.deepEqual(
    outcomes(agent).map(({ outcome }) => outcome.status),
    ['ok', 'denied'],
  );
  assert.ok(!agent.provider.requests[0]?.tools.some(({ name }) => name === 'mcp__test__fail'));
  await agent.close();
  const trusting = await withServer(t, [use('echo', { text: 'x' }), use('data'), done], {
    place,
    entry: { trust_annotations: true },
  });
  await trusting.say('go');
  assert.deepEqual(
    outcomes(trusting).map(({ outcome }) => outcome.status),
    ['ok', 'denied'],
  );
});

test('EXT-8 beyond the budget, the model gets names and a search; tools it looks up are appended and stay', async (t) => {
  const search = (args: object, id: string): Script => [call(id, 'tool_search', args), callsEnd];
  const scripts = [
    search({ query: 'picture' }, 's1'),
    search({ names: ['echo'] }, 's2'),
    use('data'),
    search({ query: 'zzzz' }, 's3'),
    use('echo', {}, 'e1'),
    done,
    done,
  ];
  const agent = await withServer(t, scripts, { more: { mcp: { tool_budget: 10 } }, answer: yes });
  await agent.say('go');
  const sent = agent.provider.requests.map(({ tools }) =>
    tools.map(({ name }) => name).filter((name) => name.startsWith('mcp__')),
  );
  assert.deepEqual(sent, [
    [],
    ['mcp__test__picture'],
    ['mcp__test__picture', 'mcp__test__echo'],
    ['mcp__test__picture', 'mcp__test__echo', 'mcp__test__data'],
    ['mcp__test__picture', 'mcp__test__echo', 'mcp__test__data'],
    ['mcp__test__picture', 'mcp__test__echo', 'mcp__test__data'],
  ]);
  const description = agent.provider.requests[0]?.tools.at(-1)?.description ?? '';
  assert.match(description, /test: echo, fail, wrong, data, picture, crash, slow, ask, roots, long$/);
  assert.deepEqual(
    new Set(agent.provider.requests.map(({ tools }) => tools.find(({ name }) => name === 'tool_search')?.description))
      .size,
    1,
  );
  const [picture, , data, nothing, wrong] = outcomes(agent);
  assert.match(picture?.text ?? '', /^mcp__test__picture: Shows a picture\n\{"type":"object"/);
  assert.equal(data?.outcome.status, 'ok', 'by its exact name, without a search');
  assert.match(nothing?.text ?? '', /^error: Nothing found\./);
  assert.match(errorOf(wrong), /Its schema: \{"type":"object","properties":\{"text"/);
  await agent.close();
  const resumed = await appAgent(t, [done], { place: agent.place, session: { kind: 'continue' } });
  await resumed.say('on');
  assert.equal(resumed.provider.requests[0]?.tools.filter(({ name }) => name.startsWith('mcp__')).length, 3);
});

test('EXT-11 Esc cancels the call, not the server; a server that dies is restarted, and the outcome of its call is unknown', async (t) => {
  const agent = await withServer(t, [use('slow'), use('crash'), use('data'), done], { answer: yes });
  const turn = agent.say('go');
  while (!loggedBy(agent.log).includes('tools/call')) await new Promise((soon) => setTimeout(soon, 10));
  agent.cancel();
  await turn;
  assert.equal(outcomes(agent)[0]?.outcome.status, 'cancelled');
  assert.equal(alive(agent.log).length, 1);
  await agent.say('on');
  const [, crash, data] = outcomes(agent);
  assert.match(crash?.text ?? '', /lost in the middle of the call .*: whether it was done is unknown/);
  assert.equal(data?.outcome.status, 'ok');
  assert.equal(loggedBy(agent.log).filter((line) => line.startsWith('start ')).length, 2);
  await agent.close();
  assert.deepEqual(alive(agent.log), []);
});

test("EXT-11 text on standard output is counted and skipped; a server's last words are shown if it does not start", async (t) => {
  const noisy = await withServer(t, [use('data'), done], { manners: ['noise'], answer: yes });
  await noisy.say('go');
  assert.equal(outcomes(noisy)[0]?.outcome.status, 'ok');
  assert.match(await noisy.say('/mcp test'), /2 lines on standard output that were not messages/);
  const dead = await withServer(t, [done], { manners: ['dies'] });
  await dead.say('hi');
  assert.match(await dead.say('/mcp'), /test {2}failed: it ended with exit code 3: no database/);
  assert.match(await dead.say('/mcp reconnect test'), /no database/);
  assert.match(await dead.say('/mcp reconnect tset'), /Did you mean test\?/);
});

test('EXT-11 CLI-1 what is wrong with servers is said in Chinese, except for their own words', async (t) => {
  const place = scratch(t);
  const servers = {
    dies: testServer('dies'),
    gone: { command: '/no/such/program' },
    off: { command: 'x', enabled: false },
    unset: { command: '${NOWHERE}' },
    closed: { url: `http://127.0.0.1:${await closedPort()}/mcp` },
    nowhere: { url: 'nowhere' },
    silent: { command: 'sleep', args: ['60'], startup_timeout_ms: 100 },
  };
  configureServers(place.home, servers, { ...ALL, lang: 'zh-CN' });
  const agent = await appAgent(t, [done], { place });
  await agent.say('hi');
  const shown = await agent.say('/mcp');
  for (const line of [
    'dies  失败：已结束（退出码 3）：no database',
    `gone  失败：无法启动 /no/such/program：它或目录 ${place.path} 不存在`,
    'off  已关闭：已在配置中关闭',
    'unset  已关闭：没有设置变量 NOWHERE',
    'nowhere  失败：地址无效：nowhere',
    'closed  失败：无法连接（ECONNREFUSED）',
  ])
    assert.ok(shown.includes(line), `${line}\n${shown}`);
  assert.match(await agent.say('/mcp reconnect silent'), /silent 连接失败：在 100 毫秒内没有回答/);
  assert.match(await agent.say('/mcp reconnect gone'), /gone 连接失败：无法启动/);
  assert.match(await agent.say('see @gone:x'), /@gone:x：无法启动/);
  assert.match(await agent.say('see @none.txt'), /@none\.txt：没有这个文件/);
});

test('EXT-7 a manifest that no longer fits: nothing is run, and the call says so and shows the new schema', async (t) => {
  const place = scratch(t);
  const flag = join(place.home, 'changed');
  const options = { place, manners: [`changed=${flag}`], answer: yes };
  const before = await withServer(t, [done], options);
  await before.say('learn');
  await before.close();
  writeFileSync(flag, '');
  const agent = await withServer(
    t,
    [use('echo', { text: 'a' }), use('echo', { text: 'a', loud: true }, 'second'), done],
    options,
  );
  await agent.say('go');
  const [stale, fresh] = outcomes(agent);
  assert.match(stale?.text ?? '', /the arguments of echo have changed: .*"loud".*Nothing was run/);
  assert.equal(fresh?.text, 'echo: a');
});

for (const [revision, manners] of [
  ['2025-11-25', []],
  ['2026-07-28', ['modern']],
] as const)
  test(`EXT-12 ${revision}: a server's questions go to the person or are declined if no one is available; roots are the workspace; one process`, async (t) => {
    const answer = (request: Request): Answer => {
      if (request.kind !== 'questions') return yes(request);
      return {
        kind: 'questions',
        answers: request.questions.map(({ question, options }) =>
          /age/.test(question) ? '7' : /Name/.test(question) ? 'Ann' : (options[0]?.label ?? ''),
        ),
      };
    };
    const agent = await withServer(t, [use('ask'), use('roots'), use('echo', { text: 'x' }), done], {
      manners: [...manners],
      answer,
    });
    await agent.say('go');
    const [asked, roots, echoed] = outcomes(agent);
    assert.equal(echoed?.text, 'echo: x', 'a result that does not say its type is complete');
    assert.equal(loggedBy(agent.log).filter((line) => line.startsWith('start')).length, 1);
    assert.equal(asked?.text, '{"action":"accept","content":{"name":"Ann","age":7,"colour":"blue"}}');
    assert.match(roots?.text ?? '', /"roots":\[\{"uri":"file:\/\/\/[^"]*project"/);
    const alone = await withServer(t, [use('ask'), done], {
      manners: [...manners],
      more: { ...ALL, permission: { mcp: 'allow' } },
    });
    await alone.say('go');
    assert.equal(outcomes(alone)[0]?.text, '{"action":"decline"}');
  });

test('EXT-12 prompts are commands, resources are mentions', async (t) => {
  const agent = await withServer(t, [done, done, done, done]);
  await agent.say('learn');
  await agent.say('/test:greet who=Bob');
  assert.match(JSON.stringify(agent.provider.requests[1]?.messages.at(-1)), /Greet \{\\"who\\":\\"Bob\\"\}/);
  writeFileSync(join(agent.place.path, 'own.txt'), 'OWN-TEXT');
  await agent.say('/test:greet who=@own.txt');
  assert.doesNotMatch(
    JSON.stringify(agent.provider.requests[2]?.messages.at(-1)),
    /OWN-TEXT/,
    'what a server says attaches nothing',
  );
  assert.match(await agent.say('/test:greet'), /\/test:greet who=…/);
  await agent.say('look at @test:demo://a please');
  assert.match(JSON.stringify(agent.provider.requests.at(-1)?.messages.at(-1)), /CONTENT-OF-A/);
});

test("EXT-14 a project's server runs only after it was approved, and only unchanged", async (t) => {
  const place = scratch(t);
  const log = join(place.home, 'log.txt');
  writeFileSync(join(place.path, 'helper.txt'), 'a');
  const entry = { ...testServer(`log=${log}`, 'helper.txt'), env: { TOKEN_NAME: 'x' } };
  writeFileSync(join(place.path, '.mcp.json'), JSON.stringify({ mcpServers: { test: entry } }));
  configureServers(place.home, {}, { ...ALL, permission: { mcp: 'allow' } });
  const alone = await appAgent(t, [done], { place });
  await alone.say('hi');
  assert.deepEqual(lastChange(alone.events, 'skipped'), ['test']);
  assert.deepEqual(lastChange(alone.events, 'untrusted'), ['.mcp.json#test']);
  assert.match(await alone.say('/mcp'), /test {2}not trusted, so not used/);
  const asked: Request[] = [];
  const person = await appAgent(t, [], {
    place,
    answer: (request) => (asked.push(request), { kind: 'pick', picked: 0 }),
  });
  assert.deepEqual(loggedBy(log), [], '0 processes before the answer');
  const shown = await person.say('/trust add');
  assert.match(shown, /command: .*mcp-server\.ts.*helper\.txt[^]*variables: TOKEN_NAME/);
  assert.ok(!/not trusted/.test(await person.say('/mcp')), 'it counts at once');
  await person.close();
  const agent = await appAgent(t, [use('echo', { text: 'hi' }), done, use('echo', { text: 'hi' }, 'e2'), done], {
    place,
  });
  await agent.say('go');
  assert.equal(outcomes(agent)[0]?.text, 'echo: hi');
  await agent.say('/mcp reconnect test');
  writeFileSync(join(place.path, 'helper.txt'), 'b');
  const changed = await agent.say('/mcp reconnect test');
  assert.match(changed, /test is not what you trusted/);
});

test('EXT-13 a server that requires a login during work: on yes the browser is sent there and the call is made; on no nothing happens', async (t) => {
  const place = scratch(t);
  const { origin, seen } = await loginServer(t);
  configureServers(place.home, { test: { url: `${origin}/mcp` } }, { ...ALL, permission: { mcp: 'allow' } });
  const file = { source: 'user' as const, path: '', servers: { test: { url: `${origin}/mcp` } }, place: () => '' };
  const [entry] = readEntries(file, {}).entries;
  assert.ok(entry);
  await manifestStore(join(place.home, '.coder', 'mcp')).save(entry, {
    server: { name: 'test', version: '1' },
    protocol: '2025-11-25',
    tools: [{ name: 'open', description: 'opens', inputSchema: { type: 'object' } }],
    prompts: [],
    resources: [],
    at: 1,
  });
  const asked: string[] = [];
  let says = 1;
  const answer = (request: Request): Answer => {
    if (request.kind !== 'pick') return yes(request);
    asked.push(request.title);
    return { kind: 'pick', picked: says };
  };
  const agent = await appAgent(t as never, [use('open'), done, use('open', {}, 'again'), done], {
    place,
    answer: (request) => answer(request),
  });
  await agent.say('go');
  assert.match(outcomes(agent)[0]?.text ?? '', /wants a login/);
  assert.equal(seen.tokens.length, 0);
  says = 0;
  const going = agent.say('go on');
  const titles = () => agent.events.flatMap((event) => (event.type === 'notice' ? [event.view.title] : []));
  const isShown = (title: string) => title.startsWith('Log in at ');
  while (!titles().some(isShown)) await new Promise(setImmediate);
  await fetch(titles().find(isShown)?.slice('Log in at '.length) ?? ''); // as the browser does
  await going;
  assert.equal(outcomes(agent)[1]?.text, 'opened');
  assert.deepEqual(asked, Array(2).fill(`test (${origin}/mcp) wants a login. Log in with the browser now?`));
});

test('EXT-12 a server may use the model only if enabled and if a person approves its request; the usage is counted', async (t) => {
  const asked: string[] = [];
  let picked = 0;
  const answer = (request: Request): Answer => {
    if (request.kind !== 'pick') return yes(request);
    asked.push(request.title);
    return { kind: 'pick', picked };
  };
  const more = { ...ALL, mcp: { ...ALL.mcp, sampling: 'ask' } };
  const paid: Script = [text('42'), { type: 'end', reason: 'stop', usage: { input: 70, output: 7, cached: 0 } }];
  const scripts = [use('sample'), paid, done, use('sample', {}, 'second'), done];
  const agent = await withServer(t, scripts, { manners: ['samples'], more, answer });
  await agent.say('go');
  assert.match(outcomes(agent)[0]?.text ?? '', /"text":"42"/);
  assert.deepEqual(asked, ['test wants to ask the model (at most 50 tokens back):\nWhat is 6 x 7?\nAllow it?']);
  assert.deepEqual(agent.provider.requests[1]?.tools, []);
  assert.match(await agent.say('/cost'), /70 in .*7 out/);
  picked = 1;
  await agent.say('again');
  assert.match(outcomes(agent)[1]?.text ?? '', /refused/);
  const off = await withServer(t, [use('sample'), done], { manners: ['samples'], answer });
  await off.say('go');
  assert.match(outcomes(off)[0]?.text ?? '', /refused/, 'it is not told that there is a model');
  assert.equal(off.provider.requests.length, 2);
});
