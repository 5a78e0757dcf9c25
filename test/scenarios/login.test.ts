import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { noTerminal, openCoder } from '../fixtures/coder-terminal.ts';
import { type RecordedRequest, type Script, say, startModelServer, status } from '../fixtures/model-server.ts';
import { CLI, coderEnv, runCoder, type Scratch, scratch } from '../fixtures/run-coder.ts';
import { loadPty, type Program, startInTerminal } from '../fixtures/terminal.ts';

const skip = noTerminal;
const RIGHT = 'sk-right-0123456789abcdef';
const WRONG = 'sk-wrong-0123456789abcdef';
const MODELS = JSON.stringify({ data: [{ id: 'alpha' }, { id: 'beta-large' }, { id: 'beta-small' }] });

function answer({ path, headers }: RecordedRequest): Script {
  if (headers.authorization !== `Bearer ${RIGHT}`) return status(401, {}, '{"error":{"message":"bad key"}}');
  return path.endsWith('/models') ? status(200, { 'Content-Type': 'application/json' }, MODELS) : say('hello');
}

async function loginAt(
  place: Scratch,
  args: readonly string[],
  command: readonly string[] = ['login'],
): Promise<Program & AsyncDisposable> {
  const pty = await loadPty();
  if (!pty) throw new Error('skipped before');
  const env = { ...coderEnv({ cwd: place.path, home: place.home }), TERM: 'xterm-256color' };
  const program = startInTerminal(pty, process.execPath, [CLI, ...command, ...args], { cwd: place.path, env });
  const dispose = async () => {
    program.hangUp();
    await program.exited;
  };
  return Object.assign(program, { [Symbol.asyncDispose]: dispose });
}

const settingsOf = ({ home }: Scratch) => join(home, '.coder', 'config.json');
const keysOf = ({ home }: Scratch) => join(home, '.coder', 'auth.json');

/** Paths of all files below a folder. */
function filesIn(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

test('CLI-10 coder login reports a wrong key and saves nothing; the right one is saved privately, with a model from the live list', {
  skip,
}, async () => {
  using place = scratch();
  await using server = await startModelServer(answer);
  const origin = new URL(server.url).origin;
  await using program = await loginAt(place, [server.url]);
  await program.until(() => /API key for 127\.0\.0\.1/.test(program.text()), 'the question for a key');
  program.write(`${WRONG}\r`);
  await program.until(() => /refused the key \(401\)[\s\S]*Nothing was\s+saved/.test(program.text()), 'the refusal');
  assert.deepEqual([existsSync(keysOf(place)), existsSync(settingsOf(place))], [false, false]);
  const line = readFileSync(`/proc/${program.pid}/cmdline`, 'utf8');
  program.write(`\x1b[200~${RIGHT}\n\x1b[201~`);
  await program.until(() => /•{10}/.test(program.text()), 'dots');
  program.write('\r');
  await program.until(() => /Which model\? 127\.0\.0\.1:\d+ has 3/.test(program.text()), 'the list');
  await program.until(() => /Enter picks · Esc none/.test(program.text()), 'what the keys do');
  program.write('small');
  await program.until(() => /❯ 3\. beta-small/.test(program.text()), 'the filter');
  program.write('\r');
  await program.until(() => /Connected: beta-small at 127\.0\.0\.1/.test(program.text()), 'the end');
  assert.equal(await program.exited, 0);
  assert.deepEqual(JSON.parse(readFileSync(keysOf(place), 'utf8')), { [origin]: RIGHT });
  assert.equal(statSync(keysOf(place)).mode & 0o777, 0o600);
  assert.deepEqual(JSON.parse(readFileSync(settingsOf(place), 'utf8')), {
    model: 'beta-small',
    provider: { base_url: server.url },
  });
  assert.doesNotMatch(program.output() + line, /sk-(?:right|wrong)/);
  const turn = await runCoder(['-p', 'hi'], { cwd: place.path, env: { HOME: place.home } });
  assert.deepEqual([turn.code, turn.stdout], [0, 'hello\n']);
  for (const file of [...filesIn(place.path), ...filesIn(place.home)]) {
    if (file !== keysOf(place)) assert.doesNotMatch(readFileSync(file, 'utf8'), /sk-(?:right|wrong)/, file);
  }
  const out = await runCoder(['logout'], { cwd: place.path, env: { HOME: place.home } });
  assert.deepEqual([out.code, out.stdout], [0, `Removed the key for ${origin}.\n`]);
  assert.deepEqual(JSON.parse(readFileSync(keysOf(place), 'utf8')), {});
});

test('CLI-10 Esc at any question leaves everything as it was', { skip }, async () => {
  using place = scratch();
  await using server = await startModelServer(answer);
  for (const [asked, keys] of [
    [/API key/, []],
    [/Which model/, [`${RIGHT}\r`]],
  ] as const) {
    await using program = await loginAt(place, [server.url]);
    for (const key of keys) {
      await program.until(() => /API key/.test(program.text()), 'the key');
      program.write(key);
    }
    await program.until(() => asked.test(program.text()), String(asked));
    program.write('\x1b');
    await program.until(() => program.text().includes('Not connected. Nothing was saved.'), 'the end');
    assert.equal(await program.exited, 130);
    assert.deepEqual([existsSync(keysOf(place)), existsSync(settingsOf(place))], [false, false]);
  }
});

test('CLI-10 without a terminal the key is read from standard input; a missing network, a wrong key and a key among the arguments are reported', async () => {
  using place = scratch();
  await using server = await startModelServer(answer);
  const options = { cwd: place.path, env: { HOME: place.home } };
  const right = await runCoder(['login', server.url], { ...options, input: `${RIGHT}\n` });
  assert.deepEqual([right.code, right.stdout.split('\n')[0]], [0, `Connected: alpha at ${new URL(server.url).host}.`]);
  const before = readFileSync(keysOf(place), 'utf8');
  const wrong = await runCoder(['login', server.url], { ...options, input: WRONG });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stdout, /refused the key/);
  const away = await runCoder(['login', 'http://127.0.0.1:9/v1'], { ...options, input: RIGHT });
  assert.equal(away.code, 1);
  assert.match(away.stdout, /^Not connected: .*127\.0\.0\.1:9.* Nothing was saved\.$/m);
  const inWords = await runCoder(['login', 'openai', RIGHT], { ...options, input: '' });
  assert.deepEqual([inWords.code, /does not belong on the command line/.test(inWords.stderr)], [2, true]);
  assert.doesNotMatch(inWords.stderr, /sk-right/);
  assert.equal(readFileSync(keysOf(place), 'utf8'), before);
});

test('CLI-10 ACP-8 coder auth is coder login; without a terminal and a name it lists the configured keys', async () => {
  using place = scratch();
  await using server = await startModelServer(answer);
  const options = { cwd: place.path, env: { HOME: place.home, OPENAI_API_KEY: RIGHT } };
  const right = await runCoder(['auth', server.url], { ...options, input: `${RIGHT}\n` });
  assert.deepEqual([right.code, right.stdout.split('\n')[0]], [0, `Connected: alpha at ${new URL(server.url).host}.`]);
  const list = await runCoder(['auth'], options);
  assert.match(list.stdout, /^openai +OPENAI_API_KEY is set\nanthropic +no key \(ANTHROPIC_API_KEY\)$/m);
  assert.match(list.stderr, /usage: coder login/);
  const unknown = await runCoder(['auth', 'opena'], options);
  assert.match(unknown.stdout, /unknown provider "opena"; did you mean openai\?/);
  assert.equal(unknown.code, 1);
});

test('CLI-10 ACP-8 coder auth draws on the terminal like coder login, also when an editor starts it', {
  skip,
}, async () => {
  for (const command of [['auth'], ['acp', 'auth']]) {
    using place = scratch();
    await using program = await loginAt(place, [], command);
    await program.until(() => /❯ +1\. openai/.test(program.text()), 'the list');
    assert.doesNotMatch(program.text(), /\\e\[/);
    program.write('\x1b');
    assert.equal(await program.exited, 130);
  }
});

test('CLI-10 /login asks in the conversation, keeps the key out of history and session, and uses the model at once', {
  skip,
}, async () => {
  await using coder = await openCoder(answer, {
    env: { AGENT_MODEL: '', AGENT_API_KEY: '', AGENT_BASE_URL: '' },
    ready: /model: offline/,
  });
  const { program, place, server } = coder;
  await program.say(`/login ${server.url}`);
  await coder.shows(/API key for/);
  program.write(`\x1b[200~${RIGHT}\x1b[201~`);
  await coder.shows(/•{10}/);
  program.write('\r');
  await coder.shows(/Which model\?/);
  program.write('2\r');
  await coder.shows(/model: beta-large/);
  await coder.turn('hi');
  await coder.shows(/hello/);
  program.write('\x04');
  await program.exited;
  for (const file of [...filesIn(place.path), ...filesIn(place.home)]) {
    if (file !== keysOf(place)) assert.doesNotMatch(readFileSync(file, 'utf8'), /sk-right/, file);
  }
  assert.doesNotMatch(program.output(), /sk-right/);
});
