import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en, TOOLS_OF } from '../../../src/frontends/tty/messages/en.ts';
import { zhCn } from '../../../src/frontends/tty/messages/zh-cn.ts';
import { createTools, type ToolDeps } from '../../../src/tools/registry.ts';

/** Every key with the kind of its value, and how many arguments it takes. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'function') return `function of ${value.length}`;
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

test('CLI-1 both languages say the same things', () => {
  assert.deepEqual(shapeOf(zhCn), shapeOf(en));
});

test('ESC-1 QST-1 wordings that are fixed are the same in both', () => {
  for (const words of [en, zhCn]) {
    assert.equal(words.cancelledBy, 'Cancelled by ESC');
    assert.equal(
      words.cancelledWhat,
      'Stopped model stream and tool execution; todo state remains unchanged unless a tool had already completed.',
    );
    assert.equal(words.question(1, 3), '[Question 1/3]');
    assert.equal(words.question(1, 1), '[Question]');
    assert.equal(words.interrupted, '[interrupted]');
  }
});

test('APR-7 what "every call" of a permission covers is named tool by tool', () => {
  // Only names are read off the tools: nothing of what they work with is needed.
  const tools = createTools({ workspace: { root: '/' }, fetch: {} } as unknown as ToolDeps);
  for (const permission of new Set(tools.map((tool) => tool.permission))) {
    if (permission === 'read') continue; // reading asks under no preset
    const names = tools.filter((tool) => tool.permission === permission).map(({ name }) => name);
    assert.equal(TOOLS_OF[permission] ?? permission, names.join(', '), permission);
  }
});
