import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toolsOf } from '../../src/core/turn-state.ts';
import { agent, createEngine, mode, readingTool } from '../fixtures/engine.ts';
import { scriptedProvider } from '../fixtures/scripted-provider.ts';

test('MODE-1 a tool that needs a person is on only where one is there', () => {
  const { engine } = createEngine(scriptedProvider([]), [readingTool('look'), readingTool('ask')]);
  const names = (attended: boolean) => {
    const settings = { ...engine.settings, approval: { ...engine.settings.approval, attended } };
    return toolsOf({ ...mode, attended: ['ask'] }, agent, { ...engine, settings }).map(({ name }) => name);
  };
  assert.deepEqual([names(true), names(false)], [['look', 'ask'], ['look']]);
});
