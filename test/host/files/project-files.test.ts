import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readProjectFiles } from '../../../src/host/files/project-files.ts';
import { treeState } from '../../../src/host/files/tree-state.ts';

function project(files: Record<string, string>) {
  const path = mkdtempSync(join(tmpdir(), 'coder-test-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

test('VER-3 C8 a project is recognised by its files: the test script, the package manager, pytest', async () => {
  using node = project({
    'package.json': '{"scripts":{"test":"vitest"},"packageManager":"pnpm@9.0.0"}',
    'pnpm-lock.yaml': '',
  });
  assert.deepEqual(readProjectFiles(node.path), {
    names: ['package.json', 'pnpm-lock.yaml'],
    testScript: 'vitest',
    packageManager: 'pnpm@9.0.0',
    configuresPytest: false,
  });
  using python = project({ 'pyproject.toml': '[project]\nname = "a"\n\n[tool.pytest.ini_options]\n' });
  assert.equal(readProjectFiles(python.path).configuresPytest, true);
  using old = project({ 'setup.cfg': '[tool:pytest]\n' });
  assert.equal(readProjectFiles(old.path).configuresPytest, true);
});

test('VER-3 broken, odd and unreadable files are ignored rather than an error', async () => {
  using odd = project({ 'package.json': '{"scripts": [1], ' });
  mkdirSync(join(odd.path, 'setup.cfg'));
  symlinkSync('tox.ini', join(odd.path, 'tox.ini'));
  assert.deepEqual(readProjectFiles(odd.path), {
    names: ['package.json', 'setup.cfg', 'tox.ini'],
    configuresPytest: false,
  });
});

test('VER-8 the state of a tree changes with its files, but not with ignored ones', async () => {
  using place = project({ 'a.txt': 'one', '.gitignore': 'out\n', out: '1' });
  const never = new AbortController().signal;
  const first = await treeState(place.path, never);
  writeFileSync(join(place.path, 'out'), '22');
  assert.equal(await treeState(place.path, never), first);
  writeFileSync(join(place.path, 'a.txt'), 'longer');
  const second = await treeState(place.path, never);
  assert.notEqual(second, first);
  writeFileSync(join(place.path, 'b.txt'), '');
  assert.notEqual(await treeState(place.path, never), second);
});
