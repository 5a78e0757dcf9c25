import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { QUICK_NPM } from '../fixtures/programs.ts';
import { runCoder, scratch } from '../fixtures/run-coder.ts';

test('CLI-5 PRV-3 without any key the offline model answers with a real tool call, and one line shows how to connect another model', async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'hello.txt'), 'hi\n');
  const { code, stdout, stderr } = await runCoder(['-p', 'list the files here'], { cwd: place.path });
  assert.equal(code, 0);
  assert.match(stdout, /hello\.txt/);
  assert.match(stderr, /^The built-in offline model answers: .*OPENAI_API_KEY.*\n\[list\]/);
});

test('CLI-5 nothing is said about the offline model where no prompt is sent to it: commands, shell lines, /exit, no input', async () => {
  using place = scratch();
  const options = { cwd: place.path };
  for (const line of ['/tools', '/exit', '! true']) {
    assert.doesNotMatch((await runCoder(['-p', line], options)).stderr, /offline model/, line);
  }
  const silent = await runCoder([], { ...options, input: '' });
  assert.deepEqual([silent.code, silent.stderr.includes('offline model')], [2, false], silent.stderr);
  const input = '/tools\nhello\nhello\n';
  const { stderr } = await runCoder(['--input-format', 'lines'], { ...options, input });
  assert.equal(stderr.split('The built-in offline model answers').length, 2, stderr);
});

test('PRV-3 the offline model understands Chinese and creates a file when edits are allowed', async () => {
  using place = scratch();
  const args = ['-p', '创建 a.txt，内容为 你好', '--mode', 'auto-edit', '--lang', 'zh-CN'];
  const { code, stderr } = await runCoder(args, { cwd: place.path });
  assert.equal(code, 0);
  assert.match(stderr, /^由内置的离线模型回答/);
  assert.match(readFileSync(join(place.path, 'a.txt'), 'utf8'), /你好/);
});

test('CLI-7 coder demo --yes goes from red to green on its own and leaves nothing behind', async () => {
  using place = scratch();
  const { code, stdout } = await runCoder(['demo', '--yes'], { cwd: place.path });
  assert.equal(code, 0, stdout);
  const failure = stdout.includes('✖ ') ? '✖ ' : 'not ok'; // depends on the reporter of the Node that npm finds
  const order = ['todowrite', failure, '[read]', '-  for', '+  for', 'Fixed', 'checked:', '> /undo', 'Undid '];
  let at = 0;
  for (const mark of order) {
    const found = stdout.indexOf(mark, at);
    assert.ok(found >= 0, `${mark} after ${at}`);
    at = found;
  }
  const [, folder = ''] = /failing test: (\S+)/.exec(stdout) ?? [];
  assert.ok(folder !== '' && !existsSync(folder));
});

test('CLI-7 the demo uses the language that the person has set', async () => {
  using place = scratch();
  const home = join(place.home, 'c');
  mkdirSync(home);
  writeFileSync(join(home, 'config.json'), '{ "lang": "zh-CN" }');
  const env = { CODER_HOME: home, PATH: QUICK_NPM };
  const chinese = await runCoder(['demo', '--yes'], { cwd: place.path, env });
  assert.match(
    chinese.stdout,
    /^一个测试失败的临时项目：[\s\S]*\n\[bash\] npm test \(退出码 1, \d+ ms\)[\s\S]*演示结束。/,
  );
  writeFileSync(join(home, 'config.json'), '{ "lang": "xx" }');
  const wrong = await runCoder(['demo', '--yes'], { cwd: place.path, env: { ...env, TMPDIR: place.path } });
  assert.deepEqual([wrong.code, wrong.stdout], [1, '']);
  assert.match(wrong.stderr, /config\.json:1:3: lang: /);
  const left = readdirSync(place.path).filter((name) => name.startsWith('coder-demo'));
  assert.deepEqual(left, [], 'the scratch project is gone');
});
