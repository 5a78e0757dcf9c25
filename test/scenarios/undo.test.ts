import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { call, type RecordedRequest, say, startModelServer } from '../fixtures/model-server.ts';
import { runCoder, scratch } from '../fixtures/run-coder.ts';
import { gitInit, treeOf } from '../fixtures/undo-bench.ts';

const PATCH = [
  '--- a/a.ts',
  '+++ b/a.ts',
  '@@ -1,2 +1,2 @@',
  ' one',
  '-two',
  '+2',
  '--- /dev/null',
  '+++ b/src/new.ts',
  '@@ -0,0 +1 @@',
  '+new',
  '--- a/b.ts',
  '+++ /dev/null',
  '@@ -1 +0,0 @@',
  '-b',
  'diff --git a/c.ts b/lib/d.ts',
  'similarity index 100%',
  'rename from c.ts',
  'rename to lib/d.ts',
  '',
].join('\n');

const TURN = [
  call('read', { path: 'e.ts' }, 'r1'),
  call('write', { path: 'w.ts', content: 'w\n' }, 'w1'),
  call('edit', { path: 'e.ts', old_string: 'old', new_string: 'new' }, 'e1'),
  call('patch', { patch: PATCH }, 'p1'),
  call('bash', { command: 'sed -i s/hi/ho/ run.sh; rm -r dir; mv data.bin moved.bin' }, 'b1'),
  say('Done.'),
];

for (const git of [true, false]) {
  test(`SES-4 SES-7 a turn that changes files in every way can be undone after a restart, ${git ? 'in git' : 'outside git'}`, async () => {
    using place = scratch();
    makeProject(place.path, git);
    const before = project(place.path);
    const state = gitState(place.path, git);
    await using server = await startModelServer([...TURN, say('I see.')]);
    const options = { cwd: place.path, url: server.url, env: { HOME: place.home } };

    const first = await runCoder(['--mode', 'yolo', '-p', 'change everything'], options);
    assert.equal(first.code, 0, first.stderr);
    assert.notDeepEqual(project(place.path), before);
    const after = project(place.path);
    assert.equal(after['src/new.ts']?.endsWith('new\n'), true);

    const second = await runCoder(['--continue', '--input-format', 'lines'], {
      ...options,
      input: '/undo\nwhat now?\n',
    });
    assert.equal(second.code, 0, second.stderr);
    assert.match(second.stdout + second.stderr, /Undid changes to \d+ files\. \/redo restores them\./);
    assert.deepEqual(project(place.path), before);
    assert.deepEqual(gitState(place.path, git), state);
    assert.match(lastBody(server.requests), /The user undid your changes to a\.ts, b\.ts, c\.ts/);

    const third = await runCoder(['--continue', '--input-format', 'lines'], { ...options, input: '/redo\n' });
    assert.match(third.stdout + third.stderr, /Redid changes to \d+ files/);
    assert.deepEqual(project(place.path), after);
    assert.deepEqual(gitState(place.path, git), state);
  });
}

test('SES-7 a command proved to only read causes no look, and nothing is kept for it', async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'a.ts'), 'one\n');
  await using server = await startModelServer([call('bash', { command: 'cat a.ts' }, 'b1'), say('One.')]);
  const options = { cwd: place.path, url: server.url, env: { HOME: place.home } };
  await runCoder(['--mode', 'yolo', '-p', 'look'], options);
  const { stdout, stderr } = await runCoder(['--continue', '--input-format', 'lines'], {
    ...options,
    input: '/undo\n/diff\n',
  });
  assert.match(stdout + stderr, /Nothing to undo/);
  assert.match(stdout + stderr, /No changes since the session began/);
  assert.ok(!existsSync(join(place.home, '.coder/projects')) || !hasUndo(place.home));
});

test('SES-4 SES-7 a ! command of the person is a turn that can be undone too', async () => {
  using place = scratch();
  writeFileSync(join(place.path, 'a.ts'), 'one\n');
  await using server = await startModelServer([say('hi')]);
  const options = { cwd: place.path, url: server.url, env: { HOME: place.home } };
  const input = '! echo two > a.ts; echo 3 > b.ts\n/diff full\n/undo\n';
  const { stdout, stderr } = await runCoder(['--mode', 'yolo', '--input-format', 'lines'], { ...options, input });
  assert.match(stdout + stderr, /2 files changed since the session began: \+2 -1/);
  assert.match(stdout + stderr, /\+two/);
  assert.equal(readFileSync(join(place.path, 'a.ts'), 'utf8'), 'one\n');
  assert.ok(!existsSync(join(place.path, 'b.ts')));
});

function makeProject(root: string, git: boolean): void {
  mkdirSync(join(root, 'dir/deep'), { recursive: true });
  const files = {
    'a.ts': 'one\ntwo\n',
    'b.ts': 'b\n',
    'c.ts': 'c\n',
    'e.ts': 'old\n',
    'dir/deep/x': 'x\n',
    'dir/y': 'y\n',
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  writeFileSync(join(root, 'data.bin'), Buffer.from([0, 1, 2, 255, 254]));
  writeFileSync(join(root, 'run.sh'), '#!/bin/sh\necho hi\n');
  chmodSync(join(root, 'run.sh'), 0o755);
  symlinkSync('y', join(root, 'dir/link'));
  if (git) gitInit(root);
}

/** The files of the project, without coder's own folder. */
function project(root: string): Record<string, string> {
  return Object.fromEntries(Object.entries(treeOf(root)).filter(([path]) => !path.startsWith('.coder')));
}

function gitState(root: string, git: boolean): string[] {
  return git ? ['HEAD', 'index'].map((name) => readFileSync(join(root, '.git', name)).toString('latin1')) : [];
}

function lastBody(requests: readonly RecordedRequest[]): string {
  return requests.at(-1)?.body ?? '';
}

function hasUndo(home: string): boolean {
  const projects = join(home, '.coder/projects');
  return readdirSync(projects).some((name) => existsSync(join(projects, name, 'undo')));
}
