import assert from 'node:assert/strict';
import test from 'node:test';
import { type Failure, passedIn, readFailure } from '../../../src/offline/fix/failure.ts';

/** Runner output → what is read from it. */
const OUTPUTS: Readonly<Record<string, [output: string, failure: Failure, passed: string | undefined]>> = {
  'node --test as TAP': [
    'ok 1 - is fine\nnot ok 2 - adds\n  ---\n  error: |-\n    Expected values to be strictly equal:\n    \n    3 !== 4\n    \n  expected: 4\n  actual: 3\n  ...\n# pass 1\n# fail 1\n',
    { test: 'adds', expected: '4', actual: '3' },
    '1',
  ],
  'node --test as people see it': [
    "✔ is fine (1.2ms)\n✖ says hi (0.8ms)\nℹ pass 1\nℹ fail 1\n\n✖ failing tests:\n\n✖ says hi (0.8ms)\n  AssertionError: Expected values to be strictly equal:\n\n  'hi' !== 'ho'\n",
    { test: 'says hi', expected: "'ho'", actual: "'hi'" },
    '1',
  ],
  'node --test as TAP, in one line': [
    "not ok 1 - adds\n  ---\n  error: '-1 == 3'\n  expected: 3\n  actual: -1\n  operator: '=='\n  ...\n",
    { test: 'adds', expected: '3', actual: '-1' },
    undefined,
  ],
  pytest: [
    '    def test_mean():\n>       assert mean([2, 4]) == 3\nE       assert 2.0 == 3\nE        +  where 2.0 = mean([2, 4])\n\nFAILED test_stats.py::test_mean - assert 2.0 == 3\n1 failed, 2 passed in 0.1s\n',
    { test: 'test_mean', expected: '3', actual: '2.0' },
    '2',
  ],
  unittest: [
    'FAIL: test_sum (test_a.Case)\n----\nTraceback (most recent call last):\nAssertionError: 3 != 6\n',
    { test: 'test_sum', expected: '6', actual: '3' },
    undefined,
  ],
  'anything else': [
    'make: *** [test] Error 2\n',
    { test: undefined, expected: undefined, actual: undefined },
    undefined,
  ],
};

for (const [runner, [output, failure, passed]] of Object.entries(OUTPUTS)) {
  test(`PRV-3 a failing test is read from the output: ${runner}`, () => {
    assert.deepEqual(readFailure(output), failure);
    assert.equal(passedIn(output), passed);
  });
}
