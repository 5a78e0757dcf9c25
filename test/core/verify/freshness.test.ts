import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCheck } from '../../../src/core/verify/check-line.ts';
import { freshnessOf } from '../../../src/core/verify/freshness.ts';

const check = (afterEdits: number, exitCode = 0, line = 'npm test') => ({ line, exitCode, afterEdits });

test('VER-7 nothing changed: nothing to say', () => {
  assert.equal(freshnessOf([], [check(0)]), undefined);
});

test('VER-7 a check after the last edit', () => {
  assert.deepEqual(freshnessOf(['a.ts'], [check(1)]), { kind: 'checked', lines: ['npm test'] });
  assert.deepEqual(freshnessOf(['a.ts'], [check(1, 2)]), { kind: 'failed', check: check(1, 2) });
});

test('VER-7 a check before the last edit proves nothing; the first file since is named', () => {
  assert.deepEqual(freshnessOf(['a.ts'], []), { kind: 'not-checked', path: 'a.ts' });
  assert.deepEqual(freshnessOf(['a.ts', 'b.ts', 'c.ts'], [check(1)]), { kind: 'not-checked', path: 'b.ts' });
  assert.deepEqual(freshnessOf(['a.ts', 'b.ts'], [check(1, 1)]), { kind: 'not-checked', path: 'b.ts' });
});

test('VER-7 of one command the last run counts, and any failure counts', () => {
  assert.deepEqual(freshnessOf(['a.ts'], [check(1, 1), check(1, 0)]), { kind: 'checked', lines: ['npm test'] });
  assert.deepEqual(freshnessOf(['a.ts'], [check(1, 0, 'tsc'), check(1, 0)]), {
    kind: 'checked',
    lines: ['tsc', 'npm test'],
  });
  assert.deepEqual(freshnessOf(['a.ts'], [check(1, 2, 'tsc'), check(1, 0)]), {
    kind: 'failed',
    check: check(1, 2, 'tsc'),
  });
});

test('VER-7 prose after the code makes no check stale, prose alone was not checked', () => {
  assert.deepEqual(freshnessOf(['a.ts', 'README.md'], [check(1)]), { kind: 'checked', lines: ['npm test'] });
  assert.deepEqual(freshnessOf(['README.md'], []), { kind: 'not-checked', path: 'README.md' });
});

const checks = [
  'npm test',
  'npm test -- --watch=false',
  'npm run -s test:unit 2>&1',
  'npx vitest run a.test.ts',
  'node --test test/a.test.ts',
  'cd web && pnpm lint',
  'CI=1 yarn test',
  'pytest -q tests/test_a.py',
  'python3 -m pytest -k "a or b"',
  'go vet ./... && go test ./...',
  'cargo clippy',
  './gradlew :app:test',
  'mvn -q -o test',
  'make -j4 check',
  'npm test > out.txt',
];
for (const line of checks) test(`VER-7 a check: ${line}`, () => assert.equal(isCheck(line), true));

const others = [
  'npm install',
  'npm test | tail -5',
  'npm test || true',
  'npm test; echo done',
  'npm test &',
  'echo $(npm test)',
  '! npm test',
  'echo npm test',
  'cat test.js',
  'git commit -m "npm test"',
  '',
];
for (const line of others) test(`VER-7 no check: ${line}`, () => assert.equal(isCheck(line), false));
