import assert from 'node:assert/strict';
import { test } from 'node:test';
import { executeTool } from '../../src/protocol/tool.ts';
import { taskTool } from '../../src/tools/task.ts';
import { toolContext } from '../fixtures/file-tools.ts';

test('TOOL-1 a task without an objective starts no sub-agent', async () => {
  const context = { ...toolContext(), delegate: () => assert.fail('nothing is to be started') };
  const tool = taskTool();
  for (const objective of ['', ' \n'])
    assert.equal((await executeTool(tool, { agent: 'explore', objective }, context)).status, 'failed');
});
