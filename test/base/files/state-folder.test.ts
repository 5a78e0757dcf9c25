import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { clearTemporaries, makeStateFolder } from '../../../src/base/files/state-folder.ts';
import { scratch } from '../../fixtures/run-coder.ts';

test('CLI-6 an empty .gitignore that a full disk left behind is filled', (t) => {
  const folder = join(scratch(t).path, '.coder');
  mkdirSync(folder);
  writeFileSync(join(folder, '.gitignore'), '');
  makeStateFolder(join(folder, 'sessions'));
  assert.match(readFileSync(join(folder, '.gitignore'), 'utf8'), /^sessions\/$/m);
  assert.deepEqual(readdirSync(folder).toSorted(), ['.gitignore', 'sessions']);
});

test('CLI-6 a .gitignore that a repository brings is kept', (t) => {
  const folder = join(scratch(t).path, '.coder');
  mkdirSync(folder);
  writeFileSync(join(folder, '.gitignore'), 'mine\n');
  makeStateFolder(join(folder, 'sessions'));
  assert.equal(readFileSync(join(folder, '.gitignore'), 'utf8'), 'mine\n');
  assert.equal(readFileSync(join(folder, 'sessions', '.gitignore'), 'utf8'), '*\n');
});

test('H1 temporary files left by a kill are removed, recent ones are not', (t) => {
  const folder = scratch(t).path;
  for (const name of ['old.tmp', 'new.tmp', 'old.jsonl']) writeFileSync(join(folder, name), '');
  for (const name of ['old.tmp', 'old.jsonl']) utimesSync(join(folder, name), 1, 1);
  clearTemporaries(folder);
  assert.deepEqual(readdirSync(folder).toSorted(), ['new.tmp', 'old.jsonl']);
});
