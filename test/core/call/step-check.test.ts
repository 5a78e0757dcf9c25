import assert from 'node:assert/strict';
import { test } from 'node:test';
import { object, string } from '../../../src/base/schema.ts';
import type { CallResult } from '../../../src/core/call/call-results.ts';
import { startStepCheck } from '../../../src/core/call/step-check.ts';
import type { TurnState } from '../../../src/core/turn-state.ts';
import type { CodeReport } from '../../../src/protocol/lsp.ts';
import type { ToolCall } from '../../../src/protocol/message.ts';
import type { Tool } from '../../../src/protocol/tool.ts';

const tool = (name: string, effect: Tool['effect']): Tool => ({
  name,
  description: '',
  input: object({ path: string() }),
  effect,
  permission: 'edit',
  paths: ({ path }: { path: string }) => [{ path, access: effect === 'edit' ? 'write' : 'read' }],
  execute: async () => ({ status: 'ok', result: {} }),
  view: () => ({ title: name }),
});
const tools = [tool('change', 'edit'), tool('look', 'read')];
const made = (id: string, name: string, path: string): ToolCall => ({ id, name, arguments: JSON.stringify({ path }) });
const result = (edited: string[]): CallResult => ({
  outcome: { status: 'ok', result: { path: 'x' } },
  edited,
  refused: false,
  text: 'edited',
});
const { signal } = new AbortController();

function check(calls: ToolCall[], report: CodeReport | undefined) {
  const asked: string[][] = [];
  const state = { reply: { calls }, toolbox: { tools } } as unknown as TurnState;
  const engine = {
    tools: new Map(tools.map((each) => [each.name, each])),
    settings: { cwd: '/w' },
    machine: { resolve: async (path: string) => ({ path: `/w/${path}`, inside: path !== 'out', protected: false }) },
  } as unknown as Parameters<typeof startStepCheck>[1];
  const started = startStepCheck(state, engine, {
    before: async (paths) => void asked.push(['before', ...paths]),
    after: async (paths) => {
      asked.push(['after', ...paths]);
      return report;
    },
  });
  return { started, asked };
}

test('LSP-4 language servers are asked before the first edit and once after the last, about the changed files', async () => {
  const calls = [made('1', 'change', 'a'), made('2', 'look', 'b'), made('3', 'change', 'out'), made('4', 'look', 'c')];
  const errors = [
    { path: '/w/a', line: 3, column: 1, severity: 'error' as const, message: 'wrong\nindeed', code: '9' },
  ];
  const { started, asked } = check(calls, { status: 'checked', errors, server: 's' });
  assert.ok(started);
  for (const call of calls) await started.before([call]);
  const first = await started.after(calls[0] as ToolCall, result(['/w/a']), signal);
  assert.deepEqual(first, result(['/w/a']));
  const last = await started.after(calls[2] as ToolCall, result([]), signal);
  assert.deepEqual(asked, [
    ['before', '/w/a'],
    ['after', '/w/a'],
  ]);
  assert.deepEqual(last.outcome.result, { path: 'x', new_errors: ['a:3 9: wrong indeed'] });
  assert.equal(
    last.text,
    'edited\nThe edit is applied. Errors that were not there before this step:\na:3 9: wrong indeed',
  );
});

test('LSP-3 a missing answer is reported as such; if nothing broke, or there is no server, nothing is reported', async () => {
  const calls = [made('1', 'change', 'a')];
  const told = async (report: CodeReport | undefined) => {
    const { started } = check(calls, report);
    return (await started?.after(calls[0] as ToolCall, result(['/w/a']), signal))?.text;
  };
  assert.equal(await told({ status: 'not-checked' }), 'edited\ntypes: not checked');
  assert.equal(await told({ status: 'checked', errors: [], server: 's' }), 'edited');
  assert.equal(await told(undefined), 'edited');
  assert.equal(check([made('1', 'look', 'a')], undefined).started, undefined, 'a step that only looks');
});
