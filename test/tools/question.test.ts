import assert from 'node:assert/strict';
import { test } from 'node:test';
import { executeTool, type ToolContext } from '../../src/protocol/tool.ts';
import { questionTool } from '../../src/tools/question.ts';

const context = { signal: new AbortController().signal } as ToolContext;

test('TOOL-1 a question or an option without text never reaches the person', async () => {
  const tool = questionTool({ attended: true, ask: () => assert.fail('nobody is to be asked') });
  for (const questions of [
    [],
    [{ question: ' ', options: [] }],
    [
      { question: 'Which?', options: [{ label: 'a' }] },
      { question: 'And?', options: [{ label: 'b' }, { label: '' }] },
    ],
  ])
    assert.equal((await executeTool(tool, { questions }, context)).status, 'failed');
});

test('TOOL the answers appear next to their questions', async () => {
  const tool = questionTool({
    attended: true,
    ask: async ({ id }) => ({ kind: 'questions', id, answers: ['a', 'own words'] }),
  });
  const questions = [
    { question: 'Which?', options: [{ label: 'a' }, { label: 'b' }] },
    { question: 'Why?', options: [] },
  ];
  assert.deepEqual(await executeTool(tool, { questions }, context), {
    status: 'ok',
    result: { message: 'User has answered your questions: "Which?"="a", "Why?"="own words"' },
  });
});
