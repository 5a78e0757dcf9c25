import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import type { Stamped } from '../../src/protocol/event.ts';
import { call, say, startModelServer } from '../fixtures/model-server.ts';
import { lacks, QUICK_NPM } from '../fixtures/programs.ts';
import { bareOnly, CLI, coderEnv, runCoder, type Scratch, scratch } from '../fixtures/run-coder.ts';

const MANIFEST = '{ "name": "sum", "private": true, "scripts": { "test": "node check.cjs" } }\n';
const CHECK = `const { sum } = require('./sum.cjs');
if (sum(1, 2) !== 3) {
  console.log('not ok 1 - adds');
  process.exit(1);
}
console.log('ok 1 - adds');
`;
const sum = (expression: string) => `exports.sum = (a, b) => ${expression};\n`;

const skip = lacks('npm');
const quick = { PATH: QUICK_NPM };

test('VER-1 VER-5 VER-7 the built program lets the model fix tests that fail twice and then pass', {
  skip,
}, async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'package.json'), MANIFEST);
  writeFileSync(join(place.path, 'check.cjs'), CHECK);
  await using server = await startModelServer([
    call('write', { path: 'sum.cjs', content: sum('a - b') }, 'w1'),
    say('Written.'),
    call('write', { path: 'sum.cjs', content: sum('a * b') }, 'w2'),
    say('Again.'),
    call('write', { path: 'sum.cjs', content: sum('a + b') }, 'w3'),
    say('Fixed.'),
  ]);
  const { code, stdout, stderr } = await runCoder(['-p', 'write sum', '--mode', 'auto-edit'], {
    cwd: place.path,
    url: server.url,
  });

  assert.deepEqual([code, stdout], [0, 'Fixed.\n'], stderr);
  const line = 'npm test';
  const notices = stderr.split('\n').filter((each) => /^(?:Auto verification|checked|failed|not checked)/.test(each));
  assert.deepEqual(notices, [
    `Auto verification: ${line}`,
    `Auto verification failed: ${line} (exit 1). Asking the model to fix it (1 of 2).`,
    `Auto verification, retry 1 of 2: ${line}`,
    `Auto verification failed: ${line} (exit 1). Asking the model to fix it (2 of 2).`,
    `Auto verification, retry 2 of 2: ${line}`,
    `checked: ${line} ok (after the last edit)`,
  ]);
  const third = JSON.parse(server.requests[2]?.body ?? '{}') as { messages: { role: string; content: string }[] };
  const asked = third.messages.at(-1);
  assert.equal(asked?.role, 'user');
  assert.match(
    asked?.content ?? '',
    /^\[coder\] npm test failed \(exit 1\)\.[^]*not ok 1 - adds[^]*say so in one line\.$/,
  );

  const folder = join(place.path, '.coder', 'sessions');
  const log = readFileSync(join(folder, readdirSync(folder).find((name) => name.endsWith('.jsonl')) ?? ''), 'utf8');
  assert.ok(log.includes(`checked: ${line} ok (after the last edit)`), 'the line is in the log');
});

test('VER-3 VER-4 the built program reports an unknown project check, or that no check is known, in both languages', async () => {
  using place = scratch();
  mkdirSync(join(place.path, '.coder'));
  writeFileSync(join(place.path, '.coder', 'config.json'), '{ "workflow": { "verify_commands": ["./steal.sh"] } }');
  await using server = await startModelServer((_request, index) =>
    index % 2 === 0 ? call('write', { path: `${'ab'[index / 2]}.c`, content: 'int a;\n' }) : say('Done.'),
  );
  const run = (prompt: string, ...flags: string[]) =>
    runCoder(['-p', prompt, '--mode', 'auto-edit', ...flags], { cwd: place.path, url: server.url });
  const named = await run('write a.c');
  rmSync(join(place.path, '.coder', 'config.json'));
  const none = await run('写 b.c', '--lang', 'zh-CN');

  assert.match(
    named.stderr,
    /^Auto verification not run: ".\/steal.sh" in the project's settings is not a known check/m,
  );
  assert.match(named.stderr, /^not checked since a\.c changed$/m);
  assert.match(none.stderr, /^未执行自动验证：没有适用于此项目的检查命令/m);
  assert.match(none.stderr, /^b\.c 修改后尚未检查$/m);
  assert.deepEqual([named.code, none.code], [0, 0]);
});

/** Runs one edit in a project with this test script; resolves with the outcome and the model's requests. */
async function checkedBy(script: string, files: Record<string, string>) {
  using place = scratch();
  writeFileSync(
    join(place.path, 'package.json'),
    JSON.stringify({ name: 'p', private: true, scripts: { test: script } }),
  );
  for (const [name, content] of Object.entries(files)) writeFileSync(join(place.path, name), content);
  await using server = await startModelServer([
    call('write', { path: 'sum.cjs', content: sum('a + b') }, 'w1'),
    say('Written.'),
    say('Not mine.'),
  ]);
  const run = await runCoder(['-p', 'write sum', '--mode', 'auto-edit'], {
    cwd: place.path,
    url: server.url,
    env: quick,
  });
  return { ...run, requests: server.requests };
}

test('VER-2 a runner that refuses unknown options and bare node --test run unchanged, with CI=1', {
  skip,
}, async () => {
  const strict = await checkedBy('node strict.mjs', {
    'strict.mjs': 'process.exit(process.argv.length > 2 || process.env.CI !== "1" ? 1 : 0);',
  });
  assert.match(strict.stderr, /^checked: npm test ok \(after the last edit\)$/m);
  const bare = await checkedBy('node --test', { 'a.test.cjs': 'require("node:test")("adds", () => {});' });
  assert.match(bare.stderr, /^checked: npm test ok \(after the last edit\)$/m);
});

test('MDL-7 if the suite fails regardless of the change, the real answer is printed, not the model’s remark', {
  skip,
}, async () => {
  const { code, stdout, stderr, requests } = await checkedBy('node red.cjs', {
    'red.cjs': 'console.log("x".repeat(3000)); console.log("not ok 1 - old"); process.exit(1);',
  });
  assert.deepEqual([code, stdout], [0, 'Written.\n'], stderr);
  assert.match(stderr, /^Not mine\.$/m);
  const { messages } = JSON.parse(requests[2]?.body ?? '{}') as { messages: { content: string }[] };
  const told = messages.at(-1)?.content ?? '';
  assert.match(
    told,
    /^\[coder\] npm test failed \(exit 1\)\.\n\nnot ok 1 - old\n\nWhole output: \.coder\/cache\/\S+\. If/,
  );
});

test('VER-9 if no person is there and the turn wrote a test, it is checked if the person named the check, otherwise that is reported', {
  skip: skip || bareOnly('what the session changed may run'),
}, async () => {
  const run = async (prompt: string, ...flags: string[]) => {
    using place = scratch();
    writeFileSync(join(place.path, 'package.json'), MANIFEST);
    await using server = await startModelServer([
      call('write', { path: 'check.cjs', content: 'process.exit(0);' }, 'w1'),
      say('Written.'),
    ]);
    const { stderr } = await runCoder(['-p', prompt, '--mode', 'auto-edit', ...flags], {
      cwd: place.path,
      url: server.url,
      env: quick,
    });
    return stderr;
  };
  const [silent, named, yes] = await Promise.all([
    run('write the check'),
    run('write the check and run npm test'),
    run('write the check', '--yes'),
  ]);
  assert.match(
    silent,
    /^Auto verification not run: npm test would run what this session changed \(check\.cjs\), and no one is available/m,
  );
  assert.match(silent, /^not checked since check\.cjs changed$/m);
  for (const stderr of [named, yes]) assert.match(stderr, /^checked: npm test ok \(after the last edit\)$/m);
});

test('MDL-7 a suite that needs environment variables is checked with the model’s own command', { skip }, async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'package.json'), MANIFEST);
  writeFileSync(join(place.path, 'check.cjs'), 'process.exit(process.env.SUM_FROM === "src" ? 0 : 1);');
  await using server = await startModelServer([
    call('bash', { command: 'SUM_FROM=src npm test 2>&1 | tail -5' }, 'b1'),
    call('write', { path: 'sum.cjs', content: sum('a + b') }, 'w1'),
    say('Written.'),
  ]);
  const { stdout, stderr } = await runCoder(['-p', 'write sum', '--mode', 'yolo'], {
    cwd: place.path,
    url: server.url,
    env: quick,
  });
  assert.equal(stdout, 'Written.\n');
  assert.match(stderr, /^checked: SUM_FROM=src npm test ok \(after the last edit\)$/m);
});

/** A Python project with its sources in src, while another copy of its package is installed for the user. */
function withInstalledCopy(place: Scratch): NodeJS.ProcessEnv {
  const env = { HOME: place.home, PATH: `${place.home}/bin:${process.env.PATH}` };
  const { stdout } = spawnSync('python3', ['-c', 'import site; print(site.getusersitepackages())'], {
    env,
    encoding: 'utf8',
  });
  const files: Record<string, string> = {
    [join(stdout.trim(), 'shape', '__init__.py')]: 'def area(): return "installed"\n',
    [join(place.path, 'src', 'shape', '__init__.py')]: 'def area(): return 2\n',
    [join(place.path, 'pyproject.toml')]: '[tool.pytest.ini_options]\n',
    [join(place.path, 'tests', 'test_shape.py')]:
      'import unittest, shape\nclass T(unittest.TestCase):\n  def test_area(self): self.assertEqual(shape.area(), 1)\n',
    [join(place.home, 'bin', 'pytest')]:
      `#!/bin/sh\necho "$PYTHONPATH" >> '${place.home}/runs'\nexec python3 -B -m unittest discover -s tests\n`,
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, { mode: 0o755 });
  }
  return env;
}

test('MDL-7 a suite that needs PYTHONPATH although another copy is installed is checked with the model’s command, or not again', {
  skip: lacks('python3') || bareOnly('the home folder, where this pytest counts its runs, is a layer'),
}, async () => {
  const fix = call('edit', { path: 'src/shape/__init__.py', old_string: 'return 2', new_string: 'return 1' }, 'e1');
  const check = call('bash', { command: 'PYTHONPATH=src pytest -q' }, 'b1');
  const orders = { 'the model checked last': [fix, check], 'the model checked before': [check, fix] };
  for (const [name, steps] of Object.entries(orders)) {
    using place = scratch();
    const env = withInstalledCopy(place);
    await using server = await startModelServer([...steps, say('Fixed.')]);
    const run = await runCoder(['-p', 'fix area', '--mode', 'yolo'], { cwd: place.path, url: server.url, env });
    assert.deepEqual([run.code, run.stdout], [0, 'Fixed.\n'], `${name}: ${run.stderr}`);
    assert.match(run.stderr, /^checked: PYTHONPATH=src pytest -q ok \(after the last edit\)$/m, name);
    const runs = readFileSync(join(place.home, 'runs'), 'utf8').trim().split('\n');
    assert.deepEqual(runs, steps[0] === fix ? ['src'] : ['src', 'src'], `${name}: the installed copy is never tested`);
    assert.equal(server.requests.length, 3, 'the model is asked for nothing more');
  }
});

test('VER-9 APR-10 a refused npm test does not run after an accepted edit', { skip }, async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'package.json'), MANIFEST);
  writeFileSync(join(place.path, 'check.cjs'), 'require("fs").writeFileSync("ran", "");');
  await using server = await startModelServer([
    call('bash', { command: 'npm test' }, 'b1'),
    call('write', { path: 'sum.cjs', content: sum('a + b') }, 'w1'),
    say('Edited.'),
  ]);
  const args = ['--input-format', 'stream-json', '--output-format', 'stream-json'];
  const env = coderEnv({ cwd: place.path, url: server.url });
  const coder = spawn(process.execPath, [CLI, ...args], { cwd: place.path, env, stdio: ['pipe', 'pipe', 'ignore'] });
  const send = (op: unknown) => coder.stdin.write(`${JSON.stringify(op)}\n`);
  send({ type: 'submit', text: 'write sum' });
  const asked: string[] = [];
  const notices: string[] = [];
  for await (const line of createInterface(coder.stdout)) {
    const event = JSON.parse(line) as Stamped;
    if (event.type === 'notice') notices.push(event.view.title);
    if (event.type === 'turn-end') coder.stdin.end();
    if (event.type !== 'request-start' || event.request.kind !== 'approval') continue;
    const { id, call: wanted } = event.request;
    asked.push(wanted.name);
    send({ type: 'answer', id, answer: { kind: 'approval', choice: wanted.name === 'bash' ? 'no' : 'yes' } });
  }
  assert.deepEqual(asked, ['bash', 'write']);
  assert.equal(existsSync(join(place.path, 'ran')), false, 'the script did not run');
  assert.ok(notices.includes('Auto verification not run: you refused "npm test" in this session.'), notices.join('\n'));
});
