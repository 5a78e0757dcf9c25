import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Change } from '../../../src/core/turn-state.ts';
import { freshnessOf } from '../../../src/core/verify/freshness.ts';
import { changesFiles, isCheck } from '../../../src/core/verify/is-check.ts';

const check = (afterChanges: number, exitCode = 0, line = 'npm test') => ({ line, exitCode, afterChanges });
const files = (...paths: string[]): Change[] => paths.map((path) => ({ kind: 'file', path }));
const since = (path: string) => ({ kind: 'not-checked', since: { kind: 'file', path } });

test('VER-7 if nothing changed, nothing is reported', () => {
  assert.equal(freshnessOf(files(), [check(0)]), undefined);
});

test('VER-7 a check after the last edit counts', () => {
  assert.deepEqual(freshnessOf(files('a.ts'), [check(1)]), { kind: 'checked', lines: ['npm test'] });
  assert.deepEqual(freshnessOf(files('a.ts'), [check(1, 2)]), { kind: 'failed', check: check(1, 2) });
});

test('VER-7 a check before the last edit proves nothing; the first file since is named', () => {
  assert.deepEqual(freshnessOf(files('a.ts'), []), since('a.ts'));
  assert.deepEqual(freshnessOf(files('a.ts', 'b.ts', 'c.ts'), [check(1)]), since('b.ts'));
  assert.deepEqual(freshnessOf(files('a.ts', 'b.ts'), [check(1, 1)]), since('b.ts'));
});

test('VER-7 the last run of each command counts, and any failure counts', () => {
  assert.deepEqual(freshnessOf(files('a.ts'), [check(1, 1), check(1, 0)]), { kind: 'checked', lines: ['npm test'] });
  assert.deepEqual(freshnessOf(files('a.ts'), [check(1, 0, 'tsc'), check(1, 0)]), {
    kind: 'checked',
    lines: ['tsc', 'npm test'],
  });
  assert.deepEqual(freshnessOf(files('a.ts'), [check(1, 2, 'tsc'), check(1, 0)]), {
    kind: 'failed',
    check: check(1, 2, 'tsc'),
  });
});

test('VER-7 an edit of prose does not make a check of code stale; prose alone is reported as not checked', () => {
  assert.deepEqual(freshnessOf(files('a.ts', 'README.md'), [check(1)]), { kind: 'checked', lines: ['npm test'] });
  assert.deepEqual(freshnessOf(files('README.md'), []), since('README.md'));
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
for (const line of checks) test(`VER-7 is a check: ${line}`, () => assert.equal(isCheck(line), true));

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
for (const line of others) test(`VER-7 is not a check: ${line}`, () => assert.equal(isCheck(line), false));

test('VER-7 a command that changes files makes the check before it stale', () => {
  const sed: Change = { kind: 'command', line: 'sed -i s/a/b/ a.ts' };
  assert.deepEqual(freshnessOf([...files('a.ts'), sed], [check(1)]), { kind: 'not-checked', since: sed });
  assert.deepEqual(freshnessOf([...files('a.ts'), sed], [check(2)]), { kind: 'checked', lines: ['npm test'] });
  assert.equal(freshnessOf([sed], []), undefined);
});

const changing = [
  'sed -i s/a/b/ src/a.ts',
  'perl -pi -e s/a/b/ a',
  'echo x > a.ts',
  'echo x >>a.ts',
  'rm a.ts',
  'cd src && mv a b',
  'git checkout -- .',
  'git -C web stash',
  'npx prettier --write .',
  'cargo fmt',
  'npm run format',
  'ls | xargs -n 1 rm -f',
];
for (const line of changing) test(`VER-7 changes files: ${line}`, () => assert.equal(changesFiles(line), true));

const leaving = [
  'npm test',
  'npm test > /dev/null 2>&1',
  'npm test 2>&1',
  'git status',
  'git commit -m "rm the old > code"',
  'git add -A',
  'grep -rn "sed -i" src',
  'node -e "a => b"',
  'cat a | sed s/a/b/',
  'cargo fmt --check',
  'npm run format:check',
  'npx eslint src',
  'ls >&2',
];
for (const line of leaving) test(`VER-7 changes no files: ${line}`, () => assert.equal(changesFiles(line), false));
