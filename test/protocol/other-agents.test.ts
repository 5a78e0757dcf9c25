import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { meantCall } from '../../src/core/call/meant-call.ts';
import { knownTool } from '../../src/integrations/agent-tools.ts';
import {
  hookNames,
  namesElsewhere,
  permissionFor,
  SHARED_TOOLS,
  toolCalled,
  toolDoing,
} from '../../src/protocol/other-agents.ts';
import { importRule } from '../../src/subcommands/import/rules.ts';
import { hookCall, hookForms } from '../../src/tools/hook-forms.ts';
import { readingTool } from '../fixtures/engine.ts';

const tools = SHARED_TOOLS.map((tool) => ({ ...readingTool(tool), alsoCalled: () => namesElsewhere(tool) }));
const known = new Map(tools.map((tool) => [tool.name, tool]));
const rows = SHARED_TOOLS.flatMap((tool) => [tool, ...namesElsewhere(tool)].map((name) => ({ tool, name })));

test('EXT-4 EXT-16 EXT-18 a name of another agent means the same tool in a call, a hook, an agent and an imported rule', () => {
  for (const { tool, name } of rows) {
    assert.equal(meantCall({ id: '1', name, arguments: '{}' }, tools, known).name, tool, `a call of ${name}`);
    assert.equal(hookCall(name, {}).tool, tool, `a hook for ${name}`);
    assert.deepEqual(
      knownTool(name, (each) => known.has(each)),
      { tool },
      `an agent with ${name}`,
    );
    const permission = permissionFor(tool);
    const to = permission === 'bash' ? ['permission', 'bash', '*'] : ['permission', permission];
    assert.deepEqual(importRule('file', 'key', name, 'deny').to, to, `a rule for ${name}`);
  }
  for (const name of ['local_shell', 'LocalShell', 'read_many_files', 'activate_skill', 'apply_patch'])
    assert.ok(toolCalled(name), name);
});

test('a name means one tool only', () => {
  const wrong = rows.filter(({ tool, name }) => toolCalled(name) !== tool || toolDoing(name) !== tool);
  assert.deepEqual(wrong, []);
});

test('a tool that does part of the work is known in agents only', () => {
  for (const [name, tool] of Object.entries({ BashOutput: 'bash', KillShell: 'bash', TaskList: 'todoread' })) {
    assert.deepEqual(
      knownTool(name, (each) => known.has(each)),
      { tool },
    );
    assert.equal(meantCall({ id: '1', name, arguments: '{}' }, tools, known).tool, undefined);
    assert.equal(importRule('file', 'key', name, 'deny').to, undefined);
  }
});

test('the table has the permissions of the tools', () => {
  for (const tool of SHARED_TOOLS) {
    const source = readFileSync(new URL(`../../src/tools/${tool}.ts`, import.meta.url), 'utf8');
    assert.ok(source.includes(`name: '${tool}'`), tool);
    assert.equal(/\bpermission: '(\w+)'/.exec(source)?.[1], permissionFor(tool), tool);
  }
});

test('EXT-4 a hook for any name of a tool sees its calls', () => {
  for (const tool of SHARED_TOOLS) {
    const { claude = tool } = hookNames(tool);
    const [form] = hookForms({ id: '1', tool, args: {} }, '/project');
    assert.ok(form);
    const names = [form.name, form.gemini, form.tool, ...form.also];
    for (const name of namesElsewhere(tool)) assert.ok(names.includes(name), `${tool}: ${name}`);
    if (tool !== 'patch') assert.equal(form.name, claude);
  }
});
