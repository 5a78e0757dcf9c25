import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusedBefore } from '../../../src/core/verify/refusals.ts';
import type { Entry } from '../../../src/protocol/session.ts';

function refusal(
  line: string | undefined,
  why?: string,
  more: Partial<Extract<Entry, { type: 'decision' }>> = {},
): Entry {
  return {
    type: 'decision',
    at: 0,
    turn: 'now',
    callId: 'c1',
    verdict: 'deny',
    by: 'user',
    ...(line !== undefined && { line }),
    ...(why !== undefined && { why }),
    ...more,
  } as Entry;
}

test('VER-9 APR-10 coder does not run a refused program, however its line is written', () => {
  for (const line of ['npm test', 'cd app && npm run build', 'CI=1 npm ci', '/usr/bin/npm test', 'env npm test | tail'])
    assert.deepEqual(refusedBefore([refusal(line)], 'now', 'npm test'), { what: 'program', line }, line);
  for (const line of ['npx vitest', 'echo npm', 'cat npm', 'cd npm'])
    assert.equal(refusedBefore([refusal(line)], 'now', 'npm test'), undefined, line);
});

test('VER-9 the refusal of a program holds for the session, "run nothing" for its turn', () => {
  const said = { what: 'anything', why: 'do not run anything' };
  assert.deepEqual(refusedBefore([refusal('rm x', said.why)], 'now', 'npm test'), said);
  assert.equal(refusedBefore([refusal('rm x', said.why, { turn: 'before' })], 'now', 'npm test'), undefined);
  assert.deepEqual(
    refusedBefore([refusal('npm test', undefined, { turn: 'before' })], 'now', 'npm test')?.what,
    'program',
  );
  for (const why of ["don't run tests", 'never execute that', 'stop running things', '不要运行', '别再跑了'])
    assert.equal(refusedBefore([refusal(undefined, why)], 'now', 'pytest -q')?.what, 'anything', why);
  for (const why of ['use parametrize', 'not this file', 'the run was fine'])
    assert.equal(refusedBefore([refusal(undefined, why)], 'now', 'pytest -q'), undefined, why);
});

test('VER-9 a denial by rules, or an approval, does not count as a refusal by the person', () => {
  assert.equal(refusedBefore([refusal('npm test', undefined, { by: 'rule' as never })], 'now', 'npm test'), undefined);
  assert.equal(
    refusedBefore([refusal('npm test', undefined, { verdict: 'allow' as never })], 'now', 'npm test'),
    undefined,
  );
});
