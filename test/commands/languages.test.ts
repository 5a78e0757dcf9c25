import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summaryOf } from '../../src/commands/mode-summary.ts';
import { commandRows } from '../../src/commands/rows.ts';
import { runCommand } from '../../src/commands/run-command.ts';
import { MODES } from '../../src/config/modes.ts';
import { en } from '../../src/words/en.ts';
import { zhCn } from '../../src/words/zh-cn.ts';
import { commandContext } from '../fixtures/command-context.ts';

const CHINESE = /[\u4e00-\u9fff]/;

test('CMD-3 every built-in command and mode has a description in both languages', () => {
  for (const { name, summary } of commandRows()) {
    assert.match(summary['zh-CN'], CHINESE, name);
    assert.doesNotMatch(summary.en, CHINESE, name);
  }
  for (const mode of MODES) assert.match(summaryOf(mode, zhCn.commands), CHINESE, mode.name);
  const [build] = MODES;
  assert.ok(build);
  assert.equal(summaryOf({ ...build, summary: 'my own' }, zhCn.commands), 'my own');
  assert.equal(summaryOf({ ...build, name: 'toString' }, en.commands), '');
});

test('CLI-1 CMD-3 commands answer in Chinese if that language is set', async () => {
  const compact = async () => ({ status: 'nothing', why: 'nothing-to-drop' }) as const;
  const context = commandContext([], { context: { compact } });
  const run = (name: string) => runCommand(name, '', context, zhCn.commands);
  const help = await run('help');
  assert.ok('title' in help && help.title === '命令');
  const lines = (help.body ?? []).flatMap((block) => (block.type === 'list' ? block.items : []));
  assert.ok(lines.some((line) => line.startsWith('/exit ') && line.endsWith(' 退出')));
  assert.ok(lines.includes('! 命令 运行 shell 命令，@路径 引用文件'));
  assert.deepEqual(await run('todos'), { title: '没有待办。' });
  assert.deepEqual(await run('hepl'), {
    problem: { title: '未知命令：/hepl。您是否指 /help？/help 列出全部命令。' },
  });
  for (const { name } of commandRows().filter((row) => !['init', 'review'].includes(row.name))) {
    const result = await run(name);
    const title = 'problem' in result ? result.problem.title : 'title' in result ? result.title : '';
    assert.match(title, CHINESE, name);
  }
});
