import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { answersIn } from '../../../src/commands/answers/answers.ts';
import { INPUT_RULES } from '../../../src/commands/help.ts';
import { COMMAND_ROWS } from '../../../src/commands/rows.ts';
import { runCommand } from '../../../src/commands/run-command.ts';
import { MODES } from '../../../src/config/modes.ts';
import { commandContext } from '../../fixtures/command-context.ts';

const CHINESE = /[\u4e00-\u9fff]/;
const { sentences, ...answers } = answersIn('zh-CN');

test('CLI-1 CMD-3 every command, mode and rule of input is described in Chinese too', () => {
  const described = [...[...COMMAND_ROWS, ...MODES].map(({ summary }) => summary), ...INPUT_RULES];
  assert.deepEqual(
    described.filter((sentence) => sentences[sentence] === undefined),
    [],
  );
});

test('CLI-1 no row of the tables is left over', () => {
  const sources = ['commands', 'config', 'core', 'policy', 'host/checkpoint'].flatMap(sourcesIn);
  const isSaid = (sentence: string): boolean => {
    const [words = ''] = sentence.split('\\'); // a backslash is written as two
    return sources.some((source) => source.includes(words));
  };
  assert.deepEqual(
    Object.keys(sentences).filter((sentence) => !isSaid(sentence)),
    [],
  );
  const commands = sourcesIn('commands').join('\n');
  assert.deepEqual(
    Object.keys(answers).filter((key) => !new RegExp(`\\.${key}\\b`).test(commands)),
    [],
  );
});

test('CLI-1 CMD-3 every answer is in Chinese, those with figures and names too', () => {
  const speaks = (answer: unknown): boolean => {
    if (typeof answer === 'string') return CHINESE.test(answer);
    if (typeof answer === 'object') return Object.values(answer ?? {}).every(speaks);
    if (typeof answer !== 'function') return false;
    const text: unknown = Reflect.apply(answer, undefined, ['x', 'x', 'x', 'x', 'x']);
    return typeof text === 'string' && CHINESE.test(text) && !text.includes('undefined');
  };
  const { usageTotal, ...others } = answers;
  assert.deepEqual(
    Object.entries(others).flatMap(([key, answer]) => (speaks(answer) ? [] : [key])),
    [],
  );
  assert.equal(usageTotal('1,200', '$0.10', true), '1,200 tokens，至少 $0.10');
});

test('CLI-1 CMD-3 commands speak Chinese where that is set', async () => {
  const compact = async () => ({ status: 'nothing', why: 'There is nothing to leave out.' }) as const;
  const context = commandContext([], { say: answersIn('zh-CN'), context: { compact } });
  const help = await runCommand('help', '', context);
  assert.ok('title' in help && help.title === '命令');
  const lines = (help.body ?? []).flatMap((block) => (block.type === 'list' ? block.items : []));
  assert.ok(lines.some((line) => line.startsWith('/exit ') && line.endsWith(' 退出')));
  assert.ok(lines.includes('! 命令 运行 shell 命令，@路径 引用文件'));
  assert.deepEqual(await runCommand('todos', '', context), { title: '没有待办。' });
  assert.deepEqual(await runCommand('hepl', '', context), {
    problem: { title: '未知命令：/hepl。您是否指 /help？/help 列出全部命令。' },
  });
  for (const { name } of COMMAND_ROWS.filter((row) => row.name !== 'init')) {
    const result = await runCommand(name, '', context);
    const title = 'problem' in result ? result.problem.title : 'title' in result ? result.title : '';
    assert.match(title, CHINESE, name);
  }
});

function sourcesIn(folder: string): string[] {
  const url = new URL(`../../../src/${folder}/`, import.meta.url);
  return readdirSync(url)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(new URL(name, url), 'utf8'));
}
