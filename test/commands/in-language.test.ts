import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { INPUT_RULES } from '../../src/commands/help.ts';
import { COMMAND_ROWS } from '../../src/commands/rows.ts';
import { runCommand } from '../../src/commands/run-command.ts';
import { ZH_CN } from '../../src/commands/zh-cn.ts';
import { MODES } from '../../src/config/modes.ts';
import { commandContext } from '../fixtures/command-context.ts';

test('CLI-1 CMD-3 every command, mode and rule of input is described in Chinese too', () => {
  const sentences = [...[...COMMAND_ROWS, ...MODES].map(({ summary }) => summary), ...INPUT_RULES];
  assert.deepEqual(
    sentences.filter((sentence) => ZH_CN[sentence] === undefined),
    [],
  );
});

test('CLI-1 no row of the Chinese table is left over', () => {
  const folders = ['../../src/commands/', '../../src/config/'].map((folder) => new URL(folder, import.meta.url));
  const sources = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && name !== 'zh-cn.ts')
      .map((name) => readFileSync(new URL(name, folder), 'utf8')),
  );
  const isSaid = (sentence: string): boolean => {
    const [words = ''] = sentence.split('\\'); // a backslash is written as two
    return sources.some((source) => source.includes(words));
  };
  assert.deepEqual(
    Object.keys(ZH_CN).filter((sentence) => !isSaid(sentence)),
    [],
  );
});

test('CLI-1 CMD-3 /help, /mode and plain answers speak Chinese where that is set', async () => {
  const help = await runCommand('help', '', commandContext([], { lang: 'zh-CN' }));
  assert.ok('title' in help && help.title === '命令');
  const lines = (help.body ?? []).flatMap((block) => (block.type === 'list' ? block.items : []));
  assert.ok(lines.some((line) => line.startsWith('/exit ') && line.endsWith(' 退出')));
  assert.ok(lines.includes('! 命令 运行 shell 命令，@路径 引用文件'));
  assert.deepEqual(await runCommand('todos', '', commandContext([], { lang: 'zh-CN' })), { title: '没有待办。' });
});
