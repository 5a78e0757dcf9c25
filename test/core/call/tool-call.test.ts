import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCall } from '../../../src/core/call/tool-call.ts';
import type { Answer } from '../../../src/protocol/request.ts';
import { failed } from '../../../src/protocol/tool.ts';
import { createEngine, editingTool, mode, plot, readingTool, type TestEngine } from '../../fixtures/engine.ts';
import { scriptedProvider } from '../../fixtures/scripted-provider.ts';
import { scriptedShell } from '../../fixtures/verifying.ts';

const never = new AbortController().signal;
const change = { id: 'c1', name: 'change', arguments: '{"path":"a.txt"}' };

function run(engine: TestEngine, signal = never, off: string[] = []) {
  const tools = [...engine.engine.tools.values()].filter(({ name }) => !off.includes(name));
  return runCall(
    change,
    { turn: 't', tools, mode, model: 'model-1', origin: 'model' },
    engine.live,
    engine.engine,
    signal,
  );
}

test('MODE-3 a tool that is off in the mode is refused, whatever the model asks', async () => {
  const engine = createEngine(scriptedProvider([]), [editingTool('change')]);
  const { outcome } = await run(engine, never, ['change']);
  assert.deepEqual(outcome, { status: 'denied', error: 'The tool change is off in test mode.' });
});

test('APR-1 an approval that policy asks for is answered once, and the decision is recorded with who took it', async () => {
  const engine = createEngine(scriptedProvider([]), [editingTool('change')]);
  engine.answerWith(() => ({ kind: 'approval', choice: 'yes' }));
  const { outcome, edited, refused } = await run(engine);
  assert.deepEqual([outcome.status, edited, refused], ['ok', ['/project/a.txt'], false]);
  assert.deepEqual(plot(engine.events), ['call-start change', 'request-start', 'request-end', 'call-end ok']);
  const decisions = engine.live.log.entries.flatMap((entry) =>
    entry.type === 'decision' ? [[entry.verdict, entry.by]] : [],
  );
  assert.deepEqual(decisions, [['allow', 'user']]);
});

test('APR-1 OUT-4 the duration of a call does not include the time a person took to answer', async () => {
  const engine = createEngine(scriptedProvider([]), [editingTool('change')]);
  const thinking = 300;
  engine.answerWith(() => {
    for (const start = performance.now(); performance.now() - start < thinking; );
    return { kind: 'approval', choice: 'yes' };
  });
  await run(engine);
  const end = engine.events.find((event) => event.type === 'call-end');
  assert.ok(end && end.durationMs < thinking, `${end?.durationMs} ms`);
});

test('APR-1 a refusal may carry a reason to the model', async () => {
  const engine = createEngine(scriptedProvider([]), [editingTool('change')]);
  engine.answerWith(() => ({ kind: 'approval', choice: 'no', why: 'use pnpm instead' }));
  const { outcome, refused } = await run(engine);
  assert.deepEqual(outcome, { status: 'denied', error: 'The user said no to this edit: use pnpm instead' });
  assert.equal(refused, true);
  const decision = engine.live.log.entries.find((entry) => entry.type === 'decision');
  assert.deepEqual([decision?.verdict, decision?.by, decision?.why], ['deny', 'user', 'use pnpm instead']);
});

test('APR-1 POL-2 "always" is remembered with its scope', async () => {
  const engine = createEngine(scriptedProvider([]), [editingTool('change')]);
  engine.answerWith((request): Answer => {
    assert.equal(request.kind, 'approval');
    assert.deepEqual(request.kind === 'approval' && request.tools, ['change'], 'what a scope without a pattern covers');
    const [scope] = request.kind === 'approval' ? request.scopes : [];
    assert.ok(scope);
    return { kind: 'approval', choice: 'always', scope, lifetime: 'session' };
  });
  await run(engine);
  await run(engine);
  assert.equal(engine.events.filter(({ type }) => type === 'request-start').length, 1);
  assert.deepEqual(
    engine.grants.map(({ permission, lifetime }) => [permission, lifetime]),
    [['edit', 'session']],
  );
});

test('APR-2 "always" with a scope that was not offered is refused and not remembered', async () => {
  for (const scope of [
    { permission: 'bash', pattern: '*' },
    { permission: 'edit', pattern: '*' },
  ]) {
    const engine = createEngine(scriptedProvider([]), [editingTool('change')]);
    engine.answerWith(() => ({ kind: 'approval', choice: 'always', scope, lifetime: 'project' }));
    const { outcome, refused } = await run(engine);
    assert.deepEqual([outcome.status, refused, engine.grants], ['denied', true, []]);
    assert.match(outcome.status === 'ok' ? '' : outcome.error, /with a scope that was not offered/);
  }
});

test('APR-2 "always" is never accepted for a risk', async () => {
  const lines: string[] = [];
  const shell = scriptedShell([{ exitCode: 0 }], lines);
  const engine = createEngine(scriptedProvider([]), [shell]);
  engine.answerWith(() => ({
    kind: 'approval',
    choice: 'always',
    scope: { permission: 'bash', pattern: 'rm *' },
    lifetime: 'project',
  }));
  const call = { id: 'c1', name: shell.name, arguments: JSON.stringify({ command: 'rm -rf build' }) };
  const context = { turn: 't', tools: [shell], mode, model: 'model-1', origin: 'model' } as const;
  const { outcome } = await runCall(call, context, engine.live, engine.engine, never);
  assert.deepEqual([outcome.status, lines, engine.grants], ['denied', [], []]);
});

test('POL-4 the hard block comes last and also stops the person’s own commands when these are not asked about', async () => {
  const lines: string[] = [];
  const shell = scriptedShell([{ exitCode: 0 }, { exitCode: 0 }], lines);
  const engine = createEngine(scriptedProvider([]), [shell], { settings: { command_mode: { approval: 'direct' } } });
  await engine.send({ type: 'submit', text: '! rm -rf /' });
  await engine.send({ type: 'submit', text: '! rm -rf build' });
  assert.deepEqual(lines, ['rm -rf build']);
  const [note] = engine.messages().filter(({ role }) => role === 'note');
  assert.match(note?.role === 'note' ? note.text : '', /^\$ rm -rf \/\nBlocked in every mode: /);
});

test('CMD-1 APR-2 a line that the person types runs at once unless it is a risk, which is asked about; the same line by the model is asked about', async () => {
  const lines: string[] = [];
  const shell = scriptedShell([{ exitCode: 0 }, { exitCode: 0 }], lines);
  const engine = createEngine(scriptedProvider([]), [shell], { settings: { command_mode: { approval: 'risk' } } });
  let asked = 0;
  engine.answerWith(() => {
    asked += 1;
    return { kind: 'approval', choice: 'no' };
  });
  await engine.send({ type: 'submit', text: '! npm install left-pad' });
  await engine.send({ type: 'submit', text: '! rm -rf build' });
  assert.deepEqual(lines, ['npm install left-pad']);
  assert.equal(asked, 1);
});

test('APR-3 an abort while waiting cancels the call and does not count as a refusal', async () => {
  const controller = new AbortController();
  const engine = createEngine(scriptedProvider([]), [editingTool('change')]);
  const running = run(engine, controller.signal);
  setImmediate(() => controller.abort());
  const { outcome, refused } = await running;
  assert.deepEqual([outcome.status, refused], ['cancelled', false]);
});

test('APR-4 an approval can be given by a setting, and is refused with a readable reason if no one can answer', async () => {
  const auto = createEngine(scriptedProvider([]), [editingTool('change')], {
    settings: { approval: { autoApprove: true, attended: false, onRisk: 'deny' } },
  });
  assert.equal((await run(auto)).outcome.status, 'ok');

  const alone = createEngine(scriptedProvider([]), [editingTool('change')], {
    settings: { approval: { autoApprove: false, attended: false, onRisk: 'deny' } },
  });
  const { outcome, refused } = await run(alone);
  assert.equal(refused, true);
  assert.match(
    outcome.status === 'denied' ? outcome.error : '',
    /^Refused: no one can approve this (?:command|edit|call) in this run \(.*\)\. Do what needs no approval and say what is left\.$/,
  );
  assert.deepEqual(plot(alone.events), ['call-start change', 'call-end denied']);
});

test('TOOL-2 a path outside the workspace is refused without a question', async () => {
  const engine = createEngine(scriptedProvider([]), [editingTool('change')]);
  const call = { id: 'c1', name: 'change', arguments: '{"path":"../secret"}' };
  const context = {
    turn: 't',
    tools: [...engine.engine.tools.values()],
    mode,
    model: 'model-1',
    origin: 'model' as const,
  };
  const { outcome } = await runCall(call, context, engine.live, engine.engine, never);
  assert.equal(outcome.status, 'denied');
  assert.deepEqual(plot(engine.events), ['call-start change', 'call-end denied']);
});

test('APR-5 the approval shows the preview; a preview that fails ends the call before anyone is asked', async () => {
  const tool = {
    ...editingTool('change'),
    preview: async () => ({ title: 'a.txt', body: [{ type: 'diff' as const, diff: '+x' }] }),
  };
  const engine = createEngine(scriptedProvider([]), [tool]);
  engine.answerWith((request) => {
    assert.deepEqual(request.kind === 'approval' && request.view.body, [{ type: 'diff', diff: '+x' }]);
    return { kind: 'approval', choice: 'yes' };
  });
  assert.equal((await run(engine)).outcome.status, 'ok');

  const broken = { ...editingTool('change'), preview: async () => failed('old_string was not found') };
  const quiet = createEngine(scriptedProvider([]), [broken]);
  assert.deepEqual((await run(quiet)).outcome, { status: 'failed', error: 'old_string was not found' });
  assert.deepEqual(plot(quiet.events), ['call-start change', 'call-end failed']);
});

test('APR-6 a burst of calls is asked about one at a time', async () => {
  const engine = createEngine(scriptedProvider([]), [editingTool('change'), readingTool('look')]);
  let open = 0;
  engine.answerWith(() => {
    open++;
    assert.equal(open, 1);
    open--;
    return { kind: 'approval', choice: 'yes' };
  });
  await Promise.all([run(engine), run(engine), run(engine)]);
  const order = engine.events.flatMap(({ type }) => (type.startsWith('request') ? [type] : []));
  assert.deepEqual(order, Array.from({ length: 3 }, () => ['request-start', 'request-end']).flat());
});
