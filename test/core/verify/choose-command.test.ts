import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CommandFacts, chooseCommand } from '../../../src/core/verify/choose-command.ts';
import { KNOWN_CHECKS } from '../../../src/policy/verify-list.ts';
import type { ProjectFiles } from '../../../src/protocol/project.ts';

const node: ProjectFiles = { names: ['package.json'], testScript: 'vitest', configuresPytest: false };
const facts: CommandFacts = {
  input: 'fix it',
  configured: [],
  isOwn: true,
  used: undefined,
  project: node,
  edited: ['src/a.ts'],
};

const ofNames = (...names: string[]): ProjectFiles => ({ names, configuresPytest: false });

test('VER-3 VER-6 the command that the person named comes first, wherever they name it and whatever it is', () => {
  for (const command of KNOWN_CHECKS) {
    const inputs = [`verify with \`${command}\`, please`, `修好它，用 \`${command}\` 验证`];
    if (!/^(?:make|tox)/.test(command)) inputs.push(`fix it and run ${command}`, `${command}.`);
    for (const input of inputs)
      assert.deepEqual(
        chooseCommand({ ...facts, input, configured: ['go test ./...'] }),
        { kind: 'run', command, by: 'person' },
        input,
      );
  }
  const named: [string, string][] = [
    ['fix it and verify with `make check`', 'make check'],
    ['fix it, verify it by running ./check.sh', './check.sh'],
    ['run make check to verify', 'make check'],
    ['用 make test 验证', 'make test'],
    ['修好它。验证命令：`npm run check`', 'npm run check'],
    ['verify with go test ./... -run X', 'go test ./... -run X'],
  ];
  for (const [input, command] of named)
    assert.deepEqual(chooseCommand({ ...facts, input, configured: ['cargo test'] }), {
      kind: 'run',
      command,
      by: 'person',
    });
  assert.equal(chooseCommand({ ...facts, input: 'make test pass again' }).kind, 'run');
  assert.notDeepEqual(chooseCommand({ ...facts, input: 'make test pass again' }), {
    kind: 'run',
    command: 'make test',
    by: 'person',
  });
});

test('VER-3 next comes the first of the person’s own workflow.verify_commands; of a project’s, the first known one', () => {
  const configured = ['just ci', 'pytest -q', 'cargo test'];
  const by = 'settings';
  assert.deepEqual(chooseCommand({ ...facts, configured }), { kind: 'run', command: 'just ci', by });
  const isOwn = false;
  assert.deepEqual(chooseCommand({ ...facts, configured, isOwn }), { kind: 'run', command: 'pytest -q', by });
  assert.deepEqual(chooseCommand({ ...facts, configured: ['npm run x'], isOwn }).kind, 'off-list');
});

test('MDL-7 next comes the check that the model ran, then the one that AGENTS.md names', () => {
  const used = 'PYTHONPATH=src pytest -q';
  const project = { ...node, agentNotes: '# Tests\n\n```\n$ npm run build\n$ npm run test:unit\n```\n' };
  assert.deepEqual(chooseCommand({ ...facts, used, project }), { kind: 'run', command: used, by: 'model' });
  assert.deepEqual(chooseCommand({ ...facts, project }), { kind: 'run', command: 'npm run test:unit', by: 'notes' });
});

test('VER-2 VER-3 a longer line that begins like a listed command is not that command', () => {
  for (const input of [
    'go test ./...x',
    'see npm test -- --watch=false --bail',
    'mycargo test',
    'cargo test --release now',
  ])
    assert.notDeepEqual(
      chooseCommand({ ...facts, input, project: ofNames() }),
      { kind: 'run', command: 'cargo test', by: 'person' },
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
  ['uv', { names: ['pyproject.toml', 'uv.lock'], configuresPytest: true }, 'uv run pytest -q'],
  ['deno', ofNames('deno.json'), 'deno test'],
  ['dotnet', ofNames('app.sln'), 'dotnet test'],
  ['make', { names: ['Makefile'], hasMakeTest: true, configuresPytest: false }, 'make test'],
  ['maven', ofNames('pom.xml'), 'mvn -q test'],
  ['gradle', ofNames('build.gradle.kts'), 'gradle test'],
  ['gradle wrapper', ofNames('build.gradle', 'gradlew'), './gradlew test'],
];
for (const [name, project, command] of projects)
  test(`VER-3 by project type: ${name}`, () =>
    assert.deepEqual(chooseCommand({ ...facts, project, edited: [] }), { kind: 'run', command, by: 'project' }));

test('VER-3 in a project of several languages the edited one decides', () => {
  const project = { ...node, names: ['package.json', 'go.mod'] };
  const by = 'project';
  assert.deepEqual(chooseCommand({ ...facts, project }), { kind: 'run', command: 'npm test -- --watch=false', by });
  assert.deepEqual(chooseCommand({ ...facts, project, edited: ['a.go'] }), {
    kind: 'run',
    command: 'go test ./...',
    by,
  });
});

test('VER-4 if there is nothing to run, the reason is given', () => {
  assert.deepEqual(chooseCommand({ ...facts, project: ofNames('a.c') }), { kind: 'none', why: 'no-command' });
  assert.deepEqual(chooseCommand({ ...facts, project: ofNames('package.json') }), { kind: 'none', why: 'no-script' });
  const initial = { ...node, testScript: 'echo "Error: no test specified" && exit 1' };
  assert.deepEqual(chooseCommand({ ...facts, project: initial }), { kind: 'none', why: 'no-script' });
});

test('VER-2 the flag against watching is added only if the script runs a runner that watches', () => {
  const chosen = (testScript: string) => chooseCommand({ ...facts, project: { ...node, testScript } });
  for (const script of [
    'node --test',
    'node strict.mjs',
    'playwright test',
    'turbo run test',
    'npm run build && mocha',
  ])
    assert.deepEqual(chosen(script), { kind: 'run', command: 'npm test', by: 'project' }, script);
  for (const script of ['jest', 'vitest run', 'CI=1 ng test', 'karma start', 'tsc && jest --coverage'])
    assert.deepEqual(chosen(script), { kind: 'run', command: 'npm test -- --watch=false', by: 'project' }, script);
});
