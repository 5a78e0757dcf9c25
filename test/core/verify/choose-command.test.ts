import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CommandFacts, chooseCommand } from '../../../src/core/verify/choose-command.ts';
import { VERIFY_COMMANDS } from '../../../src/policy/verify-list.ts';
import type { ProjectFiles } from '../../../src/protocol/project.ts';

const node: ProjectFiles = { names: ['package.json'], testScript: 'vitest', configuresPytest: false };
const facts: CommandFacts = { input: 'fix it', configured: [], project: node, edited: ['src/a.ts'] };

const ofNames = (...names: string[]): ProjectFiles => ({ names, configuresPytest: false });

test('VER-3 VER-6 the one the user named comes first, wherever it stands', () => {
  for (const command of VERIFY_COMMANDS) {
    for (const input of [
      `fix it and run ${command}`,
      `verify with \`${command}\`, please`,
      `修好它，用 ${command} 验证`,
      `${command}.`,
    ])
      assert.deepEqual(
        chooseCommand({ ...facts, input, configured: ['go test ./...'] }),
        { kind: 'run', command },
        input,
      );
  }
});

test('VER-3 else the first listed one of workflow.verify_commands', () => {
  const configured = ['make test', 'pytest -q', 'cargo test'];
  assert.deepEqual(chooseCommand({ ...facts, configured }), { kind: 'run', command: 'pytest -q' });
});

test('VER-3 a candidate off the list is refused and nothing else takes its place', () => {
  const named: [string, string][] = [
    ['fix it and verify with `make test`', 'make test'],
    ['fix it, verify it by running ./check.sh', './check.sh'],
    ['run make check to verify', 'make check'],
    ['fix it and check with npm test', 'npm test'],
    ['用 make test 验证', 'make test'],
    ['修好它。验证命令：`npm run check`', 'npm run check'],
    ['verify with go test ./... -run X', 'go test ./... -run X'],
    ['verify with `npm test -- --watch=false; rm -rf .`', 'npm test -- --watch=false; rm -rf .'],
  ];
  for (const [input, command] of named) {
    const choice = chooseCommand({ ...facts, input, configured: ['cargo test'] });
    assert.equal(choice.kind, 'off-list', input);
    assert.equal(choice.kind === 'off-list' && choice.command, command);
  }
  assert.deepEqual(chooseCommand({ ...facts, configured: ['make test'] }), { kind: 'off-list', command: 'make test' });
});

test('VER-3 a refused candidate names the line that was probably meant', () => {
  assert.deepEqual(chooseCommand({ ...facts, input: 'verify with npm test' }), {
    kind: 'off-list',
    command: 'npm test',
    instead: 'npm test -- --watch=false',
  });
});

test('VER-2 VER-3 a longer line that begins like a listed one is not the listed one', () => {
  for (const input of [
    'go test ./...x',
    'see npm test -- --watch=false --bail',
    'mycargo test',
    'cargo test --release now',
  ])
    assert.notDeepEqual(
      chooseCommand({ ...facts, input, project: ofNames() }),
      { kind: 'run', command: 'cargo test' },
      input,
    );
});

const projects: [string, ProjectFiles, string][] = [
  ['go', ofNames('go.mod', 'main.go'), 'go test ./...'],
  ['cargo', ofNames('Cargo.toml'), 'cargo test'],
  ['npm', node, 'npm test -- --watch=false'],
  ['pnpm by lock file', { ...node, names: ['package.json', 'pnpm-lock.yaml'] }, 'pnpm test -- --watch=false'],
  ['pnpm by field', { ...node, packageManager: 'pnpm@9.1.0' }, 'pnpm test -- --watch=false'],
  ['yarn', { ...node, names: ['package.json', 'yarn.lock'] }, 'yarn test --watch=false'],
  ['pytest by settings', { names: ['pyproject.toml'], configuresPytest: true }, 'pytest -q'],
  ['pytest by tests', ofNames('setup.py', 'tests'), 'pytest -q'],
  ['maven', ofNames('pom.xml'), 'mvn -q test'],
  ['gradle', ofNames('build.gradle.kts'), 'gradle test'],
  ['gradle wrapper', ofNames('build.gradle', 'gradlew'), './gradlew test'],
];
for (const [name, project, command] of projects)
  test(`VER-3 by project type: ${name}`, () =>
    assert.deepEqual(chooseCommand({ ...facts, project, edited: [] }), { kind: 'run', command }));

test('VER-3 of several kinds the one that was edited counts', () => {
  const project = { ...node, names: ['package.json', 'go.mod'] };
  assert.deepEqual(chooseCommand({ ...facts, project }), { kind: 'run', command: 'npm test -- --watch=false' });
  assert.deepEqual(chooseCommand({ ...facts, project, edited: ['a.go'] }), { kind: 'run', command: 'go test ./...' });
});

test('VER-4 nothing to run, and why', () => {
  assert.deepEqual(chooseCommand({ ...facts, project: ofNames('a.c') }), { kind: 'none', why: 'no-command' });
  assert.deepEqual(chooseCommand({ ...facts, project: ofNames('package.json') }), { kind: 'none', why: 'no-script' });
  const initial = { ...node, testScript: 'echo "Error: no test specified" && exit 1' };
  assert.deepEqual(chooseCommand({ ...facts, project: initial }), { kind: 'none', why: 'no-script' });
});

test('VER-4 node --test takes --watch=false for --watch and would never end', () => {
  for (const testScript of ['node --test', 'npm run build && node --import x --test --test-reporter=spec'])
    assert.deepEqual(chooseCommand({ ...facts, project: { ...node, testScript } }), {
      kind: 'none',
      why: 'would-watch',
    });
  for (const testScript of ['node --test test/', 'node --test "test/**/*.js"', 'node test.js'])
    assert.equal(chooseCommand({ ...facts, project: { ...node, testScript } }).kind, 'run', testScript);
});
