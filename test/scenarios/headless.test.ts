import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { call, calls, D, DONE, F, H, HANG, say, startModelServer, status } from '../fixtures/model-server.ts';
import { runCoder, scratch } from '../fixtures/run-coder.ts';

test('CLI-2 -p prints the final answer on stdout and progress on stderr, and exits with 0', async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'a.txt'), 'one\n');
  await using server = await startModelServer([
    calls([{ name: 'read', args: { path: 'a.txt' } }], 'Reading.'),
    say('It says **one**.'),
  ]);
  const { code, stdout, stderr } = await runCoder(['-p', 'what is in a.txt?'], { cwd: place.path, url: server.url });
  assert.deepEqual([code, stdout], [0, 'It says **one**.\n']);
  assert.match(stderr, /^Reading\.\n\[read\] a\.txt\n\[read\] a\.txt.* \(\d+ ms\)\n$/);
});

test('PRV-1 a function_call from an older server is run, and its result is returned under its id', async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'a.txt'), 'one\n');
  const piece = (part: object) => D({ function_call: part });
  await using server = await startModelServer([
    [
      H,
      piece({ name: 'read', arguments: '' }),
      piece({ arguments: '{"path":' }),
      piece({ arguments: '"a.txt"}' }),
      F('function_call') + DONE,
    ],
    say('One.'),
  ]);
  const { code, stdout, stderr } = await runCoder(['-p', 'read it'], { cwd: place.path, url: server.url });
  assert.deepEqual([code, stdout], [0, 'One.\n'], stderr);
  const { messages } = JSON.parse(server.requests[1]?.body ?? '{}') as {
    messages: { tool_calls?: { id: string }[]; tool_call_id?: string; content: string }[];
  };
  const [asked, answered] = messages.slice(-2);
  assert.equal(asked?.tool_calls?.length, 1);
  assert.equal(answered?.tool_call_id, asked?.tool_calls?.[0]?.id);
  assert.match(answered?.content ?? '', /one/);
});

test('CLI-2 json prints one object with answer, usage, session id, tool calls and duration', async () => {
  using place = scratch();
  await using server = await startModelServer([call('list', {}), say('Nothing here.')]);
  const { code, stdout } = await runCoder(['-p', 'list', '--output-format', 'json'], {
    cwd: place.path,
    url: server.url,
  });
  const result = JSON.parse(stdout) as Record<string, unknown>;
  assert.equal(code, 0);
  const [made] = result.tool_calls as { duration_ms: number }[];
  assert.deepEqual(
    { ...result, duration_ms: 0, session: '', tool_calls: [{ ...made, duration_ms: 0 }] },
    {
      answer: 'Nothing here.',
      stop: 'answered',
      session: '',
      model: 'scripted',
      mode: 'build',
      usage: result.usage,
      tool_calls: [{ name: 'list', arguments: {}, status: 'ok', duration_ms: 0 }],
      duration_ms: 0,
    },
  );
  assert.match(String(result.session), /^\d{8}-\d{6}-[a-z0-9]{4}$/);
});

test('CLI-2 stream-json prints one numbered event per line, from the state to the end of the turn', async () => {
  using place = scratch();
  await using server = await startModelServer([say('hi')]);
  const { stdout } = await runCoder(['-p', 'hello', '--output-format', 'stream-json'], {
    cwd: place.path,
    url: server.url,
  });
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; seq: number });
  assert.deepEqual(
    events.map(({ seq }) => seq),
    events.map((_, index) => index),
  );
  assert.deepEqual(
    events.map(({ type }) => type),
    ['state-change', 'turn-start', 'message-end', 'text-delta', 'message-end', 'state-change', 'turn-end'],
  );
});

test('CLI-3 standard input is one message; with lines it is several messages of one session; blank input is wrong usage', async () => {
  using place = scratch();
  await using server = await startModelServer((request) => {
    const { messages } = JSON.parse(request.body) as { messages: { role: string; content: unknown }[] };
    return say(`heard ${messages.filter(({ role }) => role === 'user').length}`);
  });
  const whole = await runCoder([], { cwd: place.path, url: server.url, input: 'two\nlines\n' });
  const lines = await runCoder(['--input-format', 'lines'], {
    cwd: place.path,
    url: server.url,
    input: 'first\nsecond\n',
  });
  const empty = await runCoder([], { cwd: place.path, url: server.url, input: '' });
  assert.deepEqual([whole.code, whole.stdout], [0, 'heard 1\n']);
  assert.deepEqual([lines.code, lines.stdout], [0, 'heard 1\nheard 2\n']);
  assert.deepEqual([empty.code, empty.stdout], [2, '']);
  assert.match(empty.stderr, /coder -p .*\n.*coder demo/s);
});

test('CLI-3 APR-1 a program can hold a conversation and answer approvals through stream-json', async () => {
  using place = scratch();
  await using server = await startModelServer([call('write', { path: 'new.txt', content: 'x\n' }), say('Written.')]);
  const ended = runCoder(['--input-format', 'stream-json', '--output-format', 'stream-json'], {
    cwd: place.path,
    url: server.url,
    onSpawn: (child) => void child,
  });
  const direct = await ended;
  assert.equal(direct.code, 2, 'no input at all is wrong usage');

  const { spawn } = await import('node:child_process');
  const { CLI, coderEnv } = await import('../fixtures/run-coder.ts');
  const args = [CLI, '--input-format', 'stream-json', '--output-format', 'stream-json'];
  const child = spawn(process.execPath, args, {
    cwd: place.path,
    env: coderEnv({ cwd: place.path, url: server.url }),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.write('{"type":"submit","text":"write it"}\n');
  const types: string[] = [];
  const { createInterface } = await import('node:readline');
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line) as { type: string; request?: { id: string; choices: string[] } };
    types.push(event.type);
    if (event.type === 'request-start') {
      assert.deepEqual(event.request?.choices.slice(0, 2), ['yes', 'no']);
      const answer = { type: 'answer', id: event.request?.id, answer: { kind: 'approval', choice: 'yes' } };
      child.stdin.write(`${JSON.stringify(answer)}\n`);
    }
    if (event.type === 'turn-end') child.stdin.end();
  }
  assert.equal(readFileSync(join(place.path, 'new.txt'), 'utf8'), 'x\n');
  assert.ok(types.includes('request-end'));
});

for (const [format, submit, leave] of [
  ['stream-json', '{"type":"submit","text":"hi"}', '{"type":"close"}'],
  ['lines', 'hi', '/exit'],
] as const) {
  test(`CLI-3 CMD-1 ${leave} ends a conversation in ${format} whose standard input stays open`, async () => {
    using place = scratch();
    await using server = await startModelServer([say('Hello.')]);
    const { code, stdout } = await runCoder(['--input-format', format], {
      cwd: place.path,
      url: server.url,
      input: `${submit}\n${leave}\n`,
      keepOpen: 'always',
    });
    assert.deepEqual([code, stdout], [0, 'Hello.\n']);
  });
}

test('APR-4 CLI-2 if no one can be asked, an edit is refused, nothing is written, and the exit code is 4', async () => {
  using place = scratch();
  await using server = await startModelServer([call('write', { path: 'new.txt', content: 'x' }), say('I could not.')]);
  const { code, stdout, stderr } = await runCoder(['-p', 'write'], { cwd: place.path, url: server.url });
  assert.deepEqual([code, stdout], [4, 'I could not.\n']);
  assert.match(stderr, /needs approval, and no one is available to give it \(--mode auto-edit allows edits; --yes or/);
  assert.throws(() => statSync(join(place.path, 'new.txt')));
});

test('APR-4 the hint for a refused command names no mode for edits', async () => {
  using place = scratch();
  await using server = await startModelServer([call('bash', { command: 'touch x' }), say('I could not.')]);
  const options = { cwd: place.path, url: server.url, env: { CODER_SANDBOX: 'off' } };
  const { code, stderr } = await runCoder(['--mode', 'auto-edit', '-p', 'touch'], options);
  assert.equal(code, 4);
  assert.match(stderr, /no one is available to give it \(--yes or approval\.auto_approve_ask approves/);
});

test('CLI-2 a server that is not used is named once, with where to find out why', async () => {
  using place = scratch();
  mkdirSync(join(place.path, '.coder'));
  writeFileSync(join(place.path, '.coder', 'config.json'), '{"mcpServers":{"x":{"command":"cat"}}}');
  const { stderr } = await runCoder(['-p', 'hi', '--model', 'offline'], { cwd: place.path });
  assert.deepEqual(stderr.match(/^coder: .*/gm), [
    'coder: running without these MCP servers: x ("coder mcp list" says why)',
  ]);
});

test('PRV-8 without a terminal, a reached budget says how to continue from the shell', async () => {
  using place = scratch();
  await using server = await startModelServer([say('Hi.')]);
  const { code, stderr } = await runCoder(['--budget', '1 tokens', '-p', 'hi'], { cwd: place.path, url: server.url });
  assert.equal(code, 3);
  assert.match(
    stderr,
    /Nothing is lost: coder --continue --budget LIMIT -p "continue" continues with a higher limit\./,
  );
});

test('CLI-2 a step limit exits with 3, a cancel with 130', async () => {
  using place = scratch();
  writeFileSync(join(place.home, 'c.json'), '{ "runtime": { "max_steps": 2 } } // two');
  await using server = await startModelServer((_request, index) => call('list', {}, `call_${index}`));
  const limited = await runCoder(['-p', 'go', '--config', join(place.home, 'c.json')], {
    cwd: place.path,
    url: server.url,
  });
  assert.equal(limited.code, 3);
  assert.match(limited.stderr, /step limit reached \(2\)/);

  await using slow = await startModelServer([[H, D({ content: 'so ' }), HANG]]);
  const cancelled = await runCoder(['-p', 'go', '--output-format', 'stream-json'], {
    cwd: place.path,
    url: slow.url,
    onSpawn(child) {
      let seen = '';
      child.stdout?.on('data', (text: string) => {
        const before = seen;
        seen += text;
        if (seen.includes('"so "') && !before.includes('"so "')) child.kill('SIGINT');
      });
    },
  });
  assert.equal(cancelled.code, 130);
  assert.match(cancelled.stdout, /"interrupted":true[\s\S]*"reason":"cancelled"/);
});

test('SES-1 TURN-6 a turn of 20 calls leaves a session that can be sent unchanged', async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'a.txt'), 'one\n');
  await using server = await startModelServer((_request, index) => {
    if (index >= 10) return say('Done.');
    return calls([
      { name: 'read', args: { path: 'a.txt', limit: index + 1 }, id: 'same' },
      { name: 'list', args: index % 2 ? '{"path":' : {}, id: 'same' },
    ]);
  });
  const { code } = await runCoder(['-p', 'go'], { cwd: place.path, url: server.url });
  assert.equal(code, 0);

  const folder = join(place.path, '.coder', 'sessions');
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const session = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
    model: string;
    tools: { type: string; function: { name: string } }[];
    messages: {
      role: string;
      content?: unknown;
      tool_calls?: { id: string; function: { arguments: string } }[];
      tool_call_id?: string;
    }[];
  };
  assert.equal(session.model, 'scripted');
  assert.ok(session.tools.every(({ type, function: { name } }) => type === 'function' && name !== ''));
  const asked = session.messages.flatMap(({ tool_calls }) => tool_calls ?? []);
  const answered = session.messages.flatMap(({ tool_call_id }) => tool_call_id ?? []);
  assert.equal(asked.length, 20);
  assert.deepEqual(
    answered,
    asked.map(({ id }) => id),
  );
  assert.equal(new Set(answered).size, 20);
  for (const {
    function: { arguments: text },
  } of asked)
    JSON.parse(text);
  assert.deepEqual(
    session.messages.slice(0, 2).map(({ role }) => role),
    ['system', 'user'],
  );

  assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.ok(statSync(join(place.path, '.coder', '.gitignore')).isFile());
});

test('SES-3 --continue resumes the latest session, --resume a named one; an unknown session is reported', async () => {
  using place = scratch();
  await using server = await startModelServer((request) => {
    const { messages } = JSON.parse(request.body) as { messages: unknown[] };
    return say(`${messages.length} messages`);
  });
  const options = { cwd: place.path, url: server.url };
  assert.equal((await runCoder(['-p', 'one'], options)).stdout, '2 messages\n');
  assert.equal((await runCoder(['-c', '-p', 'two'], options)).stdout, '4 messages\n');
  const listed = await runCoder(['sessions', '--json'], options);
  const [latest] = JSON.parse(listed.stdout) as { id: string }[];
  assert.equal((await runCoder(['-r', latest?.id ?? '', '-p', 'three'], options)).stdout, '6 messages\n');
  const unknown = await runCoder(['-r', 'nope', '-p', 'four'], options);
  assert.deepEqual([unknown.code, unknown.stderr], [1, 'coder: Session not found: nope\n']);
});

test('SES-6 E2 I8 the key appears in no file, no output and no child environment', async () => {
  using place = scratch();
  const key = 'sk-canary-0123456789abcdefghij';
  await using server = await startModelServer([
    call('bash', { command: 'env; cat /proc/self/environ' }),
    say(`your key is ${key}`),
    status(401, {}, JSON.stringify({ error: { message: `Incorrect API key provided: ${key}` } })),
  ]);
  const env = { AGENT_API_KEY: key, OTHER_SECRET: `${key}-other` };
  const args = ['--input-format', 'lines', '--output-format', 'stream-json', '--mode', 'yolo'];
  const { stdout, stderr } = await runCoder(args, { cwd: place.path, url: server.url, env, input: 'env\nagain\n' });
  const files = readdirSync(join(place.path, '.coder'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const file of files) assert.ok(!readFileSync(join(file.parentPath, file.name), 'utf8').includes(key), file.name);
  const output = stdout
    .split('\n')
    .filter((line) => !line.includes('your key is') && !line.includes('text-delta'))
    .join('\n');
  assert.ok(!output.includes(key));
  assert.ok(!stderr.includes(key));
  assert.match(stdout, /"reason":"failed"/);
});

test('IN-10 @path attaches a file, some of its lines or a folder; a missing path is reported before anything is sent', async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'a b.txt'), 'one\ntwo\nthree\n');
  await using server = await startModelServer(() => say('ok'));
  const options = { cwd: place.path, url: server.url };
  const missing = await runCoder(['-p', 'look at @nope/x.ts please'], options);
  assert.deepEqual([missing.code, missing.stderr, server.requests.length], [1, '@nope/x.ts: no such file\n', 0]);

  await runCoder(['-p', 'compare @"a b.txt":2-3 and @./ for @someone'], options);
  const { messages } = JSON.parse(server.requests[0]?.body ?? '') as { messages: { content: unknown }[] };
  const sent = JSON.stringify(messages[1]?.content);
  assert.match(sent, /compare @\\"a b\.txt\\":2-3/);
  assert.match(sent, /<attached path=\\"a b\.txt:2-3\\">\\ntwo\\nthree/);
  assert.match(sent, /<attached path=\\"\.\\">[^<]*a b\.txt/);
});

test('CMD-4 CLI-2 a command that fails prints to stderr and exits with 1; one that succeeds is answered', async () => {
  using place = scratch();
  const options = { cwd: place.path, env: { AGENT_MODEL: 'offline' } };
  const rows = [
    ['/export foo', /^Nothing has been said/],
    ['/mode foo', /^Unknown mode: foo\./],
    ['/budget x', /is not a budget/],
    ['/resume nope', /^Session not found: nope$/],
    ['/loop maybe', /Say \/loop on or \/loop off/],
    ['/permissions lax', /^Unknown preset: lax\./],
    ['/undo many', /takes a number of turns/],
    ['/copy', /^There is no clipboard here\.$/],
    ['/nosuch', /^Unknown command: \/nosuch\. \/help lists them\.$/],
  ] as const;
  const input = rows.map(([line]) => `${line}\n`).join('');
  const all = await runCoder(['--input-format', 'lines'], { ...options, input });
  assert.deepEqual([all.code, all.stdout], [1, '']);
  const said = all.stderr.trimEnd().split('\n');
  assert.equal(said.length, rows.length, all.stderr);
  for (const [index, [, pattern]] of rows.entries()) assert.match(said[index] ?? '', pattern);
  const one = await runCoder(['-p', '/mode foo'], options);
  assert.deepEqual([one.code, one.stdout, one.stderr], [1, '', `${said[1]}\n`]);
  const json = async (line: string) => {
    const { code, stdout } = await runCoder(['-p', line, '--output-format', 'json'], options);
    const { answer, stop, error } = JSON.parse(stdout) as Record<string, string | undefined>;
    return { code, stop, answer: answer?.split('\n')[0], error };
  };
  const wrong = await json('/nosuch');
  assert.deepEqual(wrong, {
    code: 1,
    stop: 'failed',
    answer: '',
    error: 'Unknown command: /nosuch. /help lists them.',
  });
  assert.deepEqual(await json('/help'), { code: 0, stop: 'answered', answer: 'Commands', error: undefined });
  assert.deepEqual(await json('/exit'), { code: 0, stop: 'answered', answer: '', error: undefined });
});

test('CLI-2 CLI-3 the exit code of several messages is that of the last one, commands included', async () => {
  using place = scratch();
  for (const [input, code] of [
    ['! false\n/nosuch\n/mode\n', 0],
    ['/mode\n/nosuch\n', 1],
    ['/nosuch\n! true\n', 0],
  ] as const) {
    const args = ['--input-format', 'lines', '--output-format', 'json'];
    const ended = await runCoder(args, { cwd: place.path, env: { AGENT_MODEL: 'offline' }, input });
    const { stop } = JSON.parse(ended.stdout) as { stop: string };
    assert.deepEqual([ended.code, stop], [code, code === 0 ? 'answered' : 'failed'], input);
  }
});

test('CMD-1 CLI-2 a failing command of the person exits with 1, and progress shows how it ended', async () => {
  using place = scratch();
  const options = { cwd: place.path, env: { AGENT_MODEL: 'offline' } };
  const failed = await runCoder(['-p', '! false'], options);
  assert.equal(failed.code, 1);
  assert.match(failed.stdout, /^\$ false\nexit=1 /);
  assert.match(failed.stderr, /^\[bash\] false\n\[bash\] false \(exit 1, \d+ ms\)\n$/);
  const json = await runCoder(['-p', '! false', '--output-format', 'json'], options);
  assert.match(json.stdout, /"tool_calls":\[\{"name":"bash",[^\]]*"status":"ok","exit_code":1,/);
  const fine = await runCoder(['-p', '! true'], options);
  assert.equal(fine.code, 0);
  assert.match(fine.stderr, /\n\[bash\] true \(\d+ ms\)\n$/);

  await using server = await startModelServer([call('bash', { command: 'false' }), say('It fails.')]);
  const asked = await runCoder(['-p', 'does it work?'], { cwd: place.path, url: server.url });
  assert.deepEqual([asked.code, asked.stdout], [0, 'It fails.\n']);
  assert.match(asked.stderr, /\(exit 1, \d+ ms\)/);
});

test('CLI-3 -p adds standard input to the prompt, gives up on a silent pipe after a second, and ignores it with --no-stdin', async () => {
  using place = scratch();
  await using server = await startModelServer(() => say('ok'));
  const options = { cwd: place.path, url: server.url };
  const input = 'FAIL a.test.ts\n  see @nope/x.ts\n';
  await runCoder(['-p', 'why?', '--stdin'], { ...options, input });
  await runCoder(['-p', 'why?'], { ...options, input: '' });
  await runCoder(['-p', 'why?'], { ...options, input });
  await runCoder(['-p', 'why?', '--no-stdin'], { ...options, input });
  // A pipe that stays open belongs to another process, so nothing waits for it.
  const { spawn } = await import('node:child_process');
  const { CLI, coderEnv } = await import('../fixtures/run-coder.ts');
  const shell = ['-c', '"$0" "$@" < pipe', process.execPath, CLI, '-p', 'why?'];
  const { execFileSync } = await import('node:child_process');
  execFileSync('mkfifo', [join(place.path, 'pipe')]);
  const { constants, openSync, closeSync } = await import('node:fs');
  const pipe = openSync(join(place.path, 'pipe'), constants.O_RDWR);
  const child = spawn('/bin/sh', shell, {
    cwd: place.path,
    env: coderEnv(options),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  closeSync(pipe);
  const [attached, empty, seen, unseen, open] = server.requests.map(({ body }) => {
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    return messages[1]?.content;
  });
  assert.equal(attached, `why?\n\n<attached path="standard input">\n${input}\n</attached>`);
  assert.equal(seen, attached);
  assert.deepEqual([code, empty, unseen, open], [0, 'why?', 'why?', 'why?']);
  assert.match(stderr, /^standard input was silent for a second and is ignored; /);
});

test('CLI-2 a prompt can begin with a dash', async () => {
  using place = scratch();
  await using server = await startModelServer(() => say('ok'));
  const { code } = await runCoder(['-p', '- fix this\n- and that'], { cwd: place.path, url: server.url });
  assert.equal(code, 0);
  assert.match(server.requests[0]?.body ?? '', /- fix this\\n- and that/);
});

test('I8 a key that the server repeats in its answer is not printed in any format', async () => {
  using place = scratch();
  for (const format of ['text', 'json', 'stream-json']) {
    await using server = await startModelServer([say('Your key is test-key-0123456789, right?')]);
    const args = ['-p', 'x', '--output-format', format];
    const { code, stdout, stderr } = await runCoder(args, { cwd: place.path, url: server.url });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Your key is/);
    assert.doesNotMatch(stdout + stderr, /test-key-0123456789/, format);
  }
});

test('OUT the sources of an answer appear below the text, in the JSON, and as events', async (t) => {
  const place = scratch(t);
  const cited = { title: 'Docs\u001b[2J', url: 'https://example.com/docs' };
  const annotations = [{ type: 'url_citation', url_citation: cited }];
  const script = [H, D({ content: 'It is so.' }) + D({ annotations }) + F('stop') + DONE];
  await using server = await startModelServer([script]);
  const run = (format: string) =>
    runCoder(['-p', 'is it?', '--output-format', format], { cwd: place.path, url: server.url });
  assert.equal((await run('text')).stdout, 'It is so.\n[1] Docs https://example.com/docs\n');
  const json = JSON.parse((await run('json')).stdout) as { answer: string; citations: unknown };
  assert.deepEqual([json.answer, json.citations], ['It is so.', [cited]]);
  const events = (await run('stream-json')).stdout.trim().split('\n');
  const types = events.map((line) => (JSON.parse(line) as { type: string }).type);
  assert.ok(types.indexOf('text-delta') < types.indexOf('citation'), types.join(' '));
  assert.ok(types.indexOf('citation') < types.lastIndexOf('message-end'), types.join(' '));
});
