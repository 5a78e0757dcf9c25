import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { disk } from '../../../src/host/files/disk-view.ts';
import { programInGitConfig } from '../../../src/host/git/config-programs.ts';

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

test(`C5 ${POISONED.length} poisoned configs are recognised, each by its key`, (t) => {
  for (const [config, key] of POISONED) assert.equal(programInGitConfig(repository(t, config)), key, config);
});

test('C5 a plain repository, git-lfs and the project’s hooks are accepted', (t) => {
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

test('C5 a repository that the index names is checked, whatever the format of the index', (t) => {
  for (const form of ['2', '4', 'split', 'sha256']) {
    const root = mkdtempSync(join(tmpdir(), 'coder-git-'));
    t.after(() => rmSync(root, { recursive: true, force: true }));
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
        stdio: 'ignore',
      });
    const format = `--object-format=${form === 'sha256' ? 'sha256' : 'sha1'}`;
    git('init', '-q', format);
    git('init', '-q', format, 'lib/süb');
    git('-C', 'lib/süb', 'commit', '-q', '--allow-empty', '-m', 'x');
    for (let name = 0; name < 12; name++) writeFileSync(join(root, `file-${'x'.repeat(name)}`), '');
    git('add', '.');
    if (form === '4') git('update-index', '--index-version', '4');
    if (form === 'split') git('update-index', '--split-index');
    git('-C', 'lib/süb', 'config', 'core.worktree', '..'); // as in every submodule
    assert.equal(programInGitConfig(root), undefined, form);
    git('-C', 'lib/süb', 'config', 'filter.x.clean', './evil.sh');
    assert.equal(programInGitConfig(root), 'filter.x.clean in lib/süb', form);
  }
});

test('C5 an index not written by git cannot be read, and is not assumed to be harmless', (t) => {
  const root = repository(t, '');
  writeFileSync(join(root, '.git', 'index'), Buffer.concat([Buffer.from('DIRC'), Buffer.from([0, 0, 0xe0, 0])]));
  assert.match(disk.gitProgram?.(root) ?? '', /cannot be read/);
});

test('C5 too many submodules to check is a reason to ask, and their storage folders are not searched', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'coder-modules-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const module = (name: string, config: string) => {
    mkdirSync(join(root, '.git', 'modules', name, 'objects'), { recursive: true });
    writeFileSync(join(root, '.git', 'modules', name, 'config'), config);
    writeFileSync(join(root, '.git', 'modules', name, 'objects', 'config'), '[diff]\n\texternal = evil\n');
  };
  for (let count = 0; count < 100; count++) module(`lib${count}`, '[core]\n\tbare = false\n');
  assert.equal(programInGitConfig(root), undefined);
  module('objects', '[diff]\n\texternal = evil\n');
  assert.equal(programInGitConfig(root), 'too many repositories within it');
  rmSync(join(root, '.git', 'modules', 'lib7'), { recursive: true });
  assert.equal(programInGitConfig(root), 'diff.external', 'a submodule may have that name');
});
