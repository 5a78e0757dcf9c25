import assert from 'node:assert/strict';
import test from 'node:test';
import { type Failure, readFailures } from '../../../src/offline/fix/failure.ts';

const TAP = `TAP version 13
# Subtest: an empty receipt
ok 1 - an empty receipt
  ---
  duration_ms: 2.1
  ...
# Subtest: every item counts
not ok 2 - every item counts
  ---
  duration_ms: 1.6
  location: '/tmp/shop/test/receipt.test.js:5:1'
  failureType: 'testCodeFailure'
  error: |-
    Expected values to be strictly equal:
    
    6 !== 11
    
  code: 'ERR_ASSERTION'
  name: 'AssertionError'
  expected: 11
  actual: 6
  operator: 'strictEqual'
  stack: |-
    TestContext.<anonymous> (file:///tmp/shop/test/receipt.test.js:6:10)
    Test.runInAsyncScope (node:async_hooks:206:9)
    Test.run (node:internal/test_runner/test:796:25)
  ...
1..2
# pass 1
# fail 1
`;

const SPEC = `✔ an empty receipt (0.7ms)
✖ every item counts (0.9ms)
ℹ pass 1
ℹ fail 1

✖ failing tests:

test at test/receipt.test.js:5:1
✖ every item counts (0.951738ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  
  6 !== 11
  
      at TestContext.<anonymous> (file:///tmp/shop/test/receipt.test.js:6:10)
      at Test.run (node:internal/test_runner/test:1402:25) {
    generatedMessage: true,
    code: 'ERR_ASSERTION',
    actual: 6,
    expected: 11,
    operator: 'strictEqual',
    diff: 'simple'
  }
`;

const PYTEST = `=================================== FAILURES ===================================
_______________________________ test_every_item ________________________________

    def test_every_item():
>       assert total([6, 5]) == 11
E       assert 6 == 11
E        +  where 6 = total([6, 5])

test_receipt.py:5: AssertionError
=========================== short test summary info ============================
FAILED test_receipt.py::test_every_item - assert 6 == 11
1 failed, 1 passed in 0.02s
`;

const UNITTEST = `=================================== FAILURES ===================================
____________________________ TestCore.test_average _____________________________

self = <tests.test_core.TestCore testMethod=test_average>

    def test_average(self):
>       self.assertEqual(average([1, 2, 3]), 2)
E       AssertionError: 3.0 != 2

tests/test_core.py:11: AssertionError
`;

const JEST = `FAIL test/receipt.test.js
  ● receipt › every item counts

    expect(received).toBe(expected) // Object.is equality

    Expected: 11
    Received: 6

      at Object.toBe (test/receipt.test.js:6:40)

Tests:       1 failed, 1 passed, 2 total
`;

const GO = `--- FAIL: TestTotal (0.00s)
    receipt_test.go:8: got 6, want 11
FAIL
FAIL	example.com/shop	0.002s
`;

const CRASH = `Error in src/app.js:12
TypeError: boom
    at main (/tmp/shop/src/app.js:12:3)
`;

const CASES: Readonly<Record<string, { output: string; failures: Failure[] }>> = {
  'node --test in TAP': {
    output: TAP,
    failures: [
      {
        test: 'every item counts',
        expected: '11',
        actual: '6',
        error: 'Expected values to be strictly equal',
        places: [
          { file: '/tmp/shop/test/receipt.test.js', line: 5 },
          { file: '/tmp/shop/test/receipt.test.js', line: 6 },
        ],
      },
    ],
  },
  'node --test as a person sees it': {
    output: SPEC,
    failures: [
      {
        test: 'every item counts',
        expected: '11',
        actual: '6',
        error: 'AssertionError: Expected values to be strictly equal',
        places: [
          { file: 'test/receipt.test.js', line: 5 },
          { file: '/tmp/shop/test/receipt.test.js', line: 6 },
        ],
      },
    ],
  },
  'unittest under pytest': {
    output: UNITTEST,
    failures: [
      {
        test: 'TestCore.test_average',
        expected: '2',
        actual: '3.0',
        error: 'AssertionError: 3.0 != 2',
        places: [{ file: 'tests/test_core.py', line: 11 }],
      },
    ],
  },
  pytest: {
    output: PYTEST,
    failures: [
      { test: 'test_every_item', expected: '11', actual: '6', places: [{ file: 'test_receipt.py', line: 5 }] },
    ],
  },
  jest: {
    output: JEST,
    failures: [
      {
        test: 'receipt › every item counts',
        expected: '11',
        actual: '6',
        places: [{ file: 'test/receipt.test.js', line: 6 }],
      },
    ],
  },
  'go test': {
    output: GO,
    failures: [{ test: 'TestTotal', expected: '11', actual: '6', places: [{ file: 'receipt_test.go', line: 8 }] }],
  },
  'a crash without a runner': {
    output: CRASH,
    failures: [
      {
        test: '',
        error: 'TypeError: boom',
        places: [
          { file: 'src/app.js', line: 12 },
          { file: '/tmp/shop/src/app.js', line: 12 },
        ],
      },
    ],
  },
  'nothing to read': { output: 'Segmentation fault\n', failures: [] },
};

for (const [name, { output, failures }] of Object.entries(CASES)) {
  test(`PRV-3 failing tests are read out of ${name}`, () => assert.deepEqual(readFailures(output), failures));
}
