import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startModelServer, status } from '../fixtures/model-server.ts';
import { runCoder, scratch } from '../fixtures/run-coder.ts';

test('CLI-1 --version and --help print text, and --help lists the exit codes', async () => {
  using place = scratch();
  assert.match((await runCoder(['--version'], { cwd: place.path })).stdout, /^\d+\.\d+\.\d+\n$/);
  const { stdout, code } = await runCoder(['--help'], { cwd: place.path });
  assert.equal(code, 0);
  for (const line of [
    '0  answered',
    '1  error',
    '2  wrong usage',
    '3  step, turn or budget limit',
    '4    an approval was refused',
    '130  cancelled',
  ]) {
    assert.ok(stdout.includes(line), line);
  }
});

test('CLI-4 coder config prints every value with its source', async () => {
  using place = scratch();
  mkdirSync(join(place.home, '.coder'));
  writeFileSync(join(place.home, '.coder', 'config.json'), '{\n  // mine\n  "runtime": { "max_steps": 7, },\n}\n');
  mkdirSync(join(place.path, '.coder'));
  writeFileSync(join(place.path, '.coder', 'config.json'), '{ "permission": { "bash": { "npm run *.js": "deny" } } }');
  const { stdout } = await runCoder(['config', '--mode', 'plan'], {
    cwd: place.path,
    env: { HOME: place.home, AGENT_MODEL: 'm' },
  });
  const row = (key: string) => stdout.split('\n').find((line) => line.startsWith(`${key} `));
  assert.match(row('runtime.max_steps') ?? '', /7 .*config\.json:3:\d+$/);
  assert.match(row('mode') ?? '', /"plan" .*command line$/);
  assert.match(row('model') ?? '', /"m" .*AGENT_MODEL$/);
  assert.match(row('safety.hard_block_in_yolo') ?? '', /true .*default$/);
});

test('CLI-4 coder policy check shows what would happen and why, for one command or many', async () => {
  using place = scratch();
  const options = { cwd: place.path };
  const one = await runCoder(['policy', 'check', '--json', '--', 'ls -la | head'], options);
  assert.deepEqual(JSON.parse(one.stdout), { decision: 'allow', class: 'readonly', reasons: [] });
  const text = await runCoder(['policy', 'check', '--', 'rm -rf build'], options);
  assert.match(text.stdout, /^\$ rm -rf build\nask \(dangerous\)\n {2}risk: /);
  const dashes = await runCoder(['policy', 'check', '--json', '--', 'mkdir', '-p', '-a b'], options);
  assert.match(dashes.stdout, /"part":"mkdir -p -a b"/, 'what stands behind -- is the command, word for word');
  const many = await runCoder(['policy', 'check', '--stdin'], { ...options, input: '"git status"\n"rm -rf /"\n42\n' });
  const lines = many.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(
    lines.map(({ decision, class: kind, error }) => (decision ? [decision, kind] : [error])),
    [['allow', 'readonly'], ['deny', 'hard-block'], ['not a JSON string']],
  );
  assert.equal(many.code, 2);
  assert.equal((await runCoder(['policy'], options)).code, 2);
});

test('CLI-4 coder policy check --stdin answers each line before reading the next', async () => {
  using place = scratch();
  const { promise: firstAnswer, resolve } = Promise.withResolvers<string>();
  const ended = runCoder(['policy', 'check', '--stdin'], {
    cwd: place.path,
    keepOpen: true,
    input: '"git status"\n',
    onSpawn: (child) => child.stdout?.on('data', (text: string) => resolve(text)),
  });
  assert.match(await firstAnswer, /^\{"decision":"allow"/);
  const { code, stdout } = await ended;
  assert.deepEqual([code, stdout.split('\n').length], [0, 2]);
});

test('CLI-4 coder doctor checks the machine, config and provider, and gives advice', async () => {
  using place = scratch();
  const offline = await runCoder(['doctor'], { cwd: place.path });
  assert.equal(offline.code, 0, offline.stdout);
  for (const name of ['node', 'terminal', 'shell', 'git', 'ripgrep', 'sandbox', 'folder', 'config', 'provider']) {
    assert.match(offline.stdout, new RegExp(`^(ok  |note) {2}${name}`, 'm'));
  }
  await using server = await startModelServer(() => status(401, {}, '{"error":{"message":"no"}}'));
  const refused = await runCoder(['doctor', '--json'], { cwd: place.path, url: server.url });
  assert.equal(refused.code, 1);
  const checks = JSON.parse(refused.stdout) as { name: string; status: string; advice?: string }[];
  assert.equal(checks.find(({ name }) => name === 'provider')?.status, 'fail');

  writeFileSync(join(place.home, 'bad.json'), '{ "modle": 1 }');
  const broken = await runCoder(['doctor', '--config', join(place.home, 'bad.json')], { cwd: place.path });
  assert.equal(broken.code, 1);
  assert.match(broken.stdout, /FAIL {2}config .*bad\.json:1:\d+/);
});

test('CLI-4 PRV-2 coder models lists the endpoint’s models and the built-in one', async () => {
  using place = scratch();
  await using server = await startModelServer(() =>
    status(200, { 'content-type': 'application/json' }, '{"data":[{"id":"one"},{"id":"two"}]}'),
  );
  const { stdout } = await runCoder(['models'], { cwd: place.path, url: server.url });
  assert.match(stdout, /^in use: scripted\n/);
  assert.match(stdout, /\n {2}one\n {2}two\n/);
  assert.match(stdout, /\nbuilt in\n {2}offline\n$/);
});

test('PRV-4 CLI-4 with an address but no model nothing is sent, and coder models lists the choices', async () => {
  using place = scratch();
  await using server = await startModelServer(() =>
    status(200, { 'content-type': 'application/json' }, '{"data":[{"id":"one"},{"id":"two"}]}'),
  );
  const env = { AGENT_BASE_URL: server.url, AGENT_API_KEY: 'test-key-0123456789' };
  const asked = await runCoder(['-p', 'x'], { cwd: place.path, env });
  assert.deepEqual([asked.code, asked.stdout, server.requests.length], [1, '', 0]);
  assert.match(
    asked.stderr,
    /^coder: Name a model for 127\.0\.0\.1:\d+: --model NAME or AGENT_MODEL\. "coder models" lists/,
  );
  const { stdout } = await runCoder(['models', '--json'], { cwd: place.path, env });
  const continued = await runCoder(['-c', '-p', 'x', '--output-format', 'json'], {
    cwd: place.path,
    env: { ...env, AGENT_MODEL: 'one' },
  });
  const { current, problem, places } = JSON.parse(stdout) as {
    current?: string;
    problem?: string;
    places: { models: string[] }[];
  };
  assert.deepEqual([current, places[0]?.models], [undefined, ['one', 'two']]);
  assert.match(problem ?? '', /^Name a model for /);
  assert.equal((JSON.parse(continued.stdout) as { model: string }).model, 'one');
});

test('CLI-4 SES-3 coder sessions shows times in the reader’s time zone and marks damaged sessions', async () => {
  using place = scratch();
  const options = { cwd: place.path, env: { AGENT_MODEL: 'offline', TZ: 'Asia/Tokyo' } };
  assert.equal((await runCoder(['sessions'], options)).stdout, 'No sessions in this folder yet.\n');
  await runCoder(['-p', 'hi'], options);
  const folder = join(place.path, '.coder', 'sessions');
  const [log = ''] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  utimesSync(join(folder, log), 0, 86_400);
  writeFileSync(join(folder, '20260101-000000-torn.jsonl'), 'torn');
  const [torn = '', whole] = (await runCoder(['sessions'], options)).stdout.split('\n');
  assert.equal(whole, `${log.replace('.jsonl', '')}  1970-01-02 09:00  hi`);
  assert.match(torn, /^20260101-000000-torn {2}[-\d]+ [:\d]+ {2}\(damaged\)$/);
});

test('SES-2 a session with a damaged line continues, and reports what is left out', async () => {
  using place = scratch();
  const options = { cwd: place.path, env: { AGENT_MODEL: 'offline' } };
  await runCoder(['-p', 'hi'], options);
  const folder = join(place.path, '.coder', 'sessions');
  const [log = ''] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const lines = readFileSync(join(folder, log), 'utf8').split('\n');
  writeFileSync(join(folder, log), lines.toSpliced(2, 0, 'garbage').join('\n'));
  const { code, stderr } = await runCoder(['-c', '-p', 'hi'], options);
  assert.equal(code, 0);
  assert.match(stderr, /^Session \S+: skipped 1 damaged line; its messages are missing here but kept in the file\.\n/);
});

test('CLI-4 coder export reports why it cannot write, and never replaces anything but a regular file', async () => {
  using place = scratch();
  const options = { cwd: place.path, env: { AGENT_MODEL: 'offline' } };
  await runCoder(['-p', 'hi'], options);
  const [id = ''] = (await runCoder(['sessions'], options)).stdout.split(' ');
  const folder = await runCoder(['export', id, '-o', '.'], options);
  assert.deepEqual([folder.code, folder.stderr], [1, `coder: ${place.path} is a folder; name a file in it.\n`]);
  const nowhere = await runCoder(['export', id, '-o', 'nowhere/x.md'], options);
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.stderr, /^coder: There is no folder .*nowhere; create it first\.\n$/);
  writeFileSync(join(place.path, 'target.md'), 'old');
  symlinkSync('target.md', join(place.path, 'link.md'));
  await runCoder(['export', id, '-o', 'link.md'], options);
  assert.match(readFileSync(join(place.path, 'target.md'), 'utf8'), /^# hi\n/);
  assert.ok(lstatSync(join(place.path, 'link.md')).isSymbolicLink());
  execFileSync('mkfifo', [join(place.path, 'pipe')]);
  const reader = openSync(join(place.path, 'pipe'), 'r+'); // opened so that the writer does not block
  assert.equal((await runCoder(['export', id, '-o', 'pipe'], options)).code, 0);
  closeSync(reader);
  assert.ok(lstatSync(join(place.path, 'pipe')).isFIFO());
});

test('HOOK-7 coder hooks lists hooks, test-runs them, and shows their input, output and decision', async () => {
  using place = scratch();
  const env = { HOME: place.home };
  mkdirSync(join(place.home, '.coder'));
  const none = await runCoder(['hooks'], { cwd: place.path, env });
  assert.match(none.stdout, /^No hooks are configured/);
  const guard = 'jq -e . >/dev/null 2>&1; echo said; echo not that >&2; exit 2';
  const hooks = {
    PreToolUse: [
      { matcher: 'Bash', hooks: [{ type: 'command', command: guard }] },
      { matcher: 'Edit', hooks: [{ type: 'agent', prompt: 'look' }] },
    ],
  };
  writeFileSync(join(place.home, '.coder', 'config.json'), JSON.stringify({ hooks }));
  const listed = await runCoder(['hooks', 'list'], { cwd: place.path, env });
  assert.match(
    listed.stdout,
    /^PreToolUse\(Bash\) · jq.*:1:\d+ · ready\nPreToolUse\(Edit\) · agent .* never runs: coder does not run hooks of type agent\n$/,
  );
  const tried = await runCoder(
    ['hooks', 'test', 'PreToolUse', '--tool', 'run_shell_command', '--input', '{"command":"rm x"}'],
    {
      cwd: place.path,
      env,
    },
  );
  assert.equal(tried.code, 0, tried.stderr);
  for (const part of [
    '"tool_name": "Bash"',
    '"command": "rm x"',
    '    said',
    '    not that',
    'exit code 2',
    'decision: refuses it: not that',
  ])
    assert.ok(tried.stdout.includes(part), `${part}: ${tried.stdout}`);
  const edit = await runCoder(['hooks', 'test', 'PreToolUse', '--tool', 'Edit', '--json'], { cwd: place.path, env });
  assert.equal(edit.code, 1);
  assert.equal((JSON.parse(edit.stdout) as { said: { verdict: string } }).said.verdict, 'ask');
  const wrong = await runCoder(['hooks', 'test', 'PreTool'], { cwd: place.path, env });
  assert.deepEqual([wrong.code, wrong.stderr.split(';')[0]], [2, 'coder: there is no event PreTool']);
});
