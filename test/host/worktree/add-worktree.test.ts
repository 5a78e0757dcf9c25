import assert from 'node:assert/strict';
import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { temporaryName } from '../../../src/base/files/atomic-write.ts';
import { addWorktree, takeWorktree } from '../../../src/host/worktree/add-worktree.ts';
import { adminOf, lockState } from '../../../src/host/worktree/store.ts';
import { NOTHING_LEFT, never, worktrees } from './worktrees.ts';

test('FLEET-2 a worktree is created below coder’s home, on its own branch, with git’s own lock', async (t) => {
  const w = await worktrees(t);
  const { record, cwd } = await w.add('one');
  assert.ok(record.path.startsWith(join(w.home, 'worktrees')));
  assert.equal(readFileSync(join(cwd, 'src/b.txt'), 'utf8'), 'two\n');
  assert.equal(w.gitIn(cwd, 'branch', '--show-current').trim(), 'coder/one');
  const admin = adminOf(record.path, record.common) ?? '';
  assert.deepEqual(lockState(admin), { state: 'held', by: `process ${process.pid}`, pid: process.pid });
  assert.match(w.run('worktree', 'list', '--porcelain'), /^locked "coder /m);
  const again = await addWorktree(w.host, { cwd: w.root, name: 'one' }, never);
  assert.equal(!again.ok && again.error.text, `there is a worktree one already: ${record.path}`);
  assert.equal((await w.remove(record)).status, 'removed');
  assert.deepEqual(w.left(), NOTHING_LEFT);
});

test('FLEET-2 remains of a record that a kill left are removed with the worktree, but nothing of another one', async (t) => {
  const w = await worktrees(t);
  const one = await w.add('one');
  const other = await w.add('one.json-1');
  const folder = dirname(one.record.path);
  const left = ['one', 'one.json-1'].map((name) => join(folder, temporaryName(`.${name}.json-`)));
  for (const file of left) writeFileSync(file, '{');
  assert.equal((await w.remove(one.record)).status, 'removed');
  assert.deepEqual(
    left.map((file) => existsSync(file)),
    [false, true],
  );
  assert.equal((await w.remove(other.record)).status, 'removed');
  assert.deepEqual(w.left(), NOTHING_LEFT);
});

test('FLEET-2 .worktreeinclude copies ignored files, secrets only if named, and hooks stay active', async (t) => {
  const w = await worktrees(t);
  w.put('local/settings.txt', 'mine');
  w.put('local/.env', 'SECRET=1');
  w.put('.env', 'NAMED=1');
  w.put('deep/x.log', 'log');
  w.put('loose.txt', 'untracked and not ignored');
  w.put('.worktreeinclude', 'local/\n.env.*\n/.env\nloose.txt\nout/\n');
  w.put('.husky/_/pre-commit', '#!/bin/sh\nexit 1\n', 0o755);
  w.put('.husky/_/.gitignore', '*\n');
  w.run('config', 'core.hooksPath', '.husky/_');
  symlinkSync('/etc', join(w.root, 'local', 'link'));
  const { cwd, record } = await w.add('one');
  assert.equal(readFileSync(join(cwd, 'local/settings.txt'), 'utf8'), 'mine');
  assert.equal(readFileSync(join(cwd, '.env'), 'utf8'), 'NAMED=1');
  assert.ok(lstatSync(join(cwd, 'local/link')).isSymbolicLink());
  for (const absent of ['deep/x.log', 'loose.txt']) assert.equal(existsSync(join(cwd, absent)), false, absent);
  assert.throws(() => w.gitIn(cwd, 'commit', '--allow-empty', '-m', 'x'), /Command failed/);
  assert.equal((await w.remove(record)).status, 'removed', 'copies are no loss');
});

test('FLEET-2 an unreadable base and a missing repository are reported, and a taken branch is not reused', async (t) => {
  const w = await worktrees(t);
  const asked = await addWorktree(w.host, { cwd: w.root, name: 'one', base: 'no-such' }, never);
  assert.equal(!asked.ok && asked.error.text, 'cannot read the base no-such: no such commit here');
  assert.match(
    JSON.stringify(await addWorktree(w.host, { cwd: w.folder, name: 'one' }, never)),
    /not a git repository/,
  );
  w.run('branch', 'coder/one', 'HEAD~1');
  const { record } = await w.add('one');
  assert.match(record.branch, /^coder\/one-\w{5}$/);
  assert.equal((await w.remove(record)).status, 'removed');
  assert.equal(w.left().branches, 'coder/one', 'the branch of before is not touched');
});

test('FLEET-2 a worktree left behind by a coder that has ended is taken over, not created again', async (t) => {
  const w = await worktrees(t);
  const { record } = await w.add('one');
  assert.equal(await takeWorktree(w.host, { cwd: w.root, name: 'two' }), 'none');
  const taken = await takeWorktree(w.host, { cwd: join(w.root, 'src'), name: 'one' });
  assert.ok(typeof taken === 'object' && taken.cwd === join(record.path, 'src'));
});
