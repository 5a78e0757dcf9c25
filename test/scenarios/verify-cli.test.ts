import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { call, say, startModelServer } from '../fixtures/model-server.ts';
import { lacks } from '../fixtures/programs.ts';
import { runCoder, scratch } from '../fixtures/run-coder.ts';

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

test('VER-1 VER-5 VER-7 the built program: the tests fail twice and then pass', { skip }, async () => {
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
  const line = 'npm test -- --watch=false';
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
  assert.match(asked?.content ?? '', /exited with 1\.[^]*not ok 1 - adds[^]*Please fix the cause and verify again\.$/);

  const folder = join(place.path, '.coder', 'sessions');
  const log = readFileSync(join(folder, readdirSync(folder).find((name) => name.endsWith('.jsonl')) ?? ''), 'utf8');
  assert.ok(log.includes(`checked: ${line} ok (after the last edit)`), 'the line is in the log');
});

test('VER-3 VER-4 the built program: off the list, and nothing known, in both languages', async () => {
  using place = scratch();
  await using server = await startModelServer((_request, index) =>
    index % 2 === 0 ? call('write', { path: `${'ab'[index / 2]}.c`, content: 'int a;\n' }) : say('Done.'),
  );
  const run = (prompt: string, ...flags: string[]) =>
    runCoder(['-p', prompt, '--mode', 'auto-edit', ...flags], { cwd: place.path, url: server.url });
  const named = await run('write a.c and verify with `make test`');
  const none = await run('写 b.c', '--lang', 'zh-CN');

  assert.match(named.stderr, /^Auto verification not run: "make test" is not on the list of commands that may run/m);
  assert.match(named.stderr, /^not checked since a\.c changed$/m);
  assert.match(none.stderr, /^未执行自动验证：没有适用于此项目的检查命令/m);
  assert.match(none.stderr, /^b\.c 修改后尚未检查$/m);
  assert.deepEqual([named.code, none.code], [0, 0]);
});
