import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { createDoor } from '../../../src/host/sandbox/door.ts';
import { cleanUp } from '../../fixtures/clean-up.ts';

/** What runs later, planted by a command. */
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
  ['packages/a/.git/hooks/post-checkout', 'evil'],
  ['packages/a/.git/config', '[diff]\n\texternal = ./evil\n'],
  ['vendored/.git/config', '[filter "x"]\n\tclean = ./evil\n'],
];

test('SBX-5 what a command added among things that run later is set aside and put back only by a yes', (t) => {
  const base = mkdtempSync(join(tmpdir(), 'coder-door-'));
  cleanUp(t, () => rmSync(base, { recursive: true, force: true }));
  for (const [path, text] of PLANTS) {
    const root = join(base, path.replaceAll('/', '_'));
    mkdirSync(root);
    execFileSync('git', ['init', '-q', root]);
    const before = readFileSync(join(root, '.git', 'config'), 'utf8');
    const seen = createDoor([root], () => join(base, 'session')).look();
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    const aside = seen.setAside();
    assert.deepEqual(
      aside.map((each) => each.path),
      [path],
    );
    if (path === '.git/config') assert.equal(readFileSync(file, 'utf8'), before);
    else assert.equal(existsSync(file), false, path);
    aside[0]?.putBack();
    assert.equal(readFileSync(file, 'utf8'), text);
    assert.deepEqual(
      createDoor([root], () => base)
        .look()
        .setAside(),
      [],
    );
  }
});

test('SBX-5 what git itself changes in its config, and what stood there before, stays', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'coder-door-'));
  cleanUp(t, () => rmSync(root, { recursive: true, force: true }));
  execFileSync('git', ['init', '-q', root]);
  writeFileSync(join(root, '.envrc'), 'mine');
  const seen = createDoor([root], () => root).look();
  execFileSync('git', ['-C', root, 'config', 'user.name', 'n']);
  execFileSync('git', ['-C', root, 'remote', 'add', 'origin', 'https://example.org/x.git']);
  assert.deepEqual(seen.setAside(), []);
  assert.equal(readFileSync(join(root, '.envrc'), 'utf8'), 'mine');
});
