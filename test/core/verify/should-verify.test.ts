import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Change } from '../../../src/core/turn-state.ts';
import { mayRetry, shouldVerify, type VerifyFacts } from '../../../src/core/verify/should-verify.ts';

const files = (...paths: string[]): Change[] => paths.map((path) => ({ kind: 'file', path }));
const facts: VerifyFacts = {
  input: 'fix the bug',
  changes: files('src/a.ts'),
  verifiedChanges: undefined,
  runs: 0,
  isOn: true,
  maxAttempts: 2,
  hasShell: true,
  mode: { verify: 'always' },
};

test('VER-1 coder verifies if all conditions hold', () => {
  assert.deepEqual(shouldVerify(facts), { verify: true });
  assert.deepEqual(shouldVerify({ ...facts, changes: files('README.md', 'src/a.ts') }), { verify: true });
});

const cases: [string, Partial<VerifyFacts>, string][] = [
  ['nothing was edited', { changes: files() }, 'no-edits'],
  ['nothing was edited since the last run', { verifiedChanges: 1, runs: 1 }, 'no-edits'],
  ['only documents', { changes: files('README.md', 'docs/a.html', 'a.mdx', 'b.txt', 'c.rst', 'd.adoc') }, 'documents'],
  [
    'only documents since the last run',
    { changes: files('src/a.ts', 'b.md'), verifiedChanges: 1, runs: 1 },
    'documents',
  ],
  ['only a command changed something', { changes: [{ kind: 'command', line: 'sed -i s/a/b/ a.ts' }] }, 'no-edits'],
  ['turned off', { isOn: false }, 'off'],
  ['no shell', { hasShell: false }, 'no-shell'],
  ['a mode that never does', { mode: { verify: 'never' }, input: 'verify it' }, 'mode'],
  ['a mode that does when asked, not asked', { mode: { verify: 'when-asked' } }, 'not-asked'],
  ['no attempts allowed', { maxAttempts: 0 }, 'attempts'],
  ['attempts used up', { runs: 3 }, 'attempts'],
  ['the person said no', { input: "fix it, don't run the tests" }, 'declined'],
  ['the person said no in Chinese', { input: '修一下，不用验证' }, 'declined'],
];
for (const [name, change, why] of cases)
  test(`VER-1 coder does not verify: ${name}`, () =>
    assert.deepEqual(shouldVerify({ ...facts, ...change }), { verify: false, why }));

for (const input of [
  'fix it and verify',
  'fix, then run the tests',
  'make sure the tests pass',
  '修好并验证',
  '改完跑一下测试',
  '执行测试',
])
  test(`VER-1 default mode verifies when asked: ${input}`, () =>
    assert.deepEqual(shouldVerify({ ...facts, input, mode: { verify: 'when-asked' } }), { verify: true }));

for (const input of [
  'the test fails, fix it',
  'add a test',
  'fix the checkbox',
  '测试失败了，请修复',
  'do not verify it',
  '不要验证',
])
  test(`VER-1 default mode does not verify when not asked: ${input}`, () =>
    assert.equal(shouldVerify({ ...facts, input, mode: { verify: 'when-asked' } }).verify, false));

test('VER-1 requirements.txt is not a document', () => {
  assert.deepEqual(shouldVerify({ ...facts, changes: files('requirements.txt') }), { verify: true });
});

test('VER-5 two attempts mean two retries: three runs in all', () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((runs) => mayRetry(runs, 2)),
    [true, true, true, false],
  );
  assert.deepEqual(
    [0, 1, 2].map((runs) => mayRetry(runs, 1)),
    [true, true, false],
  );
  assert.equal(mayRetry(0, 0), false);
});

test('VER-5 a repair by command is verified again', () => {
  const changes: Change[] = [...files('src/a.ts'), { kind: 'command', line: 'sed -i s/a/b/ src/a.ts' }];
  assert.deepEqual(shouldVerify({ ...facts, changes, verifiedChanges: 1, runs: 1 }), { verify: true });
});
