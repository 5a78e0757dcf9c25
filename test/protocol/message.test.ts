import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exitCodeOf, hasFailed, type Outcome } from '../../src/protocol/message.ts';

test('BASH-5 the exit code of a call is known if its command ended by itself; any but 0 is a failure', () => {
  const rows: [Outcome, number | undefined, boolean][] = [
    [{ status: 'ok', result: { exit_code: 0 } }, 0, false],
    [{ status: 'ok', result: { exit_code: 3 } }, 3, true],
    [{ status: 'ok', result: { exit_code: null } }, undefined, false],
    [{ status: 'ok', result: { path: 'a' } }, undefined, false],
    [{ status: 'failed', error: 'no' }, undefined, true],
    [{ status: 'cancelled', error: 'stopped', result: { exit_code: 0 } }, 0, true],
  ];
  for (const [outcome, exitCode, isFailure] of rows) {
    assert.equal(exitCodeOf(outcome), exitCode);
    assert.equal(hasFailed(outcome), isFailure);
  }
});
