import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Settings } from '../../src/config/settings.ts';
import { routeTurn, sideModel } from '../../src/core/route-model.ts';

const turn = {
  chosen: 'big',
  mode: { name: 'build' },
  agent: { name: 'build', kind: 'primary' as const },
  input: 'hello',
};
const none: Settings['routing'] = { modes: {}, agents: {} };

test('TURN-11 without routing the chosen model answers', () => {
  assert.deepEqual(routeTurn(turn, none), { model: 'big' });
});

test('TURN-11 a route by agent comes before one by mode and one for simple requests; the setting that decided is named', () => {
  const routing: Settings['routing'] = { simple: 's', modes: { build: 'm' }, agents: { build: 'a' } };
  assert.deepEqual(routeTurn(turn, routing), { model: 'a', by: 'routing.agents.build' });
  assert.deepEqual(routeTurn(turn, { ...routing, agents: {} }), { model: 'm', by: 'routing.modes.build' });
  assert.deepEqual(routeTurn(turn, { ...none, simple: 's' }), { model: 's', by: 'routing.simple' });
});

test('TURN-11 a complex request does not go to the model for simple ones', () => {
  assert.deepEqual(routeTurn({ ...turn, input: '1. read 2. fix' }, { ...none, simple: 's' }), { model: 'big' });
});

test('TURN-11 a route to the chosen model is not reported as a deviation', () => {
  assert.deepEqual(routeTurn(turn, { ...none, modes: { build: 'big' } }), { model: 'big' });
});

test('TURN-11 a sub-agent keeps its parent’s model unless it has its own', () => {
  const agent = { name: 'explore', kind: 'sub' as const };
  const routing: Settings['routing'] = { simple: 's', modes: { build: 'm' }, agents: {} };
  assert.deepEqual(routeTurn({ ...turn, agent }, routing), { model: 'big' });
  assert.deepEqual(routeTurn({ ...turn, agent: { ...agent, model: 'own' } }, routing), {
    model: 'own',
    by: 'agents.explore.model',
  });
  assert.equal(routeTurn({ ...turn, agent }, { ...routing, agents: { explore: 'x' } }).model, 'x');
});

test('TURN-11 summaries and checks use the small model if there is one', () => {
  assert.equal(sideModel('big', { ...none, small: 'tiny' }), 'tiny');
  assert.equal(sideModel('big', none), 'big');
});
