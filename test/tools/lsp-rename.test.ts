import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createWorkspace } from '../../src/host/files/workspace.ts';
import type { CodeEdit, CodeIntelligence } from '../../src/protocol/lsp.ts';
import { executeTool, isFailure, type ToolContext } from '../../src/protocol/tool.ts';
import { lspRenameTool } from '../../src/tools/lsp-rename.ts';
import { createSeenFiles } from '../../src/tools/seen-files.ts';
import { scratch } from '../fixtures/run-coder.ts';

const edit = (path: string, line: number, column: number): CodeEdit => ({
  path,
  from: { line, column },
  to: { line, column: column + 3 },
  text: 'sum',
});

function setUp(t: Parameters<typeof scratch>[0], edits: (root: string) => CodeEdit[]) {
  const { path: root } = scratch(t);
  writeFileSync(join(root, 'a.ts'), 'add;\r\nadd;\r\n');
  writeFileSync(join(root, 'b.ts'), 'x + add;\n');
  const rename: CodeIntelligence['rename'] = async () => ({ ok: true, value: edits(root), server: 'test' });
  const code = { rename } as unknown as CodeIntelligence;
  const tool = lspRenameTool({ workspace: createWorkspace({ root }), code, hasServer: true, seen: createSeenFiles() });
  const changed: string[] = [];
  const context = {
    callId: 'c',
    signal: new AbortController().signal,
    changed: (paths: readonly string[]) => void changed.push(...paths),
  } as unknown as ToolContext;
  const text = (name: string) => readFileSync(join(root, name), 'utf8');
  return { root, tool, context, changed, text };
}

const args = { path: 'a.ts', line: 1, symbol: 'add', new_name: 'sum' };

test('LSP-5 a rename is shown as a diff, then written to every file, keeps line ends, and reports what it changed', async (t) => {
  const { tool, context, changed, text, root } = setUp(t, (folder) => [
    edit(join(folder, 'a.ts'), 2, 1),
    edit(join(folder, 'a.ts'), 1, 1),
    edit(join(folder, 'b.ts'), 1, 5),
  ]);
  const view = await tool.preview?.(args, context);
  assert.ok(view && !isFailure(view));
  assert.equal(view.title, 'a.ts:1 add → sum +3 -3');
  assert.match(JSON.stringify(view.body), /-x \+ add;.*\+x \+ sum;/);
  assert.equal(text('b.ts'), 'x + add;\n');
  const outcome = await executeTool(tool, args, context);
  assert.equal(tool.forModel?.(args, outcome), 'renamed in:\na.ts (2 lines)\nb.ts (1 lines)');
  assert.deepEqual([text('a.ts'), text('b.ts')], ['sum;\r\nsum;\r\n', 'x + sum;\n']);
  assert.deepEqual(changed, [join(root, 'a.ts'), join(root, 'b.ts')]);
});

test('LSP-5 a rename that leads outside, or does not fit the text, changes nothing', async (t) => {
  const outside = setUp(t, (folder) => [edit(join(folder, 'a.ts'), 1, 1), edit('/etc/hosts', 1, 1)]);
  const refused = await executeTool(outside.tool, args, outside.context);
  assert.match(refused.status === 'ok' ? '' : refused.error, /outside workspace/);
  assert.equal(outside.text('a.ts'), 'add;\r\nadd;\r\n');
  const stale = setUp(t, (folder) => [edit(join(folder, 'b.ts'), 7, 1)]);
  const odd = await executeTool(stale.tool, args, stale.context);
  assert.match(odd.status === 'ok' ? '' : odd.error, /not the text that test knows/);
  const nothing = setUp(t, () => []);
  const none = await executeTool(nothing.tool, args, nothing.context);
  assert.match(none.status === 'ok' ? '' : none.error, /cannot rename what is there/);
});
