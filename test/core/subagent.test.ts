import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSubagent } from '../../src/core/subagent.ts';
import { createEngine, editingTool, mode, plot, readingTool } from '../fixtures/engine.ts';
import { call, callsEnd, scriptedProvider, stop, text } from '../fixtures/scripted-provider.ts';

const never = new AbortController().signal;

test('MODE-5 a sub-agent has its own context and tools, and returns a summary', async () => {
  const provider = scriptedProvider([
    [call('c1', 'look', {}), call('c2', 'change', { path: 'a' }), callsEnd],
    [text('There are two.'), stop],
  ]);
  const engine = createEngine(provider, [readingTool('look'), editingTool('change')]);

  const report = await runSubagent(
    { agent: 'helper', objective: 'count', mode, model: 'model-1' },
    engine.live,
    engine.engine,
    never,
  );

  assert.deepEqual(report, {
    ok: true,
    summary: 'There are two.',
    usage: { input: 0, output: 0, cached: 0 },
    steps: 2,
  });
  assert.deepEqual(
    provider.requests[0]?.tools.map(({ name }) => name),
    ['look'],
  );
  const ends = engine.events.flatMap((event) => (event.type === 'call-end' ? [event.outcome] : []));
  assert.deepEqual(ends[1], { status: 'failed', error: 'Unknown tool: change. Tools: look' });
  assert.ok(engine.events.every(({ agent }) => agent === 'helper'));
  assert.equal(engine.live.log.entries.length, 0);
});

test('MODE-5 POL-8 primary and unknown agents are refused', async () => {
  const engine = createEngine(scriptedProvider([]));
  const task = { objective: 'x', mode, model: 'model-1' };
  assert.deepEqual(await runSubagent({ ...task, agent: 'main' }, engine.live, engine.engine, never), {
    ok: false,
    error: 'main is a primary agent. Agents: helper',
  });
  assert.deepEqual(await runSubagent({ ...task, agent: 'nobody' }, engine.live, engine.engine, never), {
    ok: false,
    error: 'Unknown agent: nobody. Agents: helper',
  });
});

test('MODE-3 MODE-5 a mode that only reads delegates only to agents that only read', async () => {
  const provider = scriptedProvider([[text('found'), stop]]);
  const engine = createEngine(provider, [readingTool('look'), editingTool('change')]);
  const { settings } = engine.engine;
  const worker = { name: 'worker', summary: '', kind: 'sub' as const, off: [], prompt: '' };
  const tables = { ...settings.tables, agents: { ...settings.tables.agents, worker } };
  const withWorker = { ...engine.engine, settings: { ...settings, tables } };
  const task = { objective: 'x', mode: { ...mode, onlyReads: true as const }, model: 'model-1' };
  const run = (agent: string) => runSubagent({ ...task, agent }, engine.live, withWorker, never);
  assert.deepEqual(await run('worker'), {
    ok: false,
    error: 'In test mode only agents that read can be used: helper',
  });
  assert.equal((await run('helper')).ok, true);
});

test('MODE-5 EXT-10 in a mode that only reads, an agent with server tools does not count as only reading, whether the tools are known or not', async () => {
  const { engine, live } = createEngine(scriptedProvider([]), [readingTool('look')]);
  const { tables } = engine.settings;
  const agents = {
    ...tables.agents,
    helper: { ...tables.agents['helper'], only: ['look', 'mcp__hub__*'] },
  } as typeof tables.agents;
  const settings = { ...engine.settings, tables: { ...tables, agents } };
  const task = { agent: 'helper', objective: 'x', mode: { ...mode, onlyReads: true as const }, model: 'model-1' };
  const report = await runSubagent(task, live, { ...engine, settings }, never);
  assert.match(report.ok ? '' : report.error, /only agents that read can be used/);
});

test('MODE-5 TURN-12 the turn of a sub-agent that throws has an end too', async () => {
  const engine = createEngine(scriptedProvider([]), [], {
    models: { systemPrompt: () => Promise.reject(new Error('the notes cannot be read')) },
  });
  const task = { agent: 'helper', objective: 'x', mode, model: 'model-1' };
  await assert.rejects(runSubagent(task, engine.live, engine.engine, never), /the notes cannot be read/);
  assert.deepEqual(plot(engine.events), ['turn-start', 'turn-end failed']);
});
