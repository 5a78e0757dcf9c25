import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as s from '../../src/base/schema.ts';
import { textOf } from '../../src/protocol/message.ts';
import { defineTool, ok } from '../../src/protocol/tool.ts';
import type { Todo } from '../../src/protocol/view.ts';
import { zhCn } from '../../src/words/zh-cn.ts';
import { createEngine, type EngineChanges, editingTool } from '../fixtures/engine.ts';
import { scriptedProvider, stop, text } from '../fixtures/scripted-provider.ts';

const todowrite = defineTool({
  name: 'todowrite',
  description: 'Writes todos.',
  effect: 'none',
  permission: 'todo',
  keepsTodos: true,
  input: s.object({}),
  execute: async () => ok({}),
  view: () => ({ title: '' }),
});

async function todosFor(prompt: string, changes: EngineChanges = {}, tools = [todowrite, editingTool('write')]) {
  const engine = createEngine(scriptedProvider([[text('Done.'), stop]]), tools, changes);
  await engine.turn(engine.input(prompt));
  const shown = engine.events.flatMap((event) =>
    event.type === 'state-change' && event.change.todos ? [event.change.todos] : [],
  );
  return { messages: engine.messages(), shown, entries: engine.live.log.entries };
}

const list = (...contents: string[]): Todo[] =>
  contents.map((content, at) => ({ content, status: at === 0 ? 'in_progress' : 'pending' }));

test('TURN-2 TODO-2 the person’s own steps become the todo list, which is shown, logged and given to the model', async () => {
  const { messages, shown, entries } = await todosFor('1. read a.ts 2. fix it 3. test');
  assert.deepEqual(shown, [list('read a.ts', 'fix it', 'test')]);
  assert.deepEqual(
    entries.flatMap((entry) => (entry.type === 'todos' ? [entry.items] : [])),
    shown,
  );
  const prompt = messages[0];
  assert.match(
    prompt?.role === 'user' ? textOf(prompt.content) : '',
    /\[coder made these steps the todo list\]\n1\. read a\.ts\n2\. fix it\n3\. test$/,
  );
});

test('TODO-2 MDL-8 by default only steps that the person enumerated become a todo list', async () => {
  const enumerated = { settings: { workflow: { require_todo_for_complex: 'enumerated' as const } } };
  const long = await todosFor('Please find out why the totals on the receipt are wrong and repair that.', enumerated);
  assert.deepEqual(long.shown, []);
  assert.deepEqual((await todosFor('1. read 2. fix', enumerated)).shown, [list('read', 'fix')]);
});

test('TODO-2 without such steps a complex request gets three in the person’s language', async () => {
  const english = await todosFor('Please find out why the totals on the receipt are wrong and repair that.');
  assert.deepEqual(english.shown, [
    list('Understand the request and the code it touches', 'Make the change', 'Check the result'),
  ]);
  const chinese = await todosFor('读一读代码，改好错误，再跑测试', { words: zhCn });
  assert.deepEqual(chinese.shown, [list('理解需求和相关代码', '完成修改', '验证结果')]);
  const planning = await todosFor('读一读代码，想一想，给个方案', { words: zhCn }, [todowrite]);
  assert.deepEqual(planning.shown, [list('理解需求和相关代码', '分析并形成方案', '总结结论')]);
});

test('TODO-2 there is no todo list for plain requests, or if todowrite or the setting is off', async () => {
  const complex = '1. read 2. fix 3. test';
  assert.deepEqual((await todosFor('fix the bug')).shown, []);
  assert.deepEqual((await todosFor(complex, {}, [editingTool('write')])).shown, []);
  const { shown, messages } = await todosFor(complex, { settings: { workflow: { require_todo_for_complex: false } } });
  assert.deepEqual(shown, []);
  assert.deepEqual(messages[0], { role: 'user', content: [{ type: 'text', text: complex }] });
});

test('TODO-2 an unfinished todo list is left alone, a finished one is replaced', async () => {
  const provider = () =>
    scriptedProvider([
      [text('One.'), stop],
      [text('Two.'), stop],
    ]);
  const engine = createEngine(provider(), [todowrite, editingTool('write')]);
  await engine.turn(engine.input('1. read 2. fix'));
  await engine.turn(engine.input('1. other 2. things'));
  const lists = engine.live.log.entries.filter(({ type }) => type === 'todos');
  assert.equal(lists.length, 1);

  const done = createEngine(provider(), [todowrite, editingTool('write')]);
  await done.live.log.append({ type: 'todos', items: [{ content: 'old', status: 'completed' }] });
  await done.turn(done.input('1. read 2. fix'));
  assert.equal(done.live.log.entries.filter(({ type }) => type === 'todos').length, 2);
});
