import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { programInGitConfig } from '../../src/host/git-config-programs.ts';

function repository(t: { after(done: () => void): void }, config: string): string {
  const root = mkdtempSync(join(tmpdir(), 'coder-git-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, '.git'));
  writeFileSync(join(root, '.git', 'config'), config);
  return root;
}

const POISONED: [config: string, key: string][] = [
  ['[core]\n\tfsmonitor = ./evil.sh\n', 'core.fsmonitor'],
  ['[CORE] FsMonitor=./evil.sh', 'core.fsmonitor'],
  ['[core]\n\tfsmonitor = \\\n./evil.sh\n', 'core.fsmonitor'],
  ['[diff]\n\texternal = ./evil.sh\n', 'diff.external'],
  ['[diff "x"]\n\ttextconv = ./evil.sh\n', 'diff.x.textconv'],
  ['[diff "x"]\n\tcommand = ./evil.sh\n', 'diff.x.command'],
  ['[filter "x"]\n\tclean = ./evil.sh\n', 'filter.x.clean'],
  ['[filter "lfs"]\n\tprocess = ./evil.sh\n', 'filter.lfs.process'],
  ['[gpg]\n\tprogram = ./evil.sh\n', 'gpg.program'],
  ['[include]\n\tpath = ../evil\n', 'include.path'],
  ['[includeIf "gitdir:/"]\n\tpath = ../evil\n', 'includeif.gitdir:/.path'],
  ['[remote "x"]\n\turl = ext::sh -c touch% x\n', 'remote.x.url'],
  ['[core]\n\tworktree = /etc\n', 'core.worktree'],
  ['[core]\n\tsshCommand = ./evil.sh\n', 'core.sshcommand'],
];

test(`C5 ${POISONED.length} poisoned configs are told by their key`, (t) => {
  for (const [config, key] of POISONED) assert.equal(programInGitConfig(repository(t, config)), key, config);
});

test('C5 a plain repository, git-lfs and hooks of the project are left alone', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'coder-git-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  execFileSync('git', ['init', '-q', root]);
  assert.equal(programInGitConfig(root), undefined);
  const config =
    '[core]\n\tfsmonitor = true\n\thooksPath = .husky\n[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\tprocess = git-lfs filter-process\n' +
    '[remote "origin"]\n\turl = git@example.com:a/b.git\n[alias]\n\tx = !ls\n';
  assert.equal(programInGitConfig(repository(t, config)), undefined);
});

test('C5 worktrees and submodules are followed to their config', (t) => {
  const root = repository(t, '');
  const tree = join(root, 'tree');
  mkdirSync(join(root, '.git', 'worktrees', 'tree'), { recursive: true });
  mkdirSync(tree);
  writeFileSync(join(tree, '.git'), `gitdir: ${join(root, '.git', 'worktrees', 'tree')}\n`);
  writeFileSync(join(root, '.git', 'worktrees', 'tree', 'commondir'), '../..\n');
  assert.equal(programInGitConfig(tree), undefined);
  writeFileSync(join(root, '.git', 'config'), '[core]\n\tfsmonitor = ./evil.sh\n');
  assert.equal(programInGitConfig(tree), 'core.fsmonitor');
  const other = repository(t, '');
  mkdirSync(join(other, '.git', 'modules', 'lib'), { recursive: true });
  writeFileSync(join(other, '.git', 'modules', 'lib', 'config'), '[core]\n\tfsmonitor = ./evil.sh\n');
  assert.equal(programInGitConfig(other), 'core.fsmonitor');
});
