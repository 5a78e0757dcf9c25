import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCoder, scratch } from '../fixtures/run-coder.ts';

const CHINESE_LOCALE = { LANG: 'zh_CN.UTF-8', AGENT_MODEL: 'offline' };

test('CLI-1 --help and usage errors are in the language of LANG, and --lang takes precedence', async () => {
  using place = scratch();
  const options = { cwd: place.path, env: CHINESE_LOCALE, input: '' };
  assert.match((await runCoder(['--help'], options)).stdout, /^coder \S+：终端里的编程智能体\n/);
  const unknown = await runCoder(['--modle', 'x'], options);
  assert.equal(unknown.stderr, 'coder: 未知选项 --modle；您是否指 --model？\n运行 “coder --help” 查看命令和选项。\n');
  const english = await runCoder(['--modle', 'x', '--lang=en'], options);
  assert.match(english.stderr, /^coder: unknown option --modle; did you mean --model\?\n/);
  const chosen = await runCoder(['--lang', 'zh-CN', '--cwd', 'nowhere'], { ...options, env: {} });
  assert.match(chosen.stderr, /^coder: 没有这个目录：.*nowhere（--cwd）\n/);
  assert.match((await runCoder([], options)).stderr, /无事可做：标准输入是空的/);
});

test('CLI-1 CLI-4 subcommands and runs without a terminal use the language of the settings', async () => {
  using place = scratch();
  const options = { cwd: place.path, env: { AGENT_MODEL: 'offline' } };
  mkdirSync(join(place.path, '.coder'), { recursive: true });
  writeFileSync(join(place.path, '.coder', 'config.json'), '{ "lang": "zh-CN" }');
  assert.equal((await runCoder(['sessions'], options)).stdout, '当前目录还没有会话。\n');
  assert.match((await runCoder(['models'], options)).stdout, /^正在使用：offline\n/);
  assert.match((await runCoder(['doctor'], options)).stdout, /note {2}provider +内置的离线模型\n/);
  assert.match((await runCoder(['replay'], options)).stderr, /^用法：coder replay ID/);
  const refused = await runCoder(['-p', 'create a.txt with hi'], options);
  assert.match(refused.stderr, /^\[write\] 被拒绝: 这需要批准，而现在没有人可以批准/m);
  assert.equal(refused.code, 4);
  const wrong = await runCoder(['config', 'set', 'ui.style', 'fancy'], { cwd: place.path, env: CHINESE_LOCALE });
  assert.match(wrong.stderr, /ui\.style：应为以下之一：/);
});

test('CLI-1 POL-7 coder policy check gives its reasons in Chinese too', async () => {
  using place = scratch();
  const options = { cwd: place.path, env: CHINESE_LOCALE };
  const { stdout } = await runCoder(['policy', 'check', '--', 'rm x; cat ~/.ssh/id_rsa'], options);
  assert.match(stdout, /^ {2}风险：rm 会删除文件$/m);
  assert.match(stdout, /可能含有机密/);
  const json = await runCoder(['policy', 'check', '--json', '--', 'rm x'], options);
  const { reasons } = JSON.parse(json.stdout) as { reasons: { text: string; says: string[] }[] };
  assert.deepEqual([reasons[0]?.text, reasons[0]?.says], ['rm deletes files', ['does', 'rm', 'deletes-files']]);
});
