import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { test } from 'node:test';
import * as sdk from '@agentclientprotocol/sdk';
import { acpClient, choosing, saidIn, startAcp } from '../fixtures/acp-client.ts';
import { alive, testServer } from '../fixtures/mcp.ts';
import { call, calls, HANG, say, startModelServer, status } from '../fixtures/model-server.ts';
import { bareOnly, runCoder, scratch } from '../fixtures/run-coder.ts';
import { trustProject } from '../fixtures/trust.ts';

type Json = Record<string, unknown>;

test('ACP-1 every kind of bad input gets its error code, and the conversation continues', async (t) => {
  const place = scratch(t);
  const client = await acpClient(t, place);
  client.write('not json\n[]\n');
  const codes = async (method: string, params: unknown) => (await client.request(method, params)).error?.code;
  assert.equal(await codes('no/such', {}), -32601);
  assert.equal(await codes('_vendor/method', {}), -32601);
  assert.equal(await codes('session/new', { cwd: 'relative', mcpServers: [] }), -32602);
  assert.equal(await codes('session/new', { cwd: join(place.path, 'nowhere'), mcpServers: [] }), -32602);
  assert.equal(await codes('session/new', { cwd: place.path, mcpServers: 'x' }), -32602);
  assert.equal(await codes('session/new', null), -32602);
  for (const method of ['session/prompt', 'session/close', 'session/delete', 'session/set_mode'])
    assert.equal(await codes(method, { sessionId: 'unknown', prompt: [], modeId: 'plan' }), -32602, method);
  assert.equal(await codes('session/load', { sessionId: 'unknown', cwd: place.path, mcpServers: [] }), -32602);
  assert.equal(await codes('authenticate', { methodId: 'sorcery' }), -32602);
  const session = await client.open(place);
  assert.equal(await codes('session/prompt', { sessionId: session }), -32602);
  assert.equal(await codes('session/set_mode', { sessionId: session, modeId: 'nothing' }), -32602);
  assert.equal(
    await codes('session/set_config_option', { sessionId: session, configId: 'nothing', value: 'x' }),
    -32602,
  );
  assert.deepEqual(
    client.lines.flatMap(({ id, error }) => (id === null ? [error?.code] : [])),
    [-32700, -32600],
  );
});

test('ACP-1 ACP-8 a higher protocol version is answered with 1, keys are set in a terminal, and no login is required', async (t) => {
  const place = scratch(t);
  const client = await acpClient(t, place, { args: [] });
  const answer = await client.ask('initialize', { protocolVersion: 7, clientCapabilities: {} });
  assert.equal(answer.protocolVersion, 1);
  assert.deepEqual(
    (answer.authMethods as Json[]).map(({ type }) => type),
    ['terminal'],
  );
  const session = await client.open(place);
  assert.deepEqual((await client.prompt(session, 'hello')).result, { stopReason: 'end_turn' });
  assert.match(saidIn(client.updates()), /offline model/);
  assert.equal(await client.end(), 0);
});

test('ACP-1 --acp means coder acp, and the arguments an editor adds to set a key lead to coder auth', async (t) => {
  const place = scratch(t);
  const line = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1}}\n';
  const { stdout, code } = await runCoder(['--acp'], { cwd: place.path, input: line });
  assert.equal(JSON.parse(stdout).result.protocolVersion, 1);
  assert.equal(code, 0);
  const auth = await runCoder(['acp', 'auth'], { cwd: place.path });
  assert.match(auth.stdout, /anthropic +no key \(ANTHROPIC_API_KEY\)/);
});

test('ACP-3 ACP-4 an editor sees thinking, plan, an edit with its diff, the exact command, a permission request and usage', {
  skip: bareOnly('this command is not asked about'),
}, async (t) => {
  const place = scratch(t);
  writeFileSync(join(place.path, 'a.txt'), 'one\ntwo\nthree\n');
  const line = 'printf "%s\\n" "a  b" && touch made';
  await using server = await startModelServer([
    calls([
      { name: 'read', args: { path: 'a.txt' } },
      { name: 'todowrite', args: { todos: [{ content: 'change it', status: 'in_progress' }] } },
      { name: 'edit', args: { path: 'a.txt', old_string: 'two', new_string: '2' } },
      { name: 'bash', args: { command: line } },
    ]),
    say('done'),
  ]);
  const client = await acpClient(t, place, { url: server.url, args: ['--mode', 'default'], answer: choosing('yes') });
  const session = await client.open(place);
  assert.deepEqual((await client.prompt(session, 'go')).result, { stopReason: 'end_turn' });

  const asked = client.lines
    .filter(({ method }) => method === 'session/request_permission')
    .map(({ params }) => params);
  const [edit, bash] = asked as { toolCall: Json; options: Json[] }[];
  const path = join(place.path, 'a.txt');
  assert.deepEqual(((edit?.toolCall.content ?? []) as Json[])[0], {
    type: 'diff',
    path,
    oldText: 'one\ntwo\nthree\n',
    newText: 'one\n2\nthree\n',
  });
  assert.equal(bash?.toolCall.title, line);
  assert.deepEqual(bash?.toolCall.rawInput, { command: line });
  assert.match(JSON.stringify(bash?.toolCall.content), /Why coder asks/);
  assert.deepEqual(
    edit?.options.map(({ kind, name }) => [kind, name]),
    [
      ['allow_once', 'Yes'],
      ['allow_always', 'Always in this session: edit'],
      ['reject_once', 'No'],
    ],
  );

  const started = client.updates('tool_call').map(({ kind, title, locations }) => ({ kind, title, locations }));
  assert.deepEqual(started[0], { kind: 'read', title: 'a.txt', locations: [{ path }] });
  assert.deepEqual(started[3], { kind: 'execute', title: line, locations: undefined });
  const ends = client.updates('tool_call_update').filter(({ status: end }) => end === 'completed');
  assert.equal(ends.length, 4);
  assert.deepEqual(ends.find(({ toolCallId }) => toolCallId === 'call_3')?.content, [
    { type: 'diff', path, oldText: 'one\ntwo\nthree\n', newText: 'one\n2\nthree\n' },
  ]);
  assert.match(JSON.stringify(ends.at(-1)?.content), /a {2}b/);
  assert.deepEqual(client.updates('plan').at(-1)?.entries, [
    { content: 'change it', priority: 'medium', status: 'in_progress' },
  ]);
  assert.equal(client.updates('session_info_update')[0]?.title, 'go');
  assert.ok(client.updates('usage_update').some(({ used }) => Number(used) > 0));
  assert.match(saidIn(client.updates()), /done/);
  assert.equal(readFileSync(path, 'utf8'), 'one\n2\nthree\n');
});

test('ACP-4 a refusal is reported, an open question is cancelled with the turn, and a risk offers no always', async (t) => {
  const place = scratch(t);
  await using server = await startModelServer([
    call('write', { path: 'no.txt', content: 'x' }),
    say('not written'),
    call('bash', { command: 'rm -rf "$HOME/x"' }),
    say('never'),
  ]);
  const answers: unknown[] = [{ outcome: { outcome: 'selected', optionId: 'no' } }, undefined];
  const client = await acpClient(t, place, { url: server.url, answer: () => answers.shift() });
  const session = await client.open(place);
  assert.deepEqual((await client.prompt(session, 'write')).result, { stopReason: 'end_turn' });
  assert.ok(!existsSync(join(place.path, 'no.txt')));
  const failed = client.updates('tool_call_update').find(({ status: end }) => end === 'failed');
  assert.match(JSON.stringify(failed?.content), /refused/);

  const second = client.prompt(session, 'remove');
  await until(() => client.lines.filter(({ method }) => method === 'session/request_permission').length === 2);
  const risky = client.lines.findLast(({ method }) => method === 'session/request_permission')?.params;
  assert.deepEqual(
    ((risky?.options ?? []) as Json[]).map(({ kind }) => kind),
    ['allow_once', 'reject_once'],
  );
  const third = await client.prompt(session, 'meanwhile');
  assert.match(third.error?.message ?? '', /prompt is being answered/);
  client.notify('session/cancel', { sessionId: session });
  assert.deepEqual((await second).result, { stopReason: 'cancelled' });
  assert.ok(
    client.lines.some(({ method }) => method === '$/cancel_request'),
    'the dialog is taken back',
  );
});

test('ACP-4 a turn that waits for its model can be cancelled, and the next prompt is answered', async (t) => {
  const place = scratch(t);
  await using server = await startModelServer([[HANG], say('here')]);
  const client = await acpClient(t, place, { url: server.url });
  const session = await client.open(place);
  const running = client.prompt(session, 'wait');
  await until(() => server.requests.length > 0);
  client.notify('session/cancel', { sessionId: session });
  assert.deepEqual((await running).result, { stopReason: 'cancelled' });
  assert.deepEqual((await client.prompt(session, 'again')).result, { stopReason: 'end_turn' });
  assert.match(saidIn(client.updates()), /here/);
});

test('ACP-2 a session begun in the terminal loads in the editor, and the editor’s session continues in the terminal', async (t) => {
  const place = scratch(t);
  await using server = await startModelServer([
    call('bash', { command: 'echo from-the-terminal' }),
    say('first answer'),
    say('second answer'),
    say('third answer'),
  ]);
  const options = { cwd: place.path, url: server.url, env: { HOME: place.home } };
  await runCoder(['-p', 'first question', '--mode', 'plan'], options);
  const client = await acpClient(t, place, { url: server.url });
  const { sessions } = await client.ask('session/list', { cwd: place.path });
  const [{ sessionId, title, cwd }] = sessions as [{ sessionId: string; title: string; cwd: string }];
  assert.deepEqual({ title, cwd }, { title: 'first question', cwd: place.path });

  const loaded = await client.ask('session/load', { sessionId, cwd: place.path, mcpServers: [] });
  assert.equal((loaded.modes as Json).currentModeId, 'plan');
  assert.equal(saidIn(client.updates(), 'user_message_chunk'), 'first question');
  assert.match(saidIn(client.updates()), /first answer/);
  assert.equal(client.updates('tool_call')[0]?.title, 'echo from-the-terminal');
  assert.match(JSON.stringify(client.updates('tool_call_update')[0]?.content), /from-the-terminal/);

  const held = await runCoder(['-p', 'x', '--resume', sessionId], options);
  assert.match(held.stderr, new RegExp(`process ${client.child.pid}`));
  await client.prompt(sessionId, 'second question');
  await client.ask('session/close', { sessionId });

  const back = await runCoder(['-p', 'third question', '--resume', sessionId], options);
  assert.equal(back.stdout, 'third answer\n');
  const sent = server.requests.at(-1)?.body ?? '';
  for (const text of ['first question', 'second question', 'second answer']) assert.ok(sent.includes(text), text);

  const before = client.updates().length;
  await client.ask('session/resume', { sessionId, cwd: place.path });
  assert.equal(saidIn(client.updates().slice(before), 'user_message_chunk'), '', 'resume replays nothing');
  await client.ask('session/delete', { sessionId });
  assert.deepEqual((await client.ask('session/list', { cwd: place.path })).sessions, []);
});

test('ACP-2 what coder says while a session loads reaches the editor; the recap, which the editor shows itself, does not', async (t) => {
  const place = scratch(t);
  writeFileSync(join(place.path, 'CLAUDE.md'), 'Be brief.\n');
  await trustProject(place);
  await using server = await startModelServer([say('first answer'), say('second answer')]);
  const options = { cwd: place.path, url: server.url, env: { HOME: place.home } };
  await runCoder(['-p', 'first question'], options);
  const client = await acpClient(t, place, { url: server.url });
  const { sessions } = await client.ask('session/list', { cwd: place.path });
  const [{ sessionId }] = sessions as [{ sessionId: string }];
  await client.ask('session/resume', { sessionId, cwd: place.path });
  await client.prompt(sessionId, 'second question');
  const said = saidIn(client.updates());
  assert.match(said, /Reading CLAUDE\.md/);
  assert.match(said, /second answer/);
  assert.doesNotMatch(said, /first answer|[Rr]esumed/);
});

test('ACP-2 loading a session that another process holds fails with that process’s id', async (t) => {
  const place = scratch(t);
  await using server = await startModelServer([say('hello')]);
  const first = await acpClient(t, place, { url: server.url });
  const sessionId = await first.open(place);
  await first.prompt(sessionId, 'hello');
  const second = await acpClient(t, place, { url: server.url });
  const { error } = await second.request('session/load', { sessionId, cwd: place.path, mcpServers: [] });
  assert.match(error?.message ?? '', new RegExp(`in use by process ${first.child.pid}`));
});

test('ACP-5 unsaved editor text is read and kept; a client that refuses a write fails the call and leaves nothing half done', async (t) => {
  const place = scratch(t);
  const path = join(place.path, 'a.txt');
  writeFileSync(path, 'saved\n');
  await using server = await startModelServer([
    call('read', { path: 'a.txt' }),
    call('edit', { path: 'a.txt', old_string: 'unsaved', new_string: 'changed' }),
    say('done'),
    call('edit', { path: 'a.txt', old_string: 'changed', new_string: 'again' }),
    say('not done'),
  ]);
  let buffer = 'unsaved\nsaved\n';
  let refuses = false;
  const client = await acpClient(t, place, {
    url: server.url,
    args: ['--mode', 'auto-edit'],
    capabilities: { fs: { readTextFile: true, writeTextFile: true } },
    answer(method, params) {
      if (method === 'fs/read_text_file') return { content: buffer };
      if (method !== 'fs/write_text_file') return undefined;
      if (refuses) return 'the buffer is locked';
      buffer = String(params.content);
      writeFileSync(String(params.path), buffer);
      return {};
    },
  });
  const session = await client.open(place);
  await client.prompt(session, 'change it');
  assert.ok(server.requests[1]?.body.includes('unsaved'), 'the model reads what is on the screen');
  assert.equal(buffer, 'changed\nsaved\n');
  refuses = true;
  await client.prompt(session, 'change it again');
  assert.equal(readFileSync(path, 'utf8'), 'changed\nsaved\n');
  const failed = client.updates('tool_call_update').find(({ status: end }) => end === 'failed');
  assert.match(JSON.stringify(failed?.content), /the buffer is locked/);
});

test('ACP-6 custom commands are listed with the built-in ones, and lines with / or ! work as in the terminal', async (t) => {
  const place = scratch(t);
  mkdirSync(join(place.home, '.coder', 'commands'), { recursive: true });
  writeFileSync(join(place.home, '.coder', 'commands', 'tidy.md'), '---\ndescription: tidy up\n---\nTidy $ARGUMENTS\n');
  await using server = await startModelServer([
    call('write', { path: 'new.txt', content: 'x\n' }),
    say('written'),
    say('tidied'),
  ]);
  const client = await acpClient(t, place, {
    url: server.url,
    answer: choosing('pick-0'),
    args: ['--mode', 'auto-edit'],
  });
  const session = await client.open(place);
  await client.prompt(session, 'write');
  const names = ((client.updates('available_commands_update')[0]?.availableCommands ?? []) as Json[]).map(
    ({ name }) => name,
  );
  for (const name of ['compact', 'undo', 'diff', 'cost', 'tidy', 'plan']) assert.ok(names.includes(name), name);
  assert.ok(!names.includes('vim') && !names.includes('yolo'));
  await client.prompt(session, '/diff');
  assert.match(saidIn(client.updates()), /new\.txt/);
  await client.prompt(session, '/undo');
  assert.ok(!existsSync(join(place.path, 'new.txt')));
  await client.prompt(session, '! echo by-hand');
  assert.match(JSON.stringify(client.updates('tool_call_update').at(-1)), /by-hand/);
  await client.prompt(session, '/tidy all');
  assert.ok(server.requests.at(-1)?.body.includes('Tidy all'));
});

test('ACP-7 mode, model and reasoning are options kept in sync both ways; yolo only if the person’s settings allow it', async (t) => {
  const place = scratch(t);
  await using server = await startModelServer(() => say('yes'));
  const client = await acpClient(t, place, { url: server.url });
  const session = await client.open(place);
  const option = async (configId: string, value: string) => {
    const { configOptions } = await client.ask('session/set_config_option', { sessionId: session, configId, value });
    return (configOptions as Json[]).find(({ id }) => id === configId)?.currentValue;
  };
  assert.equal(await option('mode', 'plan'), 'plan');
  assert.equal(client.updates('current_mode_update').at(-1)?.currentModeId, 'plan');
  assert.equal(await option('model', 'another'), 'another');
  assert.equal(await option('reasoning', 'high'), 'high');
  await client.prompt(session, 'hello');
  const body = JSON.parse(server.requests.at(-1)?.body ?? '{}') as Json;
  assert.deepEqual([body.model, body.reasoning_effort], ['another', 'high']);
  await client.prompt(session, '/auto-edit');
  assert.equal(client.updates('current_mode_update').at(-1)?.currentModeId, 'auto-edit');
  const { error } = await client.request('session/set_mode', { sessionId: session, modeId: 'yolo' });
  assert.equal(error?.code, -32602);
  await client.prompt(session, '/yolo');
  assert.equal(client.updates('current_mode_update').at(-1)?.currentModeId, 'auto-edit');

  mkdirSync(join(place.home, '.coder'), { recursive: true });
  writeFileSync(join(place.home, '.coder', 'config.json'), '{ "acp": { "yolo": true } }');
  const bold = await client.open(place);
  await client.ask('session/set_mode', { sessionId: bold, modeId: 'yolo' });
});

test('ACP-7 questions become a form if the client supports forms; otherwise the model decides', async (t) => {
  const place = scratch(t);
  const question = call('question', { questions: [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }] });
  await using server = await startModelServer([question, say('B it is'), question, say('as I like')]);
  const client = await acpClient(t, place, {
    url: server.url,
    capabilities: { elicitation: { form: {} } },
    answer: (method) => (method === 'elicitation/create' ? { action: 'accept', content: { answer0: 'B' } } : undefined),
  });
  await client.prompt(await client.open(place), 'ask me');
  assert.ok(server.requests[1]?.body.includes('\\"Which?\\"=\\"B\\"'), server.requests[1]?.body);
  const plain = await acpClient(t, place, { url: server.url });
  await plain.prompt(await plain.open(place), 'ask me');
  assert.ok(!plain.lines.some(({ method }) => method === 'elicitation/create'));
});

test('ACP-8 when standard input ends, running work is cancelled, its children end, and the session is saved', {
  skip: bareOnly('a command has another number than outside') || (process.platform !== 'linux' && 'reads /proc'),
}, async (t) => {
  const place = scratch(t);
  await using server = await startModelServer([call('bash', { command: 'echo $$ > pid; exec sleep 60' }), say('no')]);
  const client = await acpClient(t, place, { url: server.url, answer: choosing('yes') });
  const session = await client.open(place);
  void client.prompt(session, 'sleep');
  await until(
    () => existsSync(join(place.path, 'pid')) && readFileSync(join(place.path, 'pid'), 'utf8').endsWith('\n'),
  );
  assert.equal(await client.end(), 0);
  const pid = readFileSync(join(place.path, 'pid'), 'utf8').trim();
  await until(() => !existsSync(`/proc/${pid}`)); // on a busy machine, coder's watchdog ends it
  assert.match(
    readFileSync(join(place.path, '.coder', 'sessions', `${session}.jsonl`), 'utf8'),
    /"reason":"cancelled"/,
  );
});

test('ACP-8 a hook at the end that never returns does not keep coder from leaving, and ends too', {
  skip: process.platform !== 'linux' && 'reads /proc',
}, async (t) => {
  const place = scratch(t);
  const [hook, config, ran] = ['end.sh', 'c.json', 'ran'].map((name) => join(place.home, name)) as [
    string,
    string,
    string,
  ];
  // The first time it returns, which shows that it is run at all.
  writeFileSync(hook, `#!/bin/sh\ntest -e '${ran}' || exec touch '${ran}'\nwhile sleep 1; do :; done\n`, {
    mode: 0o755,
  });
  writeFileSync(config, JSON.stringify({ hooks: { SessionEnd: [{ hooks: [{ type: 'command', command: hook }] }] } }));
  const client = await acpClient(t, place, { args: ['--config', config] });
  await client.ask('session/close', { sessionId: await client.open(place) });
  assert.ok(existsSync(ran));
  await client.open(place);
  assert.equal(await client.end(), 0);
  await until(() => runningWith(hook).length === 0);
});

test('ACP-3 a failed turn is an error with its reason; retries and notices are shown', async (t) => {
  const place = scratch(t);
  writeFileSync(join(place.home, 'c.json'), '{ "runtime": { "retry_base_ms": 1 } }');
  await using server = await startModelServer([
    status(503, {}, 'busy'),
    say('ok'),
    status(401, {}, '{"error":{"message":"no"}}'),
  ]);
  const client = await acpClient(t, place, {
    url: server.url,
    args: ['--config', join(place.home, 'c.json')],
    capabilities: { session: { notices: {}, compaction: {} } },
  });
  const session = await client.open(place);
  await client.prompt(session, 'hello');
  assert.equal(client.updates('notice')[0]?.severity, 'warning');
  const { error } = await client.prompt(session, 'hello');
  assert.equal(error?.code, -32603);
  assert.match(error?.message ?? '', /401|key/);
  await client.prompt(session, '@missing.txt');
  assert.match(JSON.stringify(client.updates('notice').at(-1)), /missing\.txt/);
});

test('ACP-1 ACP-4 the protocol’s official library drives coder: sessions, a permission, updates, a cancel', async (t) => {
  const place = scratch(t);
  await using server = await startModelServer([call('write', { path: 'a.txt', content: 'x' }), say('written'), [HANG]]);
  const child = startAcp(t, place, { url: server.url });
  const seen: string[] = [];
  const app = sdk
    .client({ name: 'test' })
    .onRequest(sdk.methods.client.session.requestPermission, ({ params }) => ({
      outcome: { outcome: 'selected', optionId: params.options[0]?.optionId ?? '' },
    }))
    .onNotification(sdk.methods.client.session.update, ({ params }) => void seen.push(params.update.sessionUpdate));
  const stream = sdk.ndJsonStream(
    Writable.toWeb(child.stdin),
    Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
  );
  await app.connectWith(stream, async (agent) => {
    const { methods } = sdk;
    await agent.request(methods.agent.initialize, { protocolVersion: sdk.PROTOCOL_VERSION });
    const { sessionId } = await agent.request(methods.agent.session.new, { cwd: place.path, mcpServers: [] });
    const prompt = (text: string) =>
      agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] });
    assert.equal((await prompt('write')).stopReason, 'end_turn');
    assert.equal(readFileSync(join(place.path, 'a.txt'), 'utf8'), 'x');
    const waiting = prompt('wait');
    await until(() => server.requests.length > 2);
    await agent.notify(methods.agent.session.cancel, { sessionId });
    assert.equal((await waiting).stopReason, 'cancelled');
  });
  for (const kind of ['tool_call', 'tool_call_update', 'agent_message_chunk', 'available_commands_update'])
    assert.ok(seen.includes(kind), kind);
});

test('ACP-2 the client’s servers join the session with approval and are not saved; session/new does not wait for them', async (t) => {
  const place = scratch(t);
  const log = join(place.home, 'server.log');
  const { command, args } = testServer(`log=${log}`);
  const dead = {
    name: 'never answers',
    command: process.execPath,
    args: ['-e', 'setInterval(() => {}, 1000)'],
    env: [],
  };
  const echo = { name: 'my echo', command, args, env: [{ name: 'A', value: 'b' }] };
  await using server = await startModelServer([call('mcp__my-echo__echo', { text: 'hi there' }), say('done')]);
  const client = await acpClient(t, place, { url: server.url, answer: choosing('yes') });
  const session = await client.open(place, { mcpServers: [dead, echo] });
  const known = join(place.home, '.coder', 'mcp'); // the folder where server manifests are kept
  await until(() => existsSync(known) && readdirSync(known).some((name) => name.endsWith('.json')));
  assert.deepEqual((await client.prompt(session, 'go')).result, { stopReason: 'end_turn' });
  assert.match(JSON.stringify(client.updates('tool_call_update').at(-1)), /hi there/);
  assert.equal(client.lines.filter(({ method }) => method === 'session/request_permission').length, 1);
  assert.ok(!existsSync(join(place.home, '.coder', 'config.json')));
  const { error } = await client.request('session/new', { cwd: place.path, mcpServers: [{ name: 'x' }] });
  assert.equal(error?.code, -32602);
  await client.end();
  assert.deepEqual(alive(log), []);
});

/** Polls on every turn of the event loop; the test's time limit ends it. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((next) => setTimeout(next, 5));
}

/** The processes whose command line contains the text. */
function runningWith(text: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
    } catch {
      return false; // already gone
    }
  });
}
