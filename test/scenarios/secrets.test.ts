import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import type { Stamped } from '../../src/protocol/event.ts';
import { until } from '../fixtures/engines.ts';
import { call, calls, type RecordedRequest, say, startModelServer } from '../fixtures/model-server.ts';
import { CLI, coderEnv, runCoder, type Scratch, scratch } from '../fixtures/run-coder.ts';

/** One value for every kind of secret that coder knows. */
const SECRETS = {
  environment: 'hunter2-env-value-77',
  key: 'test-key-0123456789',
  dotenv: 's3cr3t-of-dotenv-42',
  quoted: 'quoted "value" 9$x',
  nested: 'n3sted-package-pw',
  netrc: 'netrcPass0word',
  aws: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  stored: 'stored-key-in-auth-json-1',
  url: 'p4ssw0rd-of-git',
  token: `ghp_${'a1B2c3'.repeat(6)}`,
  bearer: 'abcDEF1234567890xyzXYZ00',
  pem: 'MIIEpAIBAAKCAQEAx0PvR3JkQm9uZGVkU2VjcmV0S2V5TWF0ZXJpYWw12345678',
};

function plant({ path, home }: Scratch): NodeJS.ProcessEnv {
  mkdirSync(join(path, 'packages', 'a'), { recursive: true });
  mkdirSync(join(home, '.aws'));
  mkdirSync(join(home, '.coder'), { mode: 0o700 });
  mkdirSync(join(path, '.git'));
  const write = (file: string, text: string) => writeFileSync(file, text, { mode: 0o600 });
  write(
    join(path, '.env'),
    `PORT=3000\nDB_PASSWORD=${SECRETS.dotenv}\nODD_TOKEN='${SECRETS.quoted}'\nMODE=development\n`,
  );
  write(join(path, 'packages', 'a', '.env.local'), `API_SECRET=${SECRETS.nested}\n`);
  write(join(path, '.git', 'config'), `[remote "origin"]\n\turl = https://me:${SECRETS.url}@git.example/x.git\n`);
  write(join(path, 'server.pem'), `-----BEGIN PRIVATE KEY-----\n${SECRETS.pem}\n-----END PRIVATE KEY-----\n`);
  write(join(home, '.netrc'), `machine h login me password ${SECRETS.netrc}\n`);
  write(join(home, '.aws', 'credentials'), `[default]\naws_secret_access_key = ${SECRETS.aws}\n`);
  write(join(home, '.coder', 'auth.json'), JSON.stringify({ openai: SECRETS.stored }));
  return { HOME: home, SERVICE_PASSWORD: SECRETS.environment };
}

/** The secrets in every form a command can print; a value known only by its label comes first, with that label. */
function printed(): string {
  const all = Object.values(SECRETS).join('\n');
  return [
    `Authorization: Bearer ${SECRETS.bearer}`,
    all,
    Object.values(SECRETS)
      .map((value) => Buffer.from(value).toString('base64'))
      .join('\n'),
    Object.values(SECRETS)
      .map((value) => Buffer.from(`x${value}`).toString('base64'))
      .join('\n'),
    Object.values(SECRETS)
      .map((value) => Buffer.from(value).toString('hex'))
      .join('\n'),
    Object.values(SECRETS)
      .map((value) => encodeURIComponent(value))
      .join('\n'),
    JSON.stringify(JSON.stringify(SECRETS)),
  ].join('\n');
}

function rawIn(text: string): string[] {
  const forms = (value: string) => [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    Buffer.from(value).toString('hex'),
    Buffer.from(value).toString('base64').slice(0, 10),
    Buffer.from(`x${value}`).toString('base64').slice(4, 14),
  ];
  return Object.entries(SECRETS).flatMap(([kind, value]) =>
    forms(value)
      .filter((form) => text.includes(form))
      .map((form) => `${kind}: ${form}`),
  );
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

test('SECRET-1 SECRET-4 SEC-6 twelve kinds of secrets, printed in seven ways, reach no model, log, snapshot, spill file, JSON or export', async () => {
  using place = scratch();
  const env = plant(place);
  writeFileSync(join(place.path, 'out.txt'), `${printed()}\n${'filler words only\n'.repeat(4000)}${printed()}\n`);
  const line = 'cat out.txt; for i in 1 2 3; do cat out.txt; done >&2';
  await using server = await startModelServer([
    calls([
      { name: 'bash', args: { command: line } },
      { name: 'bash', args: { command: 'cat out.txt', background: true } },
      { name: 'read', args: { path: 'out.txt' } },
      { name: 'grep', args: { pattern: '.', path: 'out.txt' } },
      { name: 'jobs', args: { action: 'read', id: 'job1' } },
    ]),
    say('done'),
  ]);
  const run = (format: string) =>
    runCoder(['-p', `look at ${SECRETS.token}`, '--mode', 'yolo', '--yes', '--output-format', format], {
      cwd: place.path,
      url: server.url,
      env,
    });
  const { stdout, stderr, code } = await run('stream-json');
  assert.equal(code, 0, stderr);
  const bodies = server.requests.map(({ body }) => body).join('\n');
  assert.deepEqual(rawIn(bodies), [], 'to the model');
  assert.match(bodies, /\[secret:DB_PASSWORD\.[0-9a-f]{4}\]/);
  assert.deepEqual(rawIn(stdout), [], 'in stream-json');
  const kept = filesBelow(join(place.path, '.coder'));
  assert.ok(
    kept.some((file) => file.includes(join('cache', 'bash'))),
    'a spill file was written',
  );
  for (const file of kept) assert.deepEqual(rawIn(readFileSync(file, 'utf8')), [], file);
  assert.match(bodies, /PORT=3000|filler words only/);
  const [id = ''] = readdirSync(join(place.path, '.coder', 'sessions')).filter((name) => name.endsWith('.jsonl'));
  const exported = await runCoder(['export', id.replace('.jsonl', ''), '--md'], { cwd: place.path, env });
  assert.deepEqual(rawIn(exported.stdout), [], 'in the export');
});

/** An MCP server that returns the content of a file and records everything it is sent. */
const TELLING_SERVER = `
const { appendFileSync, readFileSync } = require('node:fs');
const [file, log] = process.argv.slice(2);
const tools = [{ name: 'tell', description: 'Tells', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } }];
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  appendFileSync(log, line + '\\n');
  const { id, method, params } = JSON.parse(line);
  const result = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 't', version: '1' } },
    'tools/list': { tools },
    'tools/call': { content: [{ type: 'text', text: readFileSync(file, 'utf8') }], structuredContent: { all: readFileSync(file, 'utf8') } },
  }[method];
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error: { code: -32601, message: 'no' } }) }));
});`;
const EVENTS = 'SessionStart UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure SubagentStart Stop'.split(' ');

const NOTIFIED = ['Notification', 'PermissionRequest'];

test('SECRET-1 SECRET-3 hooks and their output, MCP servers, sub-agents, recorded terminals, jobs and pages get no secret', async () => {
  using place = scratch();
  const env = plant(place);
  const at = (name: string) => join(place.home, name);
  writeFileSync(join(place.path, 'out.txt'), printed());
  writeFileSync(at('server.cjs'), TELLING_SERVER);
  const hook = { type: 'command', command: `cat >> ${at('hooks.log')}; cat ${join(place.path, 'out.txt')}` };
  const hooks = Object.fromEntries(EVENTS.map((event) => [event, [{ hooks: [hook] }]]));
  const tell = { command: process.execPath, args: [at('server.cjs'), join(place.path, 'out.txt'), at('mcp.log')] };
  writeFileSync(join(place.home, '.coder', 'config.json'), JSON.stringify({ hooks, mcpServers: { tell } }));
  let placeholder = '';
  await using server = await startModelServer((request) => {
    placeholder ||= /\[secret:DB_PASSWORD\.[0-9a-f]{4}\]/.exec(request.body)?.[0] ?? '';
    if (request.body.includes('"content":"SUB-TASK'))
      return request.body.includes('"role":"tool"') ? say('told') : call('read', { path: 'out.txt' });
    const step = request.body.split('"role":"tool"').length - 1;
    const steps = [
      call('bash', { command: 'cat out.txt; exit 3' }),
      call('bash', { command: 'cat out.txt; read x', interactive: true }),
      call('terminal', { action: 'read', id: 'term1' }),
      call('mcp__tell__tell', { text: 'x' }),
      call('mcp__tell__tell', { text: placeholder }),
      call('task', { agent: 'general', objective: 'SUB-TASK read out.txt' }),
    ];
    const isOver = request.body.includes('"content":"JOB') ? step === 1 : step === steps.length;
    return (isOver ? undefined : steps[step]) ?? say(`All of it: ${placeholder}`);
  });
  const options = { cwd: place.path, url: server.url, env };
  const args = ['--mode', 'yolo', '--yes', '--output-format', 'stream-json'];
  const { stdout } = await runCoder(['-p', `look at ${SECRETS.token}`, ...args], options);
  const bodies = server.requests.map(({ body }) => body).join('\n');
  assert.deepEqual(rawIn(bodies), [], 'to the model');
  assert.deepEqual(rawIn(stdout), [], 'in stream-json');
  assert.deepEqual(rawIn(readFileSync(at('hooks.log'), 'utf8')), [], 'to hooks');
  assert.deepEqual(rawIn(readFileSync(at('mcp.log'), 'utf8')), [], 'to servers');
  const heard = readFileSync(at('hooks.log'), 'utf8');
  for (const event of EVENTS) assert.ok(heard.includes(`"hook_event_name":"${event}"`), event);
  assert.equal(
    readFileSync(at('mcp.log'), 'utf8').split('"tools/call"').length - 1,
    1,
    'the call with a secret was not made',
  );
  const kept = filesBelow(join(place.path, '.coder'));
  assert.ok(
    kept.some((file) => file.endsWith('.cast')),
    'a recording was made',
  );
  for (const file of kept) assert.deepEqual(rawIn(readFileSync(file, 'utf8')), [], file);
  const [id = ''] = readdirSync(join(place.path, '.coder', 'sessions')).filter((name) => name.endsWith('.jsonl'));
  for (const format of ['--md', '--html']) {
    const exported = await runCoder(['export', id.replace('.jsonl', ''), format], options);
    assert.ok(exported.stdout.length > 1000, exported.stderr);
    assert.deepEqual(rawIn(exported.stdout), [], format);
  }
  const job = { id: 'job-1', cwd: place.path, prompt: 'JOB', mode: 'yolo' };
  const { stdout: result, stderr: steps } = await runCoder(['run', '--spec', '-'], {
    ...options,
    input: JSON.stringify(job),
  });
  assert.match(result, /All of it: \[secret:DB_PASSWORD/);
  assert.deepEqual([...rawIn(result), ...rawIn(steps)], [], 'in the result of a job');
});

test('SECRET-1 APR-9 programs that notify or answer for the person get no secret through input, command line or environment', async () => {
  using place = scratch();
  const env = plant(place);
  const log = join(place.home, 'heard.log');
  const command = `cat >> ${log}; tr '\\0' ' ' < /proc/$$/cmdline >> ${log}; env >> ${log}`;
  const hooks = Object.fromEntries(NOTIFIED.map((event) => [event, [{ hooks: [{ type: 'command', command }] }]]));
  writeFileSync(join(place.home, '.coder', 'config.json'), JSON.stringify({ hooks }));
  const questions = [
    { question: `Is ${SECRETS.dotenv} right?`, options: [{ label: SECRETS.environment }, { label: 'no' }] },
  ];
  await using server = await startModelServer([
    call('bash', { command: `rm -r ${SECRETS.dotenv} ${SECRETS.token}; echo ${SECRETS.environment}` }),
    call('question', { questions }),
    say(`It is ${SECRETS.dotenv}.`),
  ]);
  const options = { cwd: place.path, env: coderEnv({ cwd: place.path, url: server.url, env }) };
  const args = [CLI, '--input-format', 'stream-json', '--output-format', 'stream-json'];
  const coder = spawn(process.execPath, args, { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
  const send = (op: unknown) => coder.stdin.write(`${JSON.stringify(op)}\n`);
  send({ type: 'submit', text: `read .env, and look at ${SECRETS.token}` });
  for await (const line of createInterface(coder.stdout)) {
    const event = JSON.parse(line) as Stamped;
    if (event.type === 'turn-end') coder.stdin.end();
    if (event.type !== 'request-start') continue;
    const { id, kind } = event.request;
    if (kind === 'questions') await until(() => readFileSync(log, 'utf8').includes('elicitation_dialog')); // only the test waits for it
    send({ type: 'answer', id, answer: kind === 'approval' ? { kind, choice: 'no' } : { kind: 'cancelled' } });
  }
  const heard = readFileSync(log, 'utf8');
  for (const what of [...NOTIFIED, 'permission_prompt', 'elicitation_dialog', 'PATH='])
    assert.ok(heard.includes(what), what);
  assert.match(heard, /\[secret:/);
  assert.deepEqual(rawIn(heard), []);
});

test('SECRET-2 reading, editing and writing .env, JSON, YAML and PEM leaves every other byte unchanged', async () => {
  const files: Record<string, string> = {
    '.env': 'A=1\r\nDB_PASSWORD=s3cr3t-of-dotenv-42\r\nURL=postgres://u:p4ss-word-9@h/db\nLAST=x',
    'config.json': '{\n  "token": "ghp_a1B2c3a1B2c3a1B2c3a1B2c3a1B2c3a1B2c3",\n  "n": 1\n}\n',
    'secrets.yaml': 'password: "aX9-very-odd-value"\nname: x\n',
    'server.pem': `-----BEGIN PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKL\n'.repeat(3)}-----END PRIVATE KEY-----\n# end\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    using place = scratch();
    writeFileSync(join(place.path, name), text);
    await using server = await startModelServer((request, index) => {
      if (index === 0) return call('read', { path: name });
      if (index > 1) return say('done');
      const content = shownFile(request);
      assert.match(content, /\[secret:/, name);
      return call('write', { path: name, content: `${content.replace(/\n?$/, '\n')}added\n` });
    });
    const { code, stderr } = await runCoder(['-p', 'add a line', '--mode', 'yolo', '--yes'], {
      cwd: place.path,
      url: server.url,
      env: { CODER_HOME: place.home },
    });
    assert.equal(code, 0, stderr);
    const wanted = `${text.replaceAll('\r\n', '\n').replace(/\n?$/, '\n')}added\n`;
    assert.equal(readFileSync(join(place.path, name), 'utf8').replaceAll('\r\n', '\n'), wanted, name);
  }
});

test('SECRET-2 edits next to and around secrets in .env, JSON, YAML and PEM keep every other byte, including line ends and byte order marks', async () => {
  using place = scratch();
  const pem = `-----BEGIN PRIVATE KEY-----\r\n${'MIIEpAIBAAKCAQEA0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKL\r\n'.repeat(3)}-----END PRIVATE KEY-----\r\n`;
  const files: Record<string, [text: string, from: string, to: string]> = {
    '.env': ['A=1\r\nDB_PASSWORD=s3cr3t-of-dotenv-42\r\nURL=postgres://u:p4ss-word-9@h/db\nLAST=x', 'LAST=x', 'LAST=y'],
    'config.json': [
      '\uFEFF{\n\t"token": "ghp_a1B2c3a1B2c3a1B2c3a1B2c3a1B2c3a1B2c3",\n\t"n": 1 }\n\n',
      '"n": 1',
      '"n": 2',
    ],
    'secrets.yaml': ['password: "aX9-very-odd-value"  \nname: x\n', '"  \nname: x', '"  \nname: y'],
    'server.pem': [`${pem}# end`, '# end', '# END'],
  };
  for (const [name, [text]] of Object.entries(files)) writeFileSync(join(place.path, name), text);
  await using server = await startModelServer((_, index) => {
    if (index === 0) return calls(Object.keys(files).map((path) => ({ name: 'read', args: { path } })));
    if (index > 1) return say('done');
    return calls(
      Object.entries(files).map(([path, [, from, to]]) => ({
        name: 'edit',
        args: { path, old_string: from, new_string: to },
      })),
    );
  });
  const { code, stderr } = await runCoder(['-p', 'go', '--mode', 'yolo', '--yes'], {
    cwd: place.path,
    url: server.url,
  });
  assert.equal(code, 0, stderr);
  assert.ok((server.requests[1]?.body.split('[secret:').length ?? 0) > 4);
  for (const [name, [text, from, to]] of Object.entries(files))
    assert.equal(readFileSync(join(place.path, name), 'utf8'), text.replace(from, to), name);
});

test('SECRET-2 an edit refers to a secret by its placeholder; an unknown placeholder is refused and nothing is written', async () => {
  using place = scratch();
  writeFileSync(join(place.path, '.env'), 'DB_PASSWORD=s3cr3t-of-dotenv-42\nPORT=1\n');
  await using server = await startModelServer((request, index) => {
    const placeholder = /\[secret:DB_PASSWORD\.[0-9a-f]{4}\]/.exec(request.body)?.[0] ?? '';
    switch (index) {
      case 0:
        return call('read', { path: '.env' });
      case 1:
        return call('edit', {
          path: '.env',
          old_string: `${placeholder}\nPORT=1`,
          new_string: `${placeholder}\nPORT=2`,
        });
      case 2:
        return call('write', { path: '.env', content: 'DB_PASSWORD=[secret:DB_PASSWORD.zz]\n[secret:OTHER.0a1b]\n' });
      default:
        return say('done');
    }
  });
  const { stdout } = await runCoder(['-p', 'edit', '--mode', 'yolo', '--yes', '--output-format', 'json'], {
    cwd: place.path,
    url: server.url,
  });
  assert.equal(readFileSync(join(place.path, '.env'), 'utf8'), 'DB_PASSWORD=s3cr3t-of-dotenv-42\nPORT=2\n');
  const { tool_calls: made } = JSON.parse(stdout) as { tool_calls: { status: string; error?: string }[] };
  assert.deepEqual(
    made.map(({ status }) => status),
    ['ok', 'ok', 'failed'],
  );
  assert.match(made[2]?.error ?? '', /^\[secret:OTHER\.0a1b\] stands for a secret that is not known here/);
});

test('SECRET-3 a command that contains a secret asks even in yolo; unattended it is refused', async () => {
  using place = scratch();
  writeFileSync(join(place.path, '.env'), 'API_TOKEN=t0ken-value-of-env\n');
  await using server = await startModelServer((request, index) => {
    if (index === 0) return call('bash', { command: 'cat .env' });
    const placeholder = /\[secret:API_TOKEN\.[0-9a-f]{4}\]/.exec(request.body)?.[0];
    return index === 1 ? call('bash', { command: `touch sent; echo ${placeholder} > sent` }) : say('done');
  });
  const { code, stdout } = await runCoder(['-p', 'send', '--mode', 'yolo', '--yes', '--output-format', 'json'], {
    cwd: place.path,
    url: server.url,
  });
  const { tool_calls: made } = JSON.parse(stdout) as { tool_calls: { status: string; error?: string }[] };
  assert.deepEqual([code, made.map(({ status }) => status)], [4, ['ok', 'denied']]);
  assert.match(made[1]?.error ?? '', /gives API_TOKEN to touch/);
  assert.deepEqual(readdirSync(place.path).includes('sent'), false);
});

test('SEC-8 SECRET-9 process environments, process memory and stored keys are refused to tools and need approval in every mode', async () => {
  using place = scratch();
  const env = plant(place);
  const auth = join(place.home, '.coder', 'auth.json');
  await using server = await startModelServer([
    calls([
      { name: 'read', args: { path: '/proc/self/environ' } },
      { name: 'read', args: { path: auth } },
      { name: 'grep', args: { pattern: '.', path: auth } },
      { name: 'bash', args: { command: 'tr "\\0" "\\n" </proc/$PPID/environ' } },
      { name: 'bash', args: { command: 'cat /pr""oc/$PPID/env*' } },
    ]),
    say('done'),
  ]);
  const { stdout } = await runCoder(
    ['-p', 'x', '--mode', 'yolo', '--yes', '--output-format', 'json', '--add-dir', place.home],
    { cwd: place.path, url: server.url, env },
  );
  const { tool_calls: made } = JSON.parse(stdout) as { tool_calls: { status: string; error?: string }[] };
  assert.deepEqual(
    made.map(({ status }) => status),
    ['denied', 'denied', 'denied', 'denied', 'denied'],
    stdout,
  );
  const mentioned = await runCoder(['-p', `look at @${auth}`, '--add-dir', place.home], {
    cwd: place.path,
    url: server.url,
    env,
  });
  assert.notEqual(mentioned.code, 0);
  assert.match(mentioned.stderr, /path outside workspace|holds keys/);
});

/** The file as `read` showed it, without line numbers. */
function shownFile({ body }: RecordedRequest): string {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
  const text = messages.findLast(({ role }) => role === 'tool')?.content ?? '';
  return text.replace(/\n\[line ends[^\n]*\]$/, '').replaceAll(/^\d+\t/gm, '');
}
