import assert from 'node:assert/strict';
import { test } from 'node:test';
import { executeTool, type ToolContext } from '../../src/protocol/tool.ts';
import { taskTool } from '../../src/tools/task.ts';

test('TOOL-1 a task without an objective starts no sub-agent', async () => {
  const context = { signal: new AbortController().signal } as ToolContext;
  const tool = taskTool({ run: () => assert.fail('nothing is to be started') });
  for (const objective of ['', ' \n'])
    assert.equal((await executeTool(tool, { agent: 'explore', objective }, context)).status, 'failed');
});
