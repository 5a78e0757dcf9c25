import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { reasonText } from '../../src/words/reason-text.ts';
import { loadWords } from '../../src/words/words.ts';
import { type AppAgent, appAgent } from '../fixtures/app-agent.ts';
import { runCoder, type Scratch, scratch } from '../fixtures/run-coder.ts';
import { call, callsEnd, type Script, stop, text } from '../fixtures/scripted-provider.ts';

const done: Script = [text('Done.'), stop];
const echoes: Script = [call('c1', 'bash', { command: 'echo one' }), callsEnd];

function put(place: Scratch, path: string, content: string | object): void {
  const file = join(place.home, '.coder', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

/** One broken thing of each kind, in the user's own folder. */
function broken(place: Scratch, more: object): void {
  put(place, 'skills/plain/SKILL.md', 'no front matter');
  put(place, 'agents/plain.md', '---\nname: plain\n---\nDo it.');
  put(place, 'commands/two words.md', 'x');
  put(place, 'config.json', {
    mcpServers: { both: { command: 'x', url: 'http://x/' }, kinds: { command: 'x', args: 1 } },
    ...more,
  });
}

const guard = (command: string, event = 'PreToolUse') => ({
  hooks: { Stop: 1, [event]: [{ hooks: [{ type: 'command', command }] }] },
});

const warnings = ({ events }: AppAgent) =>
  events.flatMap((event) => (event.type === 'notice' && event.level === 'warn' ? [event.view.title] : []));

test('CLI-1 EXT-1 HOOK-1 HOOK-5 problems with extensions are reported in the language of the settings', async (t) => {
  const expected: Record<'en' | 'zh-CN', RegExp[]> = {
    en: [
      /^Skill skipped: .*plain\/SKILL\.md has no front matter \(--- name, description ---\)\.$/,
      /^Agent skipped: .*plain\.md has no description\.$/,
      /: MCP server "both" is left out: it has both "command" and "url"$/,
      /: MCP server "kinds" is left out: "args": expected a list of strings$/,
      /: hooks\.Stop: expected a list$/,
      /^hook PreToolUse in .*: it could not be started \(exit code 127\): wants jq$/,
    ],
    'zh-CN': [
      /^已跳过技能：.*plain\/SKILL\.md 没有前置元数据（--- name, description ---）。$/,
      /^已跳过智能体：.*plain\.md 没有描述。$/,
      /：MCP 服务器 "both" 已略去：同时有 "command" 和 "url"$/,
      /：MCP 服务器 "kinds" 已略去："args"：应为字符串列表$/,
      /：hooks\.Stop：应为列表$/,
      /^钩子 PreToolUse in .*：无法启动（退出码 127）：wants jq$/,
    ],
  };
  for (const lang of ['en', 'zh-CN'] as const) {
    const place = scratch(t);
    broken(place, { lang, ...guard('echo wants jq >&2; exit 127') });
    const agent = await appAgent(t, [echoes, done], { place });
    await agent.say('go');
    const said = warnings(agent);
    for (const pattern of expected[lang])
      assert.equal(said.filter((line) => pattern.test(line)).length, 1, `${pattern}\n${said.join('\n')}`);
    const help = await agent.say('/help');
    assert.match(help, lang === 'en' ? /: a command's name has letters/ : /：命令名称只能包含字母/);
    const hooks = await agent.say('/hooks');
    assert.match(
      hooks,
      lang === 'en' ? /it could not be started \(exit code 127\)/ : /无法启动（退出码 127）：wants jq/,
    );
    await agent.close();
  }
});

test('CLI-1 HOOK-5 a person is asked in Chinese why a guard gave no answer; the model and the log have it in English', async (t) => {
  const place = scratch(t);
  broken(place, { lang: 'zh-CN', ...guard('echo wants jq >&2; exit 127') });
  const { policy } = await loadWords('zh-CN');
  const asked: string[] = [];
  const agent = await appAgent(t, [echoes, done], {
    place,
    answer(request) {
      if (request.kind === 'approval') asked.push(...request.reasons.map((reason) => reasonText(reason, policy)));
      return { kind: 'approval', choice: 'no' };
    },
  });
  await agent.say('go');
  assert.match(asked[0] ?? '', /^钩子 PreToolUse in .* 没有给出回答：无法启动（退出码 127）：wants jq$/);
  const english = /gave no answer: it could not be started \(exit code 127\): wants jq/;
  const log = readFileSync(join(place.path, '.coder/sessions', `${agent.sessionId()}.jsonl`), 'utf8');
  assert.match(log, english);
  assert.doesNotMatch(log, /无法启动/);
  await agent.close();
});

test('CLI-1 HOOK-4 a hook that blocks without a word is explained in Chinese to the person and in English to the model', async (t) => {
  const place = scratch(t);
  put(place, 'config.json', { lang: 'zh-CN', ...guard('exit 2', 'UserPromptSubmit') });
  const blocked = await appAgent(t, [done], { place });
  assert.match(await blocked.say('go'), /^提示词没有发送：退出码为 2，没有说明原因（UserPromptSubmit in .*）$/m);
  await blocked.close();

  put(place, 'config.json', { lang: 'zh-CN', ...guard('exit 2', 'PostToolUse') });
  const noted = await appAgent(t, [echoes, done], { place });
  await noted.say('go');
  const sent = JSON.stringify(noted.provider.requests.at(-1));
  assert.match(sent, /\[hook\] it ended with exit code 2 and said nothing \(PostToolUse in /);
  await noted.close();
});

test('CLI-1 EXT-15 plugins and their parts are judged in Chinese too; --json stays English', async () => {
  using place = scratch();
  const env = { HOME: place.home, LANG: 'zh_CN.UTF-8' };
  const folder = join(place.path, 'plugin');
  mkdirSync(join(folder, 'bin'), { recursive: true });
  mkdirSync(join(folder, '.claude-plugin'));
  writeFileSync(join(folder, '.claude-plugin/plugin.json'), JSON.stringify({ name: 'demo', themes: [] }));
  const said = await runCoder(['plugin', 'validate', folder], { cwd: place.path, env });
  assert.match(said.stdout, /未采用：\.claude-plugin\/plugin\.json：coder 没有与 "themes" 对应的功能/);
  assert.match(said.stdout, /未采用：bin：coder 没有对应的功能/);
  const json = await runCoder(['plugin', 'validate', folder, '--json'], { cwd: place.path, env });
  assert.deepEqual((JSON.parse(json.stdout) as { problems: string[] }).problems, [
    '.claude-plugin/plugin.json: coder has no equivalent of "themes"',
    'bin: coder has no equivalent',
  ]);
  const none = await runCoder(['plugin', 'validate', join(place.path, 'nowhere')], { cwd: place.path, env });
  assert.match(none.stderr, /nowhere 不是可以读取的目录/);
});
