import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { COMMANDS } from '../../src/frontends/command-line.ts';
import { isLong } from '../fixtures/long.ts';
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
  assert.match((await runCoder(['doctor'], options)).stdout, /注意 {2}provider +内置的离线模型\n/);
  assert.match((await runCoder(['replay'], options)).stderr, /^用法：coder replay ID/);
  const refused = await runCoder(['-p', 'create a.txt with hi'], options);
  assert.match(refused.stderr, /^\[write\] 被拒绝: 这需要批准，而现在没有人可以批准/m);
  assert.equal(refused.code, 4);
  writeFileSync(join(place.path, 'a.ts'), '// TODO\n');
  assert.match((await runCoder(['-p', 'list the files'], options)).stderr, /^\[list\] \. 2 项 \(/m);
  assert.match((await runCoder(['-p', 'search for TODO'], options)).stderr, /^\[grep\] TODO：1 处匹配 \(/m);
  assert.match((await runCoder(['-p', 'read a.ts'], options)).stderr, /^\[read\] a\.ts 1 行 \(/m);
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

/** Four English words in a row. Usage lines and names have fewer. */
const ENGLISH = /(?:\b[a-z']+ ){3}[a-z']+/;
const CHINESE = /[\u4e00-\u9fff]/;

/** Wrong command lines beyond an unknown option and an unknown word, which every command gets. */
const WRONG: readonly (readonly string[])[] = [
  ['--json=yes', 'doctor'],
  ['--mode', 'none', '-p', 'x'],
  ['--budget', 'much', '-p', 'x'],
  ['--worktree=a/b', '-p', 'x'],
  ['--config', 'none.json', '-p', 'x'],
  ['--resume', 'none', '-p', 'x'],
  ['-p', 'see @none.txt'],
  ['--model', 'none/x', '-p', 'x'],
  ['config', 'get', 'none'],
  ['config', 'set', 'budget', 'much'],
  ['config', 'set', 'provider.base_url', 'nowhere'],
  ['config', 'set', 'context_limit', 'many'],
  ['policy', 'check'],
  ['trust', 'add', 'none'],
  ['mcp', 'add'],
  ['mcp', 'add', '-x'],
  ['mcp', 'add', '-x', 'y'],
  ['mcp', 'add', '--scope', 'none', 'a', 'b'],
  ['mcp', 'add', '-t', 'none', 'a', 'b'],
  ['mcp', 'add', '-e', 'x', 'a', 'b'],
  ['mcp', 'add', '-H', 'x', 'a', 'b'],
  ['mcp', 'add', 'a', 'http://x.example', 'y'],
  ['mcp', 'add', 'a b', 'x'],
  ['mcp', 'add-json', 'a', '{'],
  ['mcp', 'add-json', 'a', '{}'],
  ['mcp', 'test', 'none'],
  ['plugin', 'install', './none'],
  ['plugin', 'validate', '.'],
  ['hooks', 'test', 'None'],
  ['hooks', 'test', 'PreToolUse', '--tool'],
  ['hooks', 'test', 'PreToolUse', '--input', 'x'],
  ['export', 'a', 'b'],
  ['export', '--format', 'none', 'a'],
  ['replay', 'a', 'b'],
  ['run', '--spec', 'broken.json'],
  ['run', '--spec', 'job.json'],
  ['fleet', 'run', 'none.jsonl', '--results', 'out', '--jobs', '0'],
  ['fleet', 'run', 'tasks.jsonl', '--results', 'out'],
  ['fleet', 'diff', 'none', '--results', 'out'],
  ['review', '--base', 'none'],
  ['review', '--staged', '--uncommitted'],
  ['worktrees', 'remove', 'none'],
];

test('CLI-1 every wrong command line of every subcommand is explained in Chinese, and so is its help', async (t) => {
  const place = scratch(t);
  const put = (name: string, text: string) => writeFileSync(join(place.path, name), text);
  put('broken.json', '{');
  put('job.json', '{ "cwd": "none", "prompt": "x" }');
  put('tasks.jsonl', 'not a job\n');
  const options = { cwd: place.path, env: { ...CHINESE_LOCALE, HOME: place.home }, input: '' };
  const ofEach = COMMANDS.flatMap((command) => [
    [command, 'nonsense', 'nonsense'],
    [command, '--nonsense'],
    [command, '--help'],
  ]);
  const lines = [...WRONG, ...ofEach.filter((_, index) => isLong || index % 3 === 0)];
  const wrong: string[] = [];
  let at = 0;
  const work = async (): Promise<void> => {
    for (let line = lines[at++]; line; line = lines[at++]) {
      const { stdout, stderr, code } = await runCoder(line, options);
      const [first = ''] = `${stderr}${stdout}`.split('\n');
      const english = ENGLISH.exec(systemWordsLeftOut(`${stderr}${stdout}`))?.[0];
      const isRefused = line.at(-1) === '--help' ? code === 0 : code !== 0;
      if (!isRefused || !CHINESE.test(first) || english !== undefined)
        wrong.push(`coder ${line.join(' ')} (${code}): ${english ?? first}`);
    }
  };
  await Promise.all([work(), work(), work()]);
  assert.deepEqual(wrong, []);
});

/** The parser of JSON and the file system say things in English: these words are theirs. */
function systemWordsLeftOut(text: string): string {
  return text.replaceAll(/Expected property name[^\n]*|ENOENT: no such file[^\n]*/g, '');
}

test('CLI-1 what is wrong with a settings file, and where a setting comes from, is said in Chinese', async (t) => {
  const place = scratch(t);
  const options = { cwd: place.path, env: { ...CHINESE_LOCALE, HOME: place.home } };
  const { stdout } = await runCoder(['config', '--mode', 'plan'], options);
  assert.match(stdout, /^mode +"plan" +命令行$/m);
  assert.match(stdout, /^undo\.max_turns +\d+ +默认值$/m);
  mkdirSync(join(place.home, '.coder'), { recursive: true });
  for (const [text, said] of [
    ['{ "mode": oops }', /config\.json:1:11：应为一个值，而不是 oops；文本要放在双引号中/],
    ['{ "mode": "plan" "lang" }', /config\.json:1:18：应为 , 或 }，而不是 "\\""/],
    ['{ "mode": ', /config\.json:1:11：应为一个值，而不是文件结尾/],
    ['{ "mode": "fast" }', /config\.json:1:3：mode：值无效：未知的模式 "fast"；可用：build/],
  ] as const) {
    writeFileSync(join(place.home, '.coder', 'config.json'), text);
    assert.match((await runCoder(['sessions'], options)).stderr, said);
  }
});
