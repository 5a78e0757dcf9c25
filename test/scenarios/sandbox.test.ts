import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { systemProgram } from '../../src/host/sandbox/layers/system-program.ts';
import { configureServers, testServer } from '../fixtures/mcp.ts';
import { call, say, startModelServer } from '../fixtures/model-server.ts';
import { withoutNamespaces } from '../fixtures/no-namespaces.ts';
import { lacks } from '../fixtures/programs.ts';
import { CLI, coderEnv, runCoder, type Scratch, scratch } from '../fixtures/run-coder.ts';

const skip = systemProgram('bwrap') === undefined && 'bubblewrap is not installed';

interface Made {
  status: string;
  error?: string;
  exit_code?: number;
}

interface Told {
  made: Made[];
  /** The text the model read for each call. */
  texts: string[];
  code: number | null;
  stderr: string;
}

/** Runs lines in the sandbox as successive calls of the model. */
async function run(
  place: Scratch,
  lines: readonly (string | Record<string, unknown>)[],
  ...flags: string[]
): Promise<Told> {
  await using server = await startModelServer((_request, index) => {
    const line = lines[index];
    if (line === undefined) return say('done');
    return call('bash', typeof line === 'string' ? { command: line } : line);
  });
  const { stdout, stderr, code } = await runCoder(
    ['-p', 'go', '--output-format', 'json', ...(flags.length > 0 ? flags : ['--mode', 'yolo'])],
    {
      cwd: place.path,
      url: server.url,
      env: { HOME: place.home, CODER_SANDBOX: undefined }, // the product's default
    },
  );
  const { messages } = JSON.parse(server.requests.at(-1)?.body ?? '{"messages":[]}') as {
    messages: { role: string; content: string }[];
  };
  const texts = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
  return { made: (JSON.parse(stdout) as { tool_calls: Made[] }).tool_calls, texts, code, stderr };
}

test('SBX-2 SBX-4 SBX-6 SBX-12 commands that are merely unproved run without asking; home is a layer; outside and secret files are out of reach', {
  skip,
}, async () => {
  using place = scratch();
  mkdirSync(join(place.home, '.ssh'));
  writeFileSync(join(place.home, '.ssh', 'id_rsa'), 'CANARY-KEY');
  writeFileSync(join(place.home, '.ssh', 'known_hosts'), 'host key\n');
  writeFileSync(join(place.home, '.bashrc'), 'mine\n');
  const { made, texts, code, stderr } = await run(place, [
    "node -e \"require('fs').writeFileSync('made.txt', '1')\"",
    "node -e \"require('fs').writeFileSync(process.env.HOME + '/cache', 'layer')\"; python3 -c \"import os; os.unlink(os.path.expanduser('~/.bashrc'))\"",
    "python3 -c \"import os; print(open(os.path.expanduser('~/cache')).read(), os.path.exists(os.path.expanduser('~/.bashrc')))\"",
    "python3 -c \"open('/etc/coder-probe', 'w')\"",
    'python3 -c "import os; print(os.listdir(os.path.expanduser(\'~/.ssh\')))"',
  ]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(
    made.map(({ exit_code }) => exit_code),
    [0, 0, 0, 1, 0],
    texts.join('\n'),
  );
  assert.match(texts[2] ?? '', /layer False/);
  assert.match(texts[4] ?? '', /\['known_hosts'\]/);
  assert.equal(readFileSync(join(place.path, 'made.txt'), 'utf8'), '1');
  assert.deepEqual(
    [existsSync(join(place.home, 'cache')), readFileSync(join(place.home, '.bashrc'), 'utf8')],
    [false, 'mine\n'],
  );
});

test('SEC-1 everything started for the project runs inside: commands, programs in a terminal, jobs, checks', {
  skip,
}, async () => {
  using place = scratch();
  const where = 'readlink /proc/self/ns/mnt';
  writeFileSync(join(place.path, 'package.json'), JSON.stringify({ scripts: { test: `${where} > check.txt` } }));
  const { made, texts } = await run(place, [
    where,
    { command: where, interactive: true },
    { command: `${where} > job.txt; echo started`, background: true },
    'npm test',
  ]);
  const outside = readlinkSync('/proc/self/ns/mnt');
  assert.equal(made.length, 4);
  const files = ['job.txt', 'check.txt'].map((name) => readFileSync(join(place.path, name), 'utf8'));
  for (const text of [...texts.slice(0, 2), ...files]) {
    assert.match(text, /mnt:\[\d+\]/);
    assert.ok(!text.includes(outside), text);
  }
});

test('SBX-8 a server started by one command answers the next, and the host’s loopback is unreachable', {
  skip,
}, async () => {
  using place = scratch();
  await using server = await startModelServer([say('unused')]);
  const { port } = new URL(server.url);
  const { texts, made } = await run(place, [
    'python3 -m http.server 7799 --bind 127.0.0.1 >/dev/null 2>&1 & for i in $(seq 50); do python3 -c "import socket; socket.create_connection((\'127.0.0.1\', 7799))" 2>/dev/null && break; done; echo up',
    'python3 -c "import urllib.request as u; print(u.urlopen(\'http://127.0.0.1:7799/\').status)"',
    `python3 -c "import socket; socket.create_connection(('127.0.0.1', ${port}), 2)"`,
  ]);
  assert.deepEqual(
    made.map(({ exit_code }) => exit_code),
    [0, 0, 1],
    texts.join('\n'),
  );
  assert.match(texts[1] ?? '', /200/);
});

test('SBX-9 SBX-20 if hosts cannot be told apart, a line that only its mode allows reaches nothing, and the model is informed', async () => {
  using place = scratch();
  await using server = await startModelServer((_request, index) =>
    index === 0 ? call('bash', { command: `exec 9<>/dev/tcp/127.0.0.1/${port}` }) : say('done'),
  );
  const { port } = new URL(server.url);
  await runCoder(['-p', 'go', '--mode', 'yolo', '--yes'], {
    cwd: place.path,
    url: server.url,
    env: { HOME: place.home, CODER_SANDBOX: 'require' }, // a kernel without the fallback layer refuses the line
    through: withoutNamespaces([]),
  });
  const { messages } = JSON.parse(server.requests.at(-1)?.body ?? '{}') as { messages: { content: string }[] };
  assert.match(messages.at(-1)?.content ?? '', /no network in the sandbox|there is no sandbox/i);
});

test('SBX-13 leaving the sandbox is refused if no one can agree or a setting forbids it', { skip }, async () => {
  using place = scratch();
  const { made, code } = await run(
    place,
    [{ command: 'touch out', outside: 'it needs docker' }],
    '--mode',
    'yolo',
    '--yes',
  );
  assert.deepEqual([code, made[0]?.status], [4, 'denied']);
  assert.match(made[0]?.error ?? '', /outside the sandbox: it needs docker/);
  assert.equal(existsSync(join(place.path, 'out')), false);
});

const BUILD = `import { readFileSync, writeFileSync } from 'node:fs';
console.log(readFileSync('a.txt', 'utf8').trim());
writeFileSync('a.txt', 'gone\\n');
writeFileSync('b.txt', '');
`;

test('SBX-12 SBX-15 a script that policy would ask about runs without asking; in plan mode its changes go to a discarded layer', {
  skip,
}, async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'a.txt'), 'kept\n');
  writeFileSync(join(place.path, 'build.mjs'), BUILD);
  const plan = await run(place, ['node build.mjs', 'node build.mjs'], '--mode', 'plan');
  assert.deepEqual(
    plan.made.map(({ exit_code }) => exit_code),
    [0, 0],
    plan.texts.join('\n'),
  );
  assert.match(plan.texts[0] ?? '', /kept/);
  assert.match(plan.texts[1] ?? '', /gone/);
  assert.deepEqual(
    [readFileSync(join(place.path, 'a.txt'), 'utf8'), existsSync(join(place.path, 'b.txt'))],
    ['kept\n', false],
  );
  const build = await run(place, ['node build.mjs'], '--mode', 'build');
  assert.deepEqual([build.made[0]?.exit_code, readFileSync(join(place.path, 'a.txt'), 'utf8')], [0, 'gone\n']);
});

test('SBX-3 SBX-7 git works as it does outside, nothing is invented, and outside processes are invisible', {
  skip,
}, async () => {
  using place = scratch();
  const { made, texts } = await run(place, [
    'git init -q . && git config user.email a@b.c && git config user.name n && echo 1 > f && git add -A && git commit -qm one && git branch other && git status --porcelain && ls -A',
    'python3 -c "import os; print(max(int(p) for p in os.listdir(\'/proc\') if p.isdigit()) < 50)"',
  ]);
  assert.deepEqual(
    made.map(({ exit_code }) => exit_code),
    [0, 0],
    texts.join('\n'),
  );
  assert.match(texts[1] ?? '', /True/);
  assert.ok(existsSync(join(place.path, '.git', 'refs', 'heads', 'other')));
});

test('SBX-5 files that run later are set aside in a linked worktree too, whether from a command, its leftover process, a job or a terminal', {
  skip,
}, async () => {
  using place = scratch();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e', ...args], { cwd: place.path });
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'first');
  const path = join(place.path, 'linked');
  git('worktree', 'add', '-q', path);
  const plant = (name: string, file: string, first = '') =>
    writeFileSync(join(path, name), `${first}\nmkdir -p $(dirname ${file}); echo evil >> ${file}\n`);
  plant('now', '.envrc', 'git config core.fsmonitor ./evil; mkdir -p libs');
  plant('left', '.claude/settings.local.json', 'echo >> up; read line < go');
  plant('job', 'libs/.npmrc');
  plant('terminal', '.zed/tasks.json');
  const { texts } = await run({ ...place, path }, [
    'sh now',
    'mkfifo go; sh left > /dev/null 2>&1 &\nuntil test -s up; do :; done',
    'echo > go; until test -s .claude/settings.local.json; do :; done',
    { command: 'sh job; exit 3', background: true },
    { command: 'sh terminal', interactive: true },
    'test -e .envrc -o -e .claude/settings.local.json -o -e libs/.npmrc -o -e .zed/tasks.json; echo $?; git config --get core.fsmonitor',
  ]);
  const told = [texts[0] ?? '', texts[2] ?? '', texts.slice(3).join('')];
  assert.match(told[0] ?? '', /\.envrc/);
  assert.match(told[0] ?? '', /config/);
  assert.match(told[1] ?? '', /\.claude\/settings\.local\.json/);
  for (const file of [/libs\/\.npmrc/, /\.zed\/tasks\.json/]) assert.match(told[2] ?? '', file); // whichever ended first
  assert.match(texts.at(-1) ?? '', /^1\n/);
});

test('SBX-1 SBX-18 before the first command no part of the sandbox is read, searched for or started', {
  skip: skip || lacks('strace'),
}, async () => {
  using place = scratch();
  await using server = await startModelServer([call('read', { path: 'x' }), say('done')]);
  const trace = join(place.home, 'trace');
  await runCoder(['-p', 'go'], {
    cwd: place.path,
    url: server.url,
    env: { HOME: place.home, CODER_SANDBOX: undefined },
    through: ['strace', '-f', '-qq', '-e', 'trace=open,openat,execve', '-o', trace],
  });
  const seen = readFileSync(trace, 'utf8');
  const folder = join(CLI, '..', 'chunks');
  const isOfSandbox = (name: string) => readFileSync(join(folder, name), 'utf8').includes('--die-with-parent');
  const [opened, others] = [true, false].map((is) => readdirSync(folder).filter((name) => seen.includes(name) === is));
  assert.ok((opened?.length ?? 0) > 5, 'what is opened is seen');
  assert.deepEqual(
    [opened, others].map((names) => names?.filter(isOfSandbox).length),
    [0, 1],
  );
  assert.doesNotMatch(seen, /bwrap|nsenter|perl/);
});

test('SBX-1 require without a layer refuses commands with exit 4; with the sandbox off, commands are asked about as usual', async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'build.mjs'), '');
  const made = async (cwd: string, mode: string, ...flags: string[]) => {
    await using server = await startModelServer([call('bash', { command: 'node build.mjs' }), say('done')]);
    const env = { HOME: place.home, CODER_SANDBOX: mode };
    const { stdout, code } = await runCoder(['-p', 'go', '--output-format', 'json', ...flags], {
      cwd,
      url: server.url,
      env,
    });
    return { code, error: (JSON.parse(stdout) as { tool_calls: Made[] }).tool_calls[0]?.error ?? '' };
  };
  const off = await made(place.path, 'off');
  assert.equal(off.code, 4);
  const required = await made(place.home, 'require', '--mode', 'yolo'); // the sandbox rejects the whole home folder as a workspace
  assert.match(
    required.error,
    /sandbox\.mode is "require", and there is no sandbox: the workspace .* contains your whole home folder/,
  );
});

const GET = `import { connect } from 'node:net';
const socket = connect(80, 'new.test');
socket.on('data', (chunk) => console.log(String(chunk), process.env.http_proxy));
socket.on('error', ({ code }) => console.log(code));
socket.write('GET / HTTP/1.0\\r\\n\\r\\n');
`;

test('SBX-9 SBX-10 a new host is asked about while its connection waits, then the command continues; with no person present it is refused', {
  skip,
}, async () => {
  using place = scratch();
  const dialled: string[] = [];
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    dialled.push(url);
    socket.end('HTTP/1.1 200 OK\r\n\r\nHTTP/1.0 200 OK\r\n\r\nhello\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  proxy.unref();
  const { port } = proxy.address() as AddressInfo;
  writeFileSync(join(place.path, 'get.mjs'), GET);
  const line = 'node get.mjs';
  const env = {
    HOME: place.home,
    CODER_SANDBOX: undefined,
    http_proxy: `http://127.0.0.1:${port}`,
    no_proxy: '127.0.0.1',
  };
  const script = [call('bash', { command: line }), say('done')];

  await using alone = await startModelServer([...script]);
  await runCoder(['-p', 'go'], { cwd: place.path, url: alone.url, env });
  assert.deepEqual(dialled, []);
  assert.match(
    alone.requests.at(-1)?.body ?? '',
    /not allowed to connect to new\.test:80; the user decides about hosts/,
  );

  await using server = await startModelServer([...script]);
  const flags = [CLI, '--input-format', 'stream-json', '--output-format', 'stream-json'];
  const child = spawn(process.execPath, flags, {
    cwd: place.path,
    env: coderEnv({ cwd: place.path, url: server.url, env }),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.write('{"type":"submit","text":"go"}\n');
  const asked: string[] = [];
  for await (const text of createInterface({ input: child.stdout })) {
    const { type, request } = JSON.parse(text) as { type: string; request?: { id: string; view: { title: string } } };
    if (request && type === 'request-start') {
      asked.push(request.view.title);
      const answer = { type: 'answer', id: request.id, answer: { kind: 'approval', choice: 'yes' } };
      child.stdin.write(`${JSON.stringify(answer)}\n`);
    }
    if (type === 'turn-end') child.stdin.end();
  }
  proxy.close();
  assert.deepEqual([asked, dialled], [['new.test:80'], ['new.test:80']]);
  assert.match(server.requests.at(-1)?.body ?? '', /hello\\n undefined/);
});

interface AskedAgain {
  id: string;
  choices: string[];
  view: { body?: { type: string; text?: string; items?: string[] }[] };
}

test('SBX-16 after try first the question is repeated with what the command would change, and nothing changes before approval', {
  skip,
}, async () => {
  using place = scratch();
  for (const name of ['a.txt', 'b.txt']) writeFileSync(join(place.path, name), 'one\n');
  const line = 'rm a.txt; echo two > b.txt; echo three > c.txt; curl -s -m 5 http://new.test/';
  await using server = await startModelServer([call('bash', { command: line }), say('done')]);
  const child = spawn(process.execPath, [CLI, '--input-format', 'stream-json', '--output-format', 'stream-json'], {
    cwd: place.path,
    env: coderEnv({ cwd: place.path, url: server.url, env: { HOME: place.home, CODER_SANDBOX: undefined } }),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.write('{"type":"submit","text":"go"}\n');
  const asked: AskedAgain[] = [];
  const kept: boolean[] = [];
  for await (const text of createInterface({ input: child.stdout })) {
    const { type, request } = JSON.parse(text) as { type: string; request?: AskedAgain };
    if (request && type === 'request-start') {
      asked.push(request);
      kept.push(existsSync(join(place.path, 'a.txt')) && !existsSync(join(place.path, 'c.txt')));
      const choice = asked.length === 1 ? 'try' : asked.length === 2 ? 'yes' : 'no';
      child.stdin.write(
        `${JSON.stringify({ type: 'answer', id: request.id, answer: { kind: 'approval', choice } })}\n`,
      );
    }
    if (type === 'turn-end') child.stdin.end();
  }
  const [first, again] = asked;
  assert.deepEqual([first?.choices.includes('try'), again?.choices.includes('try')], [true, false]);
  assert.deepEqual(kept.slice(0, 2), [true, true]);
  const body = again?.view.body ?? [];
  const items = body.flatMap((block) => block.items ?? []);
  assert.deepEqual(items.toSorted(), ['+ c.txt  6 B', '- a.txt  4 B', '~ b.txt  4 B']);
  const said = body.map((block) => block.text ?? '').join('\n');
  assert.match(said, /1 added, 1 changed, 1 deleted/);
  assert.match(said, /tried to reach new\.test:80/);
  assert.deepEqual(
    [existsSync(join(place.path, 'a.txt')), readFileSync(join(place.path, 'b.txt'), 'utf8')],
    [false, 'two\n'],
  );
});

test('SBX-17 the project’s MCP servers and all language servers run inside; MCP servers from the person’s settings do not', {
  skip,
}, async () => {
  using place = scratch();
  const { command, args } = testServer();
  const server = (name: string) => ({
    command: 'sh',
    args: ['-c', `echo x > "$HOME/${name}"; echo x > ${name}; exec "$0" "$@"`, command, ...args],
  });
  writeFileSync(join(place.path, '.mcp.json'), JSON.stringify({ mcpServers: { theirs: server('theirs') } }));
  const languages = fileURLToPath(new URL('../fixtures/lsp-server.ts', import.meta.url));
  const asked = { ...server('asked'), extensionToLanguage: { '.foo': 'foo' } };
  asked.args = [...asked.args.slice(0, 2), process.execPath, languages, 'pull'];
  configureServers(place.home, { mine: server('mine') }, { lsp: { servers: { asked } } });
  writeFileSync(join(place.path, 'a.foo'), 'bad\n');
  const env = { HOME: place.home, CODER_SANDBOX: undefined };
  const trust = await runCoder(['trust', '--print'], { cwd: place.path, env });
  const hash = /sha256:\w+/.exec(trust.stdout)?.[0] ?? '';
  await using model = await startModelServer([call('lsp_diagnostics', { path: 'a.foo' }), say('done')]);
  const { stderr } = await runCoder(['-p', 'go', '--trust', hash], { cwd: place.path, url: model.url, env });
  const made = (folder: string) => ['asked', 'mine', 'theirs'].filter((name) => existsSync(join(folder, name)));
  assert.deepEqual([made(place.path), made(place.home)], [['asked', 'mine', 'theirs'], ['mine']], stderr);
  const isSeen = !/^\/(?:var\/)?tmp\//.test(process.execPath); // the sandbox has its own /tmp, which would hide this Node
  assert.match(model.requests.at(-1)?.body ?? '', isSeen ? /a\.foo:1/ : /asked ended with exit code 127/);
});

test('SBX-12 CLI-4 coder policy check shows the verdict in the sandbox and the one without it', { skip }, async () => {
  using place = scratch();
  const options = { cwd: place.path, env: { HOME: place.home, CODER_SANDBOX: 'auto' } };
  const check = (...args: string[]) => runCoder(['policy', 'check', ...args], options);
  assert.equal(
    (await check('--', 'touch x')).stdout,
    '$ touch x\nallow, in the sandbox (bubblewrap)\nwithout the sandbox: ask (needs-approval)\n  touch may do more than read\n',
  );
  assert.match((await check('--', 'rm -rf build')).stdout, /^\$ rm -rf build\nask \(dangerous\)\n/);
  const { decision, sandbox } = JSON.parse((await check('--json', '--', 'touch x')).stdout) as Record<string, unknown>;
  assert.deepEqual([decision, sandbox], ['ask', { layer: 'bubblewrap', decision: 'allow' }]);
  const off = await runCoder(['policy', 'check', '--', 'touch x'], { ...options, env: { CODER_SANDBOX: 'off' } });
  assert.equal(off.stdout, '$ touch x\nask (needs-approval)\n  touch may do more than read\n');
});
