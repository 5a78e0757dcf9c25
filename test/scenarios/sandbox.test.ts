import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemProgram } from '../../src/host/sandbox/system-program.ts';
import { call, say, startModelServer } from '../fixtures/model-server.ts';
import { runCoder, type Scratch, scratch } from '../fixtures/run-coder.ts';

const skip = systemProgram('bwrap') === undefined && 'bubblewrap is not installed';

interface Made {
  status: string;
  error?: string;
  exit_code?: number;
}

interface Told {
  made: Made[];
  /** What the model read of each call. */
  texts: string[];
  code: number | null;
  stderr: string;
}

/** Runs lines as calls of the model, each after the other, in the sandbox. */
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
      env: { HOME: place.home, CODER_SANDBOX: 'auto' },
    },
  );
  const { messages } = JSON.parse(server.requests.at(-1)?.body ?? '{"messages":[]}') as {
    messages: { role: string; content: string }[];
  };
  const texts = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
  return { made: (JSON.parse(stdout) as { tool_calls: Made[] }).tool_calls, texts, code, stderr };
}

test('SBX-2 SBX-4 SBX-6 SBX-12 what is only unproved runs unasked; home is a layer; what is outside or secret is out of reach', {
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

test('SBX-8 a server that one command started answers the next, and the host’s own loopback does not', {
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

test('SBX-13 leaving is refused where nobody can agree, and where a setting forbids it', { skip }, async () => {
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

test('SBX-12 SBX-15 a script that policy would ask about runs unasked; in plan mode on a layer that is thrown away', {
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

test('SBX-3 SBX-7 git works as outside, nothing is invented, and no outside process is seen', { skip }, async () => {
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

test('SBX-1 require without a layer refuses commands, exit 4; without a sandbox it is asked as before', async () => {
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
  const required = await made(place.home, 'require', '--mode', 'yolo'); // the whole home folder is no workspace for a sandbox
  assert.match(
    required.error,
    /sandbox\.mode is "require", and there is no sandbox: the workspace .* holds your whole home folder/,
  );
});
