import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeFailure } from '../../../src/core/verify/judge-failure.ts';

const run = (output: string, exitCode = 1, command = 'npm test -- --watch=false') =>
  judgeFailure({ command, exitCode, timedOut: false, output }, ['src/calc.py', 'src/receipt.js']);

const environment: [string, ReturnType<typeof run>, string][] = [
  ['exit 127', run('', 127), 'command-not-found'],
  ['exit 126', run('Permission denied', 126), 'not-executable'],
  ['a shell that says so', run('> jest\n\nsh: 1: jest: not found\n'), 'command-not-found'],
  ['bash', run('bash: line 1: go: command not found', 1), 'command-not-found'],
  ['no Java', run('ERROR: JAVA_HOME is not set and no java command'), 'command-not-found'],
  ['no script', run('npm error Missing script: "test"'), 'no-tests'],
  ['pytest without tests', run('no tests ran in 0.01s', 5, 'pytest -q'), 'no-tests'],
  ['jest without tests', run('No tests found, exiting with code 1'), 'no-tests'],
  ['go without a module', run('go: cannot find main module, but found .git', 1, 'go test ./...'), 'no-tests'],
  ['no network', run('npm error getaddrinfo ENOTFOUND registry'), 'missing-dependency'],
  ['a package', run("Error: Cannot find module 'left-pad'"), 'missing-dependency'],
  [
    'a scoped package',
    run("Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@scope/thing' imported from /a"),
    'missing-dependency',
  ],
  [
    'a python package',
    run("E   ModuleNotFoundError: No module named 'requests'", 2, 'pytest -q'),
    'missing-dependency',
  ],
];
for (const [name, judgement, why] of environment)
  test(`VER-5 a problem of the environment: ${name}`, () => assert.deepEqual(judgement, { fixable: false, why }));

test('VER-5 a problem of the environment: time-out', () => {
  assert.deepEqual(judgeFailure({ command: 'cargo test', exitCode: 124, timedOut: true, output: '' }, []), {
    fixable: false,
    why: 'time-out',
  });
});

const fixable: [string, ReturnType<typeof run>][] = [
  ['a failed assertion', run('not ok 2 - every item counts\n  expected: 560')],
  ['a relative module', run("Error: Cannot find module './reciept.js'")],
  ['an absolute module', run("Cannot find module '/project/src/b.js' imported from /project/src/a.js")],
  ['a module like a changed file', run("ModuleNotFoundError: No module named 'clac'", 2, 'pytest -q')],
  ['a changed module', run("ModuleNotFoundError: No module named 'src.calc.parts'", 2, 'pytest -q')],
  ['a compiler', run('error[E0425]: cannot find value `x` in this scope', 101, 'cargo test')],
  ['a test that is about something not found', run('not ok 1 - says "page not found"\nexpected 200')],
  ['a signal', run('', 139)],
];
for (const [name, judgement] of fixable)
  test(`VER-5 a failure the model can fix: ${name}`, () => assert.deepEqual(judgement, { fixable: true }));
