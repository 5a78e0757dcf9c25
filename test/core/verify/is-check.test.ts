import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failuresIn } from '../../../src/core/verify/failures.ts';
import { isCheck } from '../../../src/core/verify/is-check.ts';
import { cpuTime } from '../../fixtures/cpu-time.ts';

test('VER-7 checks are recognised with their options', () => {
  for (const line of [
    'node --test',
    'node --enable-source-maps --test test/',
    'npm -s run --if-present test',
    'npx --yes vitest run',
  ])
    assert.equal(isCheck(line), true, line);
  assert.equal(isCheck('node --testing'), false);
});

test('F5 no line and no output takes long to read, however many options or dots it has', () => {
  const started = cpuTime();
  for (const program of ['node', 'npm', 'npx', 'make'])
    assert.equal(isCheck(`${program} ${'--opt=1 '.repeat(500)}x`), false);
  assert.deepEqual(failuresIn(`[ERROR] ${'a.'.repeat(5_000)} ${'b:'.repeat(5_000)}`).length, 1);
  assert.ok(cpuTime() - started < 1000);
});
