import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readFlags } from '../../src/frontends/flags.ts';
import { en } from '../../src/words/en.ts';
import { calls, say, startModelServer, status } from '../fixtures/model-server.ts';
import { lacks } from '../fixtures/programs.ts';
import { CLI, runCoder, scratch, shortFolder } from '../fixtures/run-coder.ts';

test('CLI-2 wrong usage prints one readable line and exits with 2', async () => {
  using place = scratch();
  const options = { cwd: place.path, input: '' };
  const rows = [
    [['--nope'], /^coder: unknown option --nope\n/],
    [['--modle', 'x'], /^coder: unknown option --modle; did you mean --model\?\n/],
    [['policy', 'check', 'ls', '-la'], /^coder: unknown option -l; put -- before the command/],
    [['frobnicate'], /^coder: unknown command "frobnicate" \(commands: /],
    [['session'], /^coder: unknown command "session" \(did you mean coder sessions\?\)\n/],
    [['-p'], /^coder: -p needs a value\n/],
    [['-p', '--mode', 'plan'], /^coder: -p needs a value; write one that begins with a dash as --print=VALUE\n/],
    [['-p', 'fix', 'it'], /^coder: -p takes one text, but "it" follows it; put the text in quotes\n/],
    [['-p', 'one', '-p', 'two'], /^coder: -p was given twice; a run takes one prompt/],
    [['-p', 'x', '--json'], /^coder: --json is for commands; for a turn use --output-format json\n/],
    [['-p', 'x', '--html'], /^coder: --html cannot be used with a conversation\n/],
    [['-p', 'x', '--input-format', 'lines'], /^coder: --input-format is for messages on standard input/],
    [['sessions', '-p', 'x'], /^coder: -p cannot be used with "coder sessions"\n/],
    [['sessions', '--html'], /^coder: --html cannot be used with "coder sessions"\n/],
    [['sessions', 'extra'], /^coder: coder sessions does not take "extra"\n/],
    [['--model', '', '-p', 'x'], /^coder: --model needs a value, but it is empty\n/],
    [['--resume', '', '-p', 'x'], /^coder: --resume needs a value, but it is empty\n/],
    [['--add-dir', '.', '--add-dir', '', '-p', 'x'], /^coder: --add-dir needs a value, but it is empty\n/],
    [['policy', 'check', '--stdin', '--', 'ls'], /^usage: coder policy check/],
    [['-p', ' '], /^coder: -p needs a prompt/],
    [['--model'], /^coder: --model needs a value\n/],
    [['-m'], /^coder: -m needs a value\n/],
    [
      ['--resume'],
      /^coder: --resume without an ID picks from a list, which needs a terminal; "coder sessions" lists the ids\n/,
    ],
    [['review', '--format', 'xml'], /^coder: --format must be text, json, sarif or github, not "xml"\n/],
    [['review', '--format', 'atif'], /^coder: --format must be text, json, sarif or github, not "atif"\n/],
    [['export', 'x', '--format', 'xml'], /^coder: --format must be html, md, json or atif, not "xml"\n/],
    [['hooks', 'test'], /^usage: coder hooks \[list\]/],
    [['hooks', 'test', 'Nope'], /^coder: there is no event Nope; known: /],
    [['mcp', 'nope'], /^usage: coder mcp add/],
    [['trust', 'nope'], /^usage: coder trust/],
    [['config', 'nope'], /^usage: coder config/],
    [['--output-format', 'xml', '-p', 'x'], /^coder: --output-format must be text, json or stream-json, not "xml"/],
    [['--mode', 'foo', '-p', 'x'], /^coder: command line: mode: unknown mode "foo"; known: build/],
    [['--budget', 'much', '-p', 'x'], /^coder: command line: budget: "much" is not a budget\. Write it as \$2/],
    [['--config', 'nowhere.json', '-p', 'x'], /^coder: nowhere\.json: no such file \(--config\)/],
    [['--add-dir', 'nowhere', '-p', 'x'], /^coder: no such folder: .*nowhere \(--add-dir\)/],
    [['-c', '-r', 'x', '-p', 'x'], /^coder: --continue and --resume cannot be combined/],
    [['-c', 'mcp', 'add', 'x', '--', 'npx', '-y'], /^coder: --continue cannot be used with "coder mcp"\n/],
  ] as const;
  for (const [index, [args, pattern]] of rows.entries()) {
    const read = await readFlags([...args]);
    if (!read.ok && index % 8 > 0) {
      assert.match(`coder: ${read.problem(en.commandLine)}\n`, pattern); // the program prints every problem in this form
      continue;
    }
    const { code, stderr, stdout } = await runCoder(args, options);
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, pattern);
    assert.equal(stdout, '');
  }
});

test('CLI-2 an error message shows the control characters of what it quotes', async () => {
  using place = scratch();
  const options = { cwd: place.path, input: '' };
  for (const args of [
    ['--lang', '\x1b[31mred'],
    ['--cwd', '\x1b[31mred', 'sessions'],
    ['run', '--spec', '\x1b[31mred'],
  ]) {
    const { stderr } = await runCoder(args, options);
    assert.match(stderr, /^coder: .*\\e\[31mred/, args.join(' '));
    assert.doesNotMatch(stderr, /\x1b/);
  }
});

test('CLI-3 input that is not text or not an op is wrong usage, and the message names the place', async () => {
  using place = scratch();
  const options = { cwd: place.path, env: { AGENT_MODEL: 'offline' } };
  const binary = await runCoder([], { ...options, input: 'PK\0\x01' });
  assert.deepEqual([binary.code, binary.stdout], [2, '']);
  assert.match(
    binary.stderr,
    /^coder: standard input is not text; put it into a file and name the file: coder -p "… @FILE"\n$/,
  );
  const answer = (value: object) => `\n${JSON.stringify({ type: 'answer', id: 'x', answer: value })}\n`;
  for (const [input, pattern] of [
    ['\nnot json\n', /^coder: standard input, line 2: not a line of JSON: not json\n$/],
    [
      '{"type":"foo"}\n',
      /^coder: standard input, line 1: type: expected one of submit, continue, steer, .*, got "foo"\n$/,
    ],
    [
      answer({ kind: 'approval', choice: 'maybe' }),
      /line 2: answer\.choice: expected one of yes, try, always, no, got "maybe"/,
    ],
    [answer({ kind: 'vote' }), /line 2: answer\.kind: expected one of approval, questions, pick, got "vote"/],
  ] as const) {
    const { code, stderr } = await runCoder(['--input-format', 'stream-json'], { ...options, input });
    assert.equal(code, 2);
    assert.match(stderr, pattern);
  }
});

test('a broken config is reported with file, line and key', async () => {
  using place = scratch();
  mkdirSync(join(place.path, '.coder'));
  writeFileSync(join(place.path, '.coder', 'config.json'), '{\n  // limits\n  "runtime": { "max_steps": "many" }\n}\n');
  const { code, stderr } = await runCoder(['-p', 'hi'], { cwd: place.path, env: { AGENT_MODEL: 'offline' } });
  assert.equal(code, 0, 'a project does not keep coder from starting');
  assert.match(
    stderr,
    /^\.coder\/config\.json:3:\d+: runtime\.max_steps: expected a whole number, got "many" \(left out\)\n/,
  );
  writeFileSync(join(place.path, '.coder', 'config.json'), '{"\\u001b]52;c;aGk=\\u0007\\u009b6n": 1}');
  for (const args of [['-p', 'hi'], ['config'], ['policy', 'check', '--', 'ls']]) {
    const said = await runCoder(args, { cwd: place.path, env: { AGENT_MODEL: 'offline' } });
    assert.equal(said.code, 0, args.join(' '));
    assert.doesNotMatch(said.stderr + said.stdout, /[\x1b\x07\x9b]/, 'nothing in it speaks to the terminal');
  }
});

test('a dotted key is reported with the form to use, missing files and folders by name', async () => {
  using place = scratch();
  const options = { cwd: place.path, env: { AGENT_MODEL: 'offline', HOME: place.home } };
  const config = join(place.path, '.coder', 'config.json');
  mkdirSync(join(place.path, '.coder'));
  writeFileSync(config, '{ "runtime.max_steps": 3 }');
  const dotted = await runCoder(['-p', 'hi'], options);
  assert.equal(dotted.code, 0);
  assert.match(
    dotted.stderr,
    /json:1:3: runtime\.max_steps: unknown key; write it as \{ "runtime": \{ "max_steps": … \} \} \(left out\)\n$/,
  );
  rmSync(config);
  const own = join(place.home, 'c.json');
  writeFileSync(own, '{ "instructions": ["nope.md"] }');
  const missing = await runCoder(['-p', 'hi', '--config', own], options);
  assert.equal(missing.code, 0);
  assert.match(missing.stderr, /^instructions: there is no file .*nope\.md\n$/);
  writeFileSync(own, '{ "add_dirs": ["nope"] }');
  const folder = await runCoder(['-p', 'hi', '--config', own], options);
  assert.equal(folder.code, 1);
  assert.match(folder.stderr, /c\.json:1:3: add_dirs: there is no folder .*nope\n$/);
  writeFileSync(own, '{ "routing": { "modes": { "paln": "m" } } }');
  const route = await runCoder(['-p', 'hi', '--config', own], options);
  assert.equal(route.code, 0);
  assert.match(route.stderr, /c\.json:1:27: routing\.modes\.paln is not used; known: build, plan, /);
});

test('PRV-4 an unusable CODER_HOME or auth.json is reported in one line, keys that others can read in a notice', async () => {
  using place = scratch();
  const home = join(place.home, 'c');
  const options = { cwd: place.path, env: { AGENT_MODEL: 'offline', CODER_HOME: home } };
  writeFileSync(home, '');
  const file = await runCoder(['-p', 'hi'], options);
  assert.equal(file.code, 0, file.stderr);
  assert.match(file.stderr, /^.*c is not a folder: your settings and keys are not available, .*CODER_HOME.*\n$/);
  rmSync(home);
  mkdirSync(home);
  const auth = join(home, 'auth.json');
  for (const [text, pattern] of [
    ['{ "openai": sk-secret }', /auth\.json is not JSON\. It should hold \{"openai": "key"\}/],
    ['[]', /auth\.json is not an object\./],
    ['{ "openai": 3 }', /auth\.json: the key of "openai" is not a string\./],
  ] as const) {
    writeFileSync(auth, text, { mode: 0o600 });
    const { code, stderr } = await runCoder(['-p', 'hi'], options);
    assert.equal(code, 1);
    assert.match(stderr, pattern);
    assert.ok(!stderr.includes('sk-secret'));
  }
  writeFileSync(auth, '{ "openai": "sk-mine-0123456789" }');
  chmodSync(auth, 0o644);
  const open = await runCoder(['-p', 'hi'], options);
  assert.equal(open.code, 0);
  assert.match(open.stderr, /auth\.json holds keys and others may read it; run: chmod 600 /);
});

test('C1 a project file that loosens settings is ignored, with a notice', async () => {
  using place = scratch();
  mkdirSync(join(place.path, '.coder'));
  writeFileSync(
    join(place.path, '.coder', 'config.json'),
    '{ "approval": { "auto_approve_ask": true }, "mode": "yolo" }',
  );
  await using server = await startModelServer([say('ok')]);
  const { stderr, code } = await runCoder(['-p', 'x'], { cwd: place.path, url: server.url });
  assert.equal(code, 0);
  assert.match(stderr, /auto_approve_ask is ignored/);
  assert.match(stderr, /mode is ignored/);
});

test('C2 a project that sets an endpoint is not sent a key', async () => {
  using place = scratch();
  mkdirSync(join(place.path, '.coder'));
  await using server = await startModelServer([say('stolen')]);
  writeFileSync(join(place.path, '.coder', 'config.json'), JSON.stringify({ provider: { base_url: server.url } }));
  const once = join(place.home, 'once.json');
  writeFileSync(once, '{ "runtime": { "max_retries": 0 } }');
  await runCoder(['-p', 'x', '--config', once], {
    cwd: place.path,
    env: { OPENAI_API_KEY: 'sk-mine-0123456789', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' },
  });
  assert.deepEqual(
    server.requests.filter(({ headers }) => 'authorization' in headers),
    [],
  );
});

test('OUT-8 an unreachable server, a 401, an unknown model and a missing folder each print one line with what to do', async () => {
  using place = scratch();
  writeFileSync(join(place.home, 'c.json'), '{ "runtime": { "max_retries": 1, "retry_base_ms": 1 } }');
  const config = ['--config', join(place.home, 'c.json')];
  const refused = await runCoder(['-p', 'x', ...config], { cwd: place.path, url: 'http://127.0.0.1:9/v1' });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /127\.0\.0\.1:9/);

  await using server = await startModelServer([
    status(401, {}, '{"error":{"message":"bad key"}}'),
    status(404, {}, '{"error":{"message":"The model `scripted` does not exist","code":"model_not_found"}}'),
  ]);
  const unauthorized = await runCoder(['-p', 'x'], { cwd: place.path, url: server.url });
  const unknownModel = await runCoder(['-p', 'x'], { cwd: place.path, url: server.url });
  assert.equal(unauthorized.code, 1);
  assert.match(unauthorized.stderr, /key/);
  assert.equal(unknownModel.code, 1);
  assert.match(unknownModel.stderr, /coder models/);

  const missing = await runCoder(['-p', 'x', '--cwd', 'nowhere'], { cwd: place.path });
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /^coder: no such folder: .*nowhere/);
  for (const { stderr } of [refused, unauthorized, unknownModel, missing])
    assert.ok(!stderr.includes('    at '), 'no stack trace');
});

/** Root can write everywhere unless it drops the capabilities that allow it; it remains the owner of its folders. */
const isRoot = process.getuid?.() === 0;
const ANOTHER = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
const BOUND = ['setpriv', '--bounding-set=-all', '--inh-caps=-all'];

test('H3 a folder that cannot be written to still gets an answer, with a warning', {
  skip: isRoot && mayNotGiveUpRights(),
}, async () => {
  using place = scratch();
  chmodSync(place.path, 0o555);
  await using server = await startModelServer([say('fine')]);
  const options = { cwd: place.path, url: server.url, ...(isRoot && { through: BOUND }) };
  const { code, stdout, stderr } = await runCoder(['-p', 'x'], options);
  assert.deepEqual([code, stdout], [0, 'fine\n'], stderr);
  assert.match(stderr, /The session cannot be saved/);
});

test('H3 a HOME that is not a folder does not stop a run that has its keys, and is reported in one line', async () => {
  using place = scratch();
  const file = join(place.home, 'file');
  writeFileSync(file, '');
  for (const home of ['/dev/null', file]) {
    await using server = await startModelServer([say('fine')]);
    const { code, stdout, stderr } = await runCoder(['-p', 'x'], {
      cwd: place.path,
      url: server.url,
      env: { HOME: home },
    });
    assert.deepEqual([code, stdout], [0, 'fine\n'], stderr);
    assert.equal(stderr.split('\n').length, 2, stderr);
    assert.ok(stderr.startsWith(`${home}/.coder is not a folder: `), stderr);
  }
});

test('H3 in a folder where another user ran coder, it works without project settings and in memory, and reports that in one line', {
  skip: isRoot && mayNotBeAnother(),
}, async () => {
  using place = scratch();
  const folder = join(place.path, '.coder');
  mkdirSync(join(folder, 'sessions'), { recursive: true });
  writeFileSync(join(folder, 'config.json'), '{ "mode": "plan" }');
  chmodSync(folder, isRoot ? 0o700 : 0);
  chmodSync(place.path, 0o777);
  chmodSync(join(place.path, '..'), 0o755);
  await using server = await startModelServer([
    calls([{ name: 'bash', args: { command: 'seq 20000' } }]),
    calls([{ name: 'grep', args: { pattern: 'plan' } }]),
    say('fine'),
  ]);
  const options = { cwd: place.path, url: server.url, ...(isRoot && { through: ANOTHER }) };
  const line = `${folder} belongs to another user and cannot be read: no project settings, and this session is kept in memory only.\n`;
  const turn = await runCoder(['-p', 'x'], options);
  const said = turn.stderr.replace(/^\[.*\n/gm, ''); // without the lines about calls
  assert.deepEqual([turn.code, turn.stdout, said], [0, 'fine\n', line]);
  const list = await runCoder(['sessions'], options);
  assert.deepEqual([list.code, list.stdout, list.stderr], [0, 'No sessions in this folder yet.\n', line]);
  const config = await runCoder(['config'], options);
  assert.deepEqual([config.code, config.stderr], [0, line]);
  assert.match(config.stdout, /^mode +"build" +default$/m);
  const chinese = await runCoder(['sessions', '--lang', 'zh-CN'], options);
  assert.match(chinese.stderr, /属于另一个用户/);
  const none = await runCoder(['--continue', '-p', 'x'], options);
  assert.deepEqual([none.code, none.stderr], [1, 'coder: There is no session to continue in this folder.\n']);
  chmodSync(folder, 0o700);
});

test('CLI-2 a Node that is too old is reported in one line, before anything it lacks is used', () => {
  for (const [version, isTooOld] of [
    ['18.20.8', true],
    ['22.2.0', true],
    ['22.3.0', false],
    ['24.0.0', false],
  ] as const) {
    const lack = isTooOld ? 'delete process.getBuiltinModule;' : '';
    const pretend = `${lack}Object.defineProperty(process.versions, 'node', { value: '${version}' });`;
    const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, CLI, '--version'];
    const { status: code, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(code, isTooOld ? 2 : 0, stderr.slice(-200));
    assert.equal(stderr.split('\n')[0]?.startsWith('coder: needs Node 22.3 or newer; this is '), isTooOld);
  }
});

/** Other users may not have access to the checkout or to the folder for temporary files. */
function mayNotBeAnother(): string | false {
  const [program = '', ...args] = ANOTHER;
  const may = (...command: string[]): boolean => spawnSync(program, [...args, ...command]).status === 0;
  if (lacks(program)) return lacks(program);
  if (!may('test', '-x', shortFolder())) return 'another user cannot enter the folder for temporary files';
  return !may(process.execPath, CLI, '--version') && 'another user cannot run this checkout';
}

function mayNotGiveUpRights(): string | false {
  const [program = '', ...args] = BOUND;
  return lacks(program) || (spawnSync(program, [...args, 'true']).status !== 0 && 'root may not give up rights here');
}

/** Files that coder or a check of the project would read on its own. */
const READ_UNASKED = `
  AGENTS.md CLAUDE.md GEMINI.md .mcp.json .env .editorconfig README.md .github/copilot-instructions.md .cursor/rules/z.mdc
  .coder/config.json .coder/.gitignore .coder/hooks.json .coder/skills/s/SKILL.md .coder/commands/x.md .coder/agents/a.md .coder/sessions/names.json
  .claude/settings.json .claude/commands/y.md .claude/skills/z/SKILL.md
  package.json tsconfig.json pyproject.toml Cargo.toml go.mod Makefile pom.xml setup.cfg conftest.py
  .gitignore .ignore .rgignore sub/.gitignore node_modules/typescript/package.json node_modules/.bin/tsc`
  .trim()
  .split(/\s+/);

test('B8 with a pipe in place of every file a project can bring along, nothing blocks on one', {
  skip: lacks('mkfifo', 'timeout'),
}, async () => {
  using place = scratch();
  for (const name of READ_UNASKED) mkdirSync(join(place.path, name, '..'), { recursive: true });
  spawnSync('mkfifo', READ_UNASKED, { cwd: place.path });
  await using server = await startModelServer([
    calls([
      { id: 'c1', name: 'read', args: { path: 'AGENTS.md' } },
      { id: 'c2', name: 'grep', args: { pattern: 'x' } },
      { id: 'c3', name: 'glob', args: { pattern: '**/*' } },
      { id: 'c4', name: 'list', args: { path: '.' } },
      { id: 'c5', name: 'bash', args: { command: 'echo x > new.py' } },
      { id: 'c6', name: 'write', args: { path: 'new.rs', content: 'x' } },
    ]),
    say('done'),
  ]);
  const through = ['timeout', '--signal=KILL', '30'];
  const args = ['-p', 'go', '--mode', 'yolo'];
  const { code, stdout, stderr } = await runCoder(args, { cwd: place.path, url: server.url, through });
  assert.deepEqual([code, stdout.trim()], [0, 'done'], stderr);
  assert.match(stderr, /\.coder\/config\.json: is not a regular file/);
  assert.match(server.requests[1]?.body ?? '', /not a regular file: AGENTS\.md is a pipe/);
});
