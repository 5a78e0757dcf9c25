import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tool } from '../../../src/protocol/tool.ts';
import { zhCn } from '../../../src/words/zh-cn.ts';
import { createEngine, editingTool } from '../../fixtures/engine.ts';
import { call, callsEnd, scriptedProvider, stop, text } from '../../fixtures/scripted-provider.ts';

test('CLI-1 APR-1 the person reads a refusal in their language, the model in English', async () => {
  const provider = scriptedProvider([
    [call('c1', 'write', { path: 'a.ts' }), callsEnd],
    [text('好。'), stop],
  ]);
  const engine = createEngine(provider, [editingTool('write')], { words: zhCn });
  const asked: string[] = [];
  engine.answerWith((request) => {
    if (request.kind === 'approval') asked.push(...request.reasons.map((reason) => reason.text));
    return { kind: 'approval', choice: 'no', why: '不要' };
  });
  await engine.turn(engine.input('改一下'));
  assert.deepEqual(asked, ['test 模式下修改前先询问']);
  const end = engine.events.find((event) => event.type === 'call-end');
  assert.ok(end?.type === 'call-end' && end.outcome.status === 'denied');
  assert.equal(end.outcome.error, 'The user said no to this edit: 不要');
  assert.deepEqual(end.view.body, [{ type: 'text', text: '您拒绝了：不要' }]);
});

test('CLI-1 PTY-9 what the approval of a program in a terminal covers is said in the language of the person', async () => {
  const provider = scriptedProvider([
    [call('c1', 'run', { path: 'a.ts' }), callsEnd],
    [text('好。'), stop],
  ]);
  const tool: Tool = { ...editingTool('run'), effect: 'run', command: () => ({ line: 'vim a.ts', interactive: true }) };
  const engine = createEngine(provider, [tool], { words: zhCn });
  const bodies: unknown[] = [];
  engine.answerWith((request) => {
    if (request.kind === 'approval') bodies.push(request.view.body);
    return { kind: 'approval', choice: 'no' };
  });
  await engine.turn(engine.input('改一下'));
  assert.deepEqual(bodies, [[{ type: 'text', text: zhCn.policy.coversTyping }]]);
});
