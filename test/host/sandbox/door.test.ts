import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createDoor, type SetAside } from '../../../src/host/sandbox/door.ts';
import { cleanUp } from '../../fixtures/clean-up.ts';

/** Files that would run later, as a command might plant them. */
const PLANTS: readonly (readonly [path: string, text: string])[] = [
  ['.envrc', 'evil'],
  ['.npmrc', 'script-shell=./evil'],
  ['.yarnrc.yml', 'yarnPath: ./evil'],
  ['.pnpmfile.cjs', 'evil'],
  ['bunfig.toml', 'preload = ["./evil"]'],
  ['.mcp.json', '{}'],
  ['.pre-commit-config.yaml', 'repos: []'],
  ['lefthook.yml', 'x'],
  ['mise.toml', 'x'],
  ['.vscode/tasks.json', '{}'],
  ['.vscode/settings.json', '{}'],
  ['.vscode/launch.json', '{}'],
  ['.husky/pre-commit', 'evil'],
  ['.devcontainer/devcontainer.json', '{}'],
  ['.git/hooks/pre-commit', 'evil'],
  ['.git/hooks/post-index-change', 'evil'],
  ['.git/config', '[core]\n\tfsmonitor = ./evil\n'],
  ['.git/config.worktree', '[core]\n\thooksPath = ./evil\n'],
  ['.coder/config.json', '{}'],
  ['.coder/skills/x/SKILL.md', 'x'],
  ['.coder/commands/x.md', 'x'],
  ['.claude/settings.json', '{}'],
  ['.claude/settings.local.json', '{}'],
  ['.gemini/settings.json', '{}'],
  ['.codex/config.toml', 'x'],
  ['.cursor/mcp.json', '{}'],
  ['.zed/tasks.json', '{}'],
  ['.nvim.lua', 'evil'],
  ['.cargo/config', '[build]\nrustc-wrapper = "./evil"\n'],
  ['.yarn/releases/yarn.cjs', 'x'.repeat(300_000)],
  ['packages/a/.npmrc', 'script-shell=./evil'],
  ['packages/a/.git', 'gitdir: ../../elsewhere\n'],
  ['packages/a/.git', 'gitdir: ../../.git\n/../elsewhere\n'], // for git, the line break is part of the path
  ['planted/config', '[core]\n\tfsmonitor = ./evil\n'],
  ['.git/commondir', '../elsewhere\n'],
  ['.git/modules/libs/a/config', '[core]\n\tfsmonitor = ./evil\n'],
  ['packages/a/.git/hooks/post-checkout', 'evil'],
  ['packages/a/.git/config', '[diff]\n\texternal = ./evil\n'],
  ['vendored/.git/config', '[filter "x"]\n\tclean = ./evil\n'],
];

function repository(t: TestContext): { base: string; root: string } {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'coder-door-')));
  cleanUp(t, () => rmSync(base, { recursive: true, force: true }));
  const root = join(base, 'root');
  execFileSync('git', ['init', '-q', root]);
  return { base, root };
}

function write(file: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
}

const namesOf = (aside: readonly SetAside[]) => aside.map(({ path }) => path);

test('SBX-5 files that a command added and that would run later are set aside, and put back only on approval', (t) => {
  const { base, root } = repository(t);
  for (const folder of ['planted/objects', '.git/modules/libs/a']) mkdirSync(join(root, folder), { recursive: true });
  for (const folder of ['planted', '.git/modules/libs/a']) write(join(root, folder, 'HEAD'), 'ref: refs/heads/main\n');
  write(join(root, 'planted/config'), '');
  const door = createDoor([root], [], () => join(base, 'session'));
  for (const [path, text] of PLANTS) {
    const file = join(root, path);
    const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    const visit = door.enter();
    write(file, text);
    const aside = visit.setAside();
    assert.deepEqual(namesOf(aside), [path]);
    assert.equal(existsSync(file) ? readFileSync(file, 'utf8') : undefined, before, path);
    aside[0]?.putBack();
    assert.equal(readFileSync(file, 'utf8'), text);
    assert.deepEqual([visit.setAside(), visit.leave()], [[], []], `${path} stays once it is put back`);
    rmSync(file);
    if (before !== undefined) write(file, before);
  }
});

test('SBX-5 changes by git itself, files that coder writes and files that existed before stay', (t) => {
  const { base, root } = repository(t);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e', '-c', 'protocol.file.allow=always', ...args], {
      cwd: root,
      stdio: 'ignore',
    });
  git('commit', '-q', '--allow-empty', '-m', 'first');
  write(join(root, '.envrc'), 'mine');
  write(join(root, '.yarn/releases/yarn.cjs'), 'x'.repeat(300_000));
  write(join(root, 'tools/tasks.json'), '{}');
  mkdirSync(join(root, '.vscode'));
  symlinkSync('../tools/tasks.json', join(root, '.vscode/tasks.json'));
  const door = createDoor([root], [], () => base);
  const visit = door.enter();
  git('config', 'user.nick', 'n');
  git('remote', 'add', 'origin', 'https://example.org/x.git');
  git('worktree', 'add', '-q', 'another');
  git('clone', '-q', '.', 'cloned');
  git('submodule', 'add', '-q', root, 'libs/a');
  write(join(root, '.npmrc'), 'x=y');
  door.accept(join(root, '.npmrc'));
  assert.deepEqual([namesOf(visit.setAside()), namesOf(visit.leave())], [[], []]);
  assert.equal(readFileSync(join(root, '.envrc'), 'utf8'), 'mine');
});

test('SBX-5 the repository of a linked worktree or a submodule is checked where it is', (t) => {
  const { base, root } = repository(t);
  const door = createDoor([join(base, 'worktree')], [join(root, '.git')], () => join(base, 'session'));
  const visit = door.enter();
  execFileSync('git', ['-C', root, 'config', 'core.fsmonitor', './evil']);
  assert.deepEqual(namesOf(visit.setAside()), [join(root, '.git', 'config')]);
  assert.doesNotMatch(readFileSync(join(root, '.git', 'config'), 'utf8'), /fsmonitor/);
});

test('SBX-5 a change cannot hide behind permissions, links or folders that were made read-only', (t) => {
  const { base, root } = repository(t);
  const [hook, tasks] = [join(root, '.husky', 'pre-commit'), join(root, '.vscode', 'tasks.json')];
  write(hook, 'mine', 0o755);
  write(join(root, 'tools', 'tasks.json'), '{}');
  mkdirSync(dirname(tasks));
  symlinkSync('../tools/tasks.json', tasks);
  const visit = createDoor([root], [], () => join(base, 'session')).enter();
  write(hook, 'evil', 0o755);
  write(join(root, 'tools', 'tasks.json'), '{"evil":1}'); // the target of a link
  write(join(root, '.husky', 'other'), 'mine', 0o755);
  chmodSync(dirname(hook), 0o555);
  for (let index = 0; index < 600; index += 1) write(join(root, '.zed', `${index}`), 'evil');
  execFileSync('mkfifo', [join(root, '.envrc')]);
  const aside = visit.setAside();
  assert.deepEqual(namesOf(aside).toSorted(), [
    '.envrc',
    '.husky/other',
    '.husky/pre-commit',
    '.vscode/tasks.json',
    '.zed',
  ]);
  assert.deepEqual([readFileSync(hook, 'utf8'), statSync(hook).mode & 0o777], ['mine', 0o755]);
  assert.equal(existsSync(join(root, '.zed')), false);
  for (const each of aside.filter(({ path }) => path === '.envrc' || path === '.zed')) each.putBack();
  chmodSync(hook, 0o644);
  assert.deepEqual(namesOf(visit.setAside()), ['.husky/pre-commit']);
});

test('SBX-5 later changes by a process that a command left running are set aside when the next command starts, or when it ends', (t) => {
  const { base, root } = repository(t);
  const door = createDoor([root], [], () => join(base, 'session'));
  const server = door.enter();
  assert.deepEqual(server.setAside(), []);
  write(join(root, '.envrc'), 'evil');
  const next = door.enter();
  assert.equal(existsSync(join(root, '.envrc')), false, 'before the next command starts');
  assert.deepEqual(namesOf(next.setAside()), ['.envrc']);
  next.leave();
  write(join(root, '.npmrc'), 'evil');
  assert.deepEqual(namesOf(server.leave()), ['.npmrc']);
  write(join(root, '.envrc'), 'mine'); // no command is running any more
  const last = door.enter();
  assert.deepEqual(namesOf(last.setAside()), ['.npmrc'], 'reported once');
  assert.equal(readFileSync(join(root, '.envrc'), 'utf8'), 'mine');
});
