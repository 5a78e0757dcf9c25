import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toolsOf } from '../../src/core/open-turn.ts';
import { agent, createEngine, mode, readingTool } from '../fixtures/engine.ts';
import { scriptedProvider } from '../fixtures/scripted-provider.ts';

test('MODE-1 a tool that needs a person is on only if one is there', () => {
  const { engine } = createEngine(scriptedProvider([]), [readingTool('look'), readingTool('ask')]);
  const names = (attended: boolean) => {
    const settings = { ...engine.settings, approval: { ...engine.settings.approval, attended } };
    return toolsOf({ ...mode, attended: ['ask'] }, agent, { ...engine, settings }).map(({ name }) => name);
  };
  assert.deepEqual([names(true), names(false)], [['look', 'ask'], ['look']]);
});

test('EXT-16 EXT-10 an agent’s list of tools may name a server, or part of its tools by a pattern; the tool search is then included', () => {
  const served = ['mcp__hub__get', 'mcp__hub__set', 'mcp__hubris__get'].map((name) => readingTool(name));
  const search = { ...readingTool('search'), findsTools: true as const };
  const deferred = { ...readingTool('mcp__late__get'), deferred: true as const, permission: 'mcp' };
  const { engine } = createEngine(scriptedProvider([]), [readingTool('look'), ...served, deferred, search]);
  const names = (only?: string[], off: string[] = []) => {
    const { only: all, ...rest } = agent;
    void all;
    return toolsOf(mode, { ...rest, ...(only && { only }), off }, engine).map(({ name }) => name);
  };
  assert.deepEqual(names(['look', 'mcp__hub__*']), ['look', 'mcp__hub__get', 'mcp__hub__set']);
  assert.deepEqual(names(['mcp__hub']), ['mcp__hub__get', 'mcp__hub__set']);
  assert.deepEqual(names(['mcp__hub__s*']), ['mcp__hub__set']);
  assert.deepEqual(names(['mcp__hub*']), ['mcp__hub__get', 'mcp__hub__set', 'mcp__hubris__get']);
  assert.deepEqual(names(['mcp__late__*']), ['mcp__late__get', 'search']);
  assert.deepEqual(names(['look']), ['look']);
  assert.deepEqual(names(undefined, ['mcp__hub', 'mcp__late__*']), ['look', 'mcp__hubris__get']);
});
