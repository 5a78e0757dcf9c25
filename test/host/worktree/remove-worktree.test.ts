import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { takeWorktree } from '../../../src/host/worktree/add-worktree.ts';
import { readRecord, writeRecord } from '../../../src/host/worktree/store.ts';
import { times } from '../../fixtures/long.ts';
import { COMPILED } from '../../fixtures/run-coder.ts';
import { interleave } from './interleave.ts';
import { NOTHING_LEFT, reasonsOf, worktrees } from './worktrees.ts';

const REMOVER = fileURLToPath(new URL('remove-child.ts', import.meta.url));

const fileIn = (folder: string, name: string, text = 'work\n') => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
};

test('FLEET-2 CC#35862: changed, untracked and staged files, and commits that no branch holds, keep a worktree', async (t) => {
  const w = await worktrees(t);
  const { record, cwd } = await w.add('one');
  fileIn(cwd, 'a.txt', 'changed\n');
  assert.deepEqual(reasonsOf(await w.remove(record)), ['changed']);
  w.gitIn(cwd, 'add', 'a.txt');
  assert.deepEqual(reasonsOf(await w.remove(record)), ['changed']);
  w.gitIn(cwd, 'reset', '-q', '--hard');
  fileIn(cwd, 'new.txt');
  assert.deepEqual(reasonsOf(await w.remove(record, 'alone')), ['changed']);
  assert.equal(readFileSync(join(cwd, 'new.txt'), 'utf8'), 'work\n');
  w.gitIn(cwd, 'checkout', '-q', '--detach');
  w.gitIn(cwd, 'add', '-A');
  w.gitIn(cwd, 'commit', '-q', '-m', 'on no branch');
  assert.deepEqual(reasonsOf(await w.remove(record)), ['commits']);
  w.gitIn(cwd, 'checkout', '-q', 'coder/one');
  assert.deepEqual(
    reasonsOf(await w.remove(record)),
    ['commits'],
    'left behind on no branch, known only to the record of HEAD',
  );
  w.gitIn(cwd, 'merge', '-q', '--ff-only', 'HEAD@{1}');
  assert.deepEqual(await w.remove(record), { status: 'removed', branch: 'coder/one' });
  assert.equal(w.left().branches, 'coder/one', 'a branch with work on it stays');
});

test('FLEET-2 CC#35862 as published: a worktree entered again with old commits, one in use during another’s clean-up, and one with only untracked files stay', async (t) => {
  const w = await worktrees(t);
  const { record, cwd } = await w.add('one');
  w.gitIn(cwd, 'checkout', '-q', '--detach');
  fileIn(cwd, 'old.txt');
  w.gitIn(cwd, 'add', '-A');
  w.gitIn(cwd, 'commit', '-q', '-m', 'of the first visit');
  const again = await takeWorktree(w.host, { cwd: w.root, name: 'one' });
  assert.ok(typeof again === 'object');
  assert.equal(again.record.base, record.base, 'not the commit that it was entered with the second time');
  assert.deepEqual(reasonsOf(await w.remove(again.record, 'alone')), ['commits']);

  const used = await w.add('two');
  const other = spawn(process.execPath, [REMOVER, w.home, used.record.path], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILED },
  });
  const [said] = (await Promise.all([text(other.stdout), once(other, 'close')])) as [string, unknown];
  assert.match(said, /"status":"kept".*"process"/s);
  assert.ok(existsSync(join(used.cwd, 'a.txt')));

  const { record: third } = await w.add('three');
  fileIn(third.path, 'only-untracked.txt');
  assert.deepEqual(reasonsOf(await w.remove(third)), ['changed']);
});

test('FLEET-2 CC#48927: the repository itself, and anything that is not its worktree, is never touched', async (t) => {
  const w = await worktrees(t);
  const { record } = await w.add('one');
  for (const wrong of [{ path: w.root }, { path: w.folder }, { path: join(record.path, '..') }])
    assert.deepEqual(reasonsOf(await w.remove({ ...record, ...wrong })), ['not-ours'], wrong.path);
  const aside = `${record.path}-aside`;
  renameSync(record.path, aside);
  symlinkSync(w.root, record.path);
  assert.deepEqual(reasonsOf(await w.remove(record)), ['not-ours'], 'a link to the main one');
  rmSync(record.path);
  mkdirSync(record.path);
  w.gitIn(record.path, 'init', '-q');
  fileIn(record.path, 'other.txt');
  assert.deepEqual(reasonsOf(await w.remove(record)), ['not-ours'], 'another repository in its place');
  rmSync(record.path, { recursive: true });
  renameSync(aside, record.path);
  writeFileSync(join(record.path, '.git'), `gitdir: ${join(w.root, '.git')}\n`);
  assert.deepEqual(reasonsOf(await w.remove(record)), ['not-ours'], 'its pointer leads to the main one');
  assert.equal(readFileSync(join(w.root, 'a.txt'), 'utf8'), 'one\n');
  assert.ok(w.run('fsck', '--no-progress') !== undefined);
});

test('FLEET-2 CC#94221: a worktree that contains another, or in which a process still runs, stays', async (t) => {
  const w = await worktrees(t);
  const { record, cwd } = await w.add('one');
  w.gitIn(cwd, 'worktree', 'add', '-q', 'inner/child');
  assert.deepEqual(reasonsOf(await w.remove(record)), ['nested']);
  w.gitIn(cwd, 'worktree', 'remove', 'inner/child');
  mkdirSync(join(cwd, 'node_modules/cloned'), { recursive: true });
  w.gitIn(join(cwd, 'node_modules/cloned'), 'init', '-q');
  assert.deepEqual(reasonsOf(await w.remove(record)), ['nested'], 'also where all else is made again');
  rmSync(join(cwd, 'node_modules'), { recursive: true });
  const child = spawn('sleep', ['60'], { cwd: join(cwd, 'src') });
  await once(child, 'spawn');
  assert.deepEqual(reasonsOf(await w.remove(record)), ['process']);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  assert.equal((await w.remove(record)).status, 'removed');
});

test('FLEET-2 hidden, ignored, half-done and submodule work stays; links and regenerable folders are no loss', async (t) => {
  const w = await worktrees(t);
  const { record, cwd } = await w.add('one');
  fileIn(cwd, 'notes.log');
  assert.deepEqual(reasonsOf(await w.remove(record)), ['ignored']);
  rmSync(join(cwd, 'notes.log'));
  w.gitIn(cwd, 'update-index', '--assume-unchanged', 'a.txt');
  fileIn(cwd, 'a.txt', 'hidden\n');
  assert.deepEqual(reasonsOf(await w.remove(record)), ['hidden']);
  w.gitIn(cwd, 'update-index', '--no-assume-unchanged', 'a.txt');
  w.gitIn(cwd, 'checkout', '-q', 'a.txt');
  w.gitIn(cwd, 'update-index', '--skip-worktree', 'a.txt');
  assert.deepEqual(reasonsOf(await w.remove(record)), ['hidden']);
  w.gitIn(cwd, 'update-index', '--no-skip-worktree', 'a.txt');
  w.gitIn(cwd, 'bisect', 'start');
  assert.deepEqual(reasonsOf(await w.remove(record)), ['operation']);
  w.gitIn(cwd, 'bisect', 'reset');
  mkdirSync(join(w.root, '.git/worktrees/one/modules/sub'), { recursive: true });
  assert.deepEqual(reasonsOf(await w.remove(record)), ['submodule']);
  rmSync(join(w.root, '.git/worktrees/one/modules'), { recursive: true });
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(w.root, join(cwd, 'node_modules/main'));
  fileIn(cwd, 'node_modules/x/index.js');
  assert.equal((await w.remove(record)).status, 'removed');
  assert.equal(readFileSync(join(w.root, 'src/b.txt'), 'utf8'), 'two\n', 'no link was followed');
  assert.deepEqual(w.left(), NOTHING_LEFT);
});

test('FLEET-2 a removal or creation that was cut short is completed or undone', async (t) => {
  const w = await worktrees(t);
  const { record } = await w.add('one');
  const at = (word: string) => join(record.path, '..', `.${word}-one`);
  fileIn(record.path, 'a.txt', 'changed while it was on its way out\n');
  renameSync(record.path, at('leaving'));
  assert.deepEqual(reasonsOf(await w.remove(record)), ['changed']);
  assert.ok(existsSync(record.path), 'it is back');
  w.gitIn(record.path, 'checkout', '-q', '.');
  renameSync(record.path, at('gone'));
  rmSync(join(at('gone'), 'src'), { recursive: true });
  assert.equal((await w.remove(record)).status, 'removed');
  assert.deepEqual(w.left(), NOTHING_LEFT);

  const half = await w.add('two');
  await writeRecord({ ...half.record, ready: false });
  rmSync(join(half.cwd, 'src/b.txt'));
  rmSync(join(w.root, '.git/worktrees/two/index'));
  writeFileSync(join(half.cwd, 'a.txt'), 'on'); // a beginning of the file
  const unfinished = readRecord(half.record.path) ?? half.record;
  fileIn(half.cwd, 'mine.txt');
  assert.equal((await w.remove(unfinished)).status, 'kept');
  rmSync(join(half.cwd, 'mine.txt'));
  assert.equal((await w.remove(unfinished)).status, 'removed');
  assert.deepEqual(w.left(), NOTHING_LEFT);

  const missing = await w.add('three');
  rmSync(missing.record.path, { recursive: true });
  assert.equal((await w.remove(missing.record)).status, 'removed');
  assert.deepEqual(w.left(), NOTHING_LEFT);
  assert.deepEqual(readdirSync(join(w.root, '.git')).includes('worktrees'), false);
  w.run('branch', 'coder/four'); // all that a creation leaves if it is killed at once
  await writeRecord({
    ...missing.record,
    path: missing.record.path.replace(/three$/, 'four'),
    branch: 'coder/four',
    ready: false,
  });
  assert.equal((await w.remove(w.records()[0] ?? missing.record)).status, 'removed');
  assert.deepEqual(w.left(), NOTHING_LEFT);
});

test('FLEET-2 random interleavings of edits, commits, links, nested worktrees and kills lose nothing', async (t) => {
  const w = await worktrees(t);
  const seen = await interleave(w, { rounds: times({ long: 8, short: 3 }), kills: 1, seed: 7 });
  assert.deepEqual(seen.lost, []);
  assert.ok(seen.removed > 0 && seen.kept > 0, JSON.stringify(seen));
});
