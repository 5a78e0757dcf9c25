import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLoop, nextTraces, withCall } from '../../../src/core/loop/call-loop.ts';
import type { Trace } from '../../../src/core/turn-state.ts';
import type { ToolCall } from '../../../src/protocol/message.ts';

const call = (name: string, args = '{}'): ToolCall => ({ id: 'c', name, arguments: args });
const ran = (name: string, result: unknown = 'same') => [name, result] as const;

function trailOf(calls: readonly (readonly [string, unknown])[]): Trace[] {
  return calls.reduce<Trace[]>(
    (trail, [name, result]) => withCall(trail, call(name), { status: 'ok', result: { result } }),
    [],
  );
}
const times = <T>(count: number, values: T[]): T[] => Array.from({ length: count }, () => values).flat();

test('TURN-9 the fifth identical call with the same result is found before it runs', () => {
  assert.equal(findLoop(trailOf(times(3, [ran('a')])), nextTraces([call('a')])), undefined);
  assert.deepEqual(findLoop(trailOf(times(4, [ran('a')])), nextTraces([call('a')])), { calls: ['a {}'], times: 5 });
});

test('TURN-9 polling with changing results is not a loop', () => {
  const polls = Array.from({ length: 30 }, (_, at) => ran('a', `${at} % done`));
  assert.equal(findLoop(trailOf(polls), nextTraces([call('a')])), undefined);
});

test('TURN-9 it is not a loop if there is another call, or other arguments, in between', () => {
  assert.equal(findLoop(trailOf([...times(3, [ran('a')]), ran('b'), ran('a')]), nextTraces([call('a')])), undefined);
  assert.equal(findLoop(trailOf(times(4, [ran('a')])), nextTraces([call('a', '{"at":1}')])), undefined);
});

test('TURN-9 different durations do not make results different', () => {
  const trail = [1, 2, 3, 4].reduce<Trace[]>(
    (all, duration_ms) => withCall(all, call('a'), { status: 'ok', result: { exit_code: 1, duration_ms } }),
    [],
  );
  assert.ok(findLoop(trail, nextTraces([call('a', '{ }')])));
});

test('TURN-9 a cycle of calls is a loop after five rounds', () => {
  const cycle = [ran('read'), ran('grep'), ran('list')];
  const trail = trailOf([...times(4, cycle), ran('read'), ran('grep')]);
  assert.deepEqual(findLoop(trail, nextTraces([call('list')])), { calls: ['read {}', 'grep {}', 'list {}'], times: 5 });
  assert.equal(
    findLoop(trailOf([...times(3, cycle), ran('read'), ran('grep')]), nextTraces([call('list')])),
    undefined,
  );
});

test('TURN-9 a cycle whose results change is not a loop', () => {
  const trail = trailOf(Array.from({ length: 11 }, (_, at) => ran(at % 2 === 0 ? 'edit' : 'test', at)));
  assert.equal(findLoop(trail, nextTraces([call('test')])), undefined);
});

test('TURN-9 equal calls of one message count once, because no result came between them', () => {
  assert.equal(findLoop([], nextTraces(times(40, [call('a')]))), undefined);
  assert.ok(findLoop(trailOf(times(4, [ran('a')])), nextTraces(times(3, [call('a')]))));
});

test('TURN-9 calls that cannot run are not recorded in the trail', () => {
  const refused = { ...call('read'), problem: 'more than 32 calls in one message; make fewer at a time' };
  assert.deepEqual(nextTraces(times(40, [refused])), []);
  assert.deepEqual(withCall([], refused, { status: 'failed', error: 'no' }), []);
});

test('TURN-9 the trail is bounded', () => {
  assert.equal(trailOf(times(200, [ran('a')])).length, 30);
});
