import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { put, undoBench } from '../../fixtures/undo-bench.ts';

test('H3 if nothing can be recorded, calls continue and one warning is shown', async () => {
  await using bench = undoBench({ files: { 'a.ts': 'one\n' } });
  writeFileSync(bench.folder, 'a file is in the way');
  bench.begin();
  await bench.write('a.ts', 'two\n');
  await bench.write('a.ts', 'three\n');
  await bench.shell('echo four > a.ts');
  await bench.settled();
  assert.equal(readFileSync(bench.file('a.ts'), 'utf8'), 'four\n');
  assert.equal(bench.warnings.length, 1);
  assert.equal(bench.warnings[0]?.kind, 'incomplete');
});

test('C5 no program that a repository brings along is run, and nothing is written to it', async () => {
  await using bench = undoBench({
    git: true,
    files: { 'a.ts': 'one\n', '.gitattributes': '*.ts filter=evil diff=evil\n' },
  });
  const { root } = bench;
  const marker = join(root, '..', 'marker');
  const evil = `touch ${marker}`;
  for (const [key, value] of [
    ['core.fsmonitor', evil],
    ['filter.evil.clean', `${evil}; cat`],
    ['filter.evil.smudge', `${evil}; cat`],
    ['filter.evil.required', 'true'],
    ['diff.evil.textconv', evil],
    ['diff.external', evil],
    ['core.sshCommand', evil],
  ] as const) {
    execFileSync('git', ['config', key, value], { cwd: root });
  }
  mkdirSync(join(root, '.git/hooks'), { recursive: true });
  put(join(root, '.git/hooks/post-index-change'), `#!/bin/sh\n${evil}\n`);
  const before = gitFiles(root);
  await bench.session.append({ type: 'start', version: 1, session: 's', cwd: root, coder: '0' });
  bench.begin();
  await bench.shell('echo two > a.ts; echo n > n.ts');
  await bench.control.diff();
  await bench.control.undo(1);
  assert.equal(readFileSync(bench.file('a.ts'), 'utf8'), 'one\n');
  assert.ok(!existsSync(marker));
  assert.deepEqual(gitFiles(root), before);
});

test('SES-7 a command’s changes are recorded once its look is done, and the next call waits for that', async () => {
  await using bench = undoBench({ files: { 'a.ts': 'one\n' } });
  bench.begin();
  await bench.shell('echo two > a.ts');
  await bench.write('a.ts', 'three\n');
  await bench.control.undo(1);
  assert.equal(readFileSync(bench.file('a.ts'), 'utf8'), 'one\n');
});

/** Every file of the repository with its size and timestamp. */
function gitFiles(root: string): string[] {
  const names = readdirSync(join(root, '.git'), { recursive: true, encoding: 'utf8' }).toSorted();
  return names.map((name) => {
    const stats = statSync(join(root, '.git', name));
    return stats.isFile() ? `${name} ${stats.size} ${stats.mtimeMs}` : name;
  });
}
