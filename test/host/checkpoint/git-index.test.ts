import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { blobId } from '../../../src/host/checkpoint/file-state.ts';
import { readGitIndex } from '../../../src/host/checkpoint/git-index.ts';
import type { OidFormat } from '../../../src/host/git/index-file.ts';
import { put } from '../../fixtures/undo-bench.ts';

const FILES = {
  'a.txt': 'a\n',
  'a/b.txt': 'b\n',
  'ä/ö/ü.txt': 'umlauts\n',
  'ä/ö/üx.txt': 'more\n',
  'long/name/that/shares/a/beginning.ts': '1\n',
  'long/name/that/shares/an/end.ts': '2\n',
};

interface Place {
  root: string;
  git(...args: string[]): string;
  [Symbol.dispose](): void;
}

function repository(format: OidFormat): Place {
  const root = mkdtempSync(join(tmpdir(), 'coder-index-'));
  const env = { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, env, encoding: 'utf8', stdio: 'pipe' });
  git('init', '-q', `--object-format=${format}`);
  for (const [path, text] of Object.entries(FILES)) {
    put(join(root, path), text);
    utimesSync(join(root, path), 1_000_000, 1_000_000); // older than the index, so no entry is in doubt
  }
  return { root, git, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}

for (const format of ['sha1', 'sha256'] as const) {
  for (const version of ['2', '4']) {
    test(`SES-7 an index of version ${version} with ${format} yields every file and its object`, () => {
      using place = repository(format);
      place.git('add', '-A');
      place.git('update-index', `--index-version=${version}`);
      const index = readGitIndex(join(place.root, '.git/index'), format);
      assert.ok(index);
      assert.deepEqual([...index.paths()].toSorted(), Object.keys(FILES).toSorted());
      for (const [path, text] of Object.entries(FILES)) {
        const entry = index.cleanEntry(path, lstatSync(join(place.root, path)));
        assert.equal(entry === undefined ? 'not clean' : index.oidAt(entry), blobId(Buffer.from(text), format), path);
      }
    });
  }
}

test('SES-7 a file is clean only while its size, timestamps and identity match the index', () => {
  using place = repository('sha1');
  place.git('add', '-A');
  const index = readGitIndex(join(place.root, '.git/index'), 'sha1');
  assert.ok(index);
  const stats = lstatSync(join(place.root, 'a.txt'));
  const changes = [{ size: 3 }, { mtimeMs: stats.mtimeMs + 1 }, { ctimeMs: stats.ctimeMs + 1 }, { ino: stats.ino + 1 }];
  const { size, mtimeMs, ctimeMs, ino, mode } = stats;
  for (const change of changes) {
    assert.equal(index.cleanEntry('a.txt', { size, mtimeMs, ctimeMs, ino, mode, ...change }), undefined);
  }
});

test('SES-7 intent-to-add entries, conflicts, split and damaged indexes share nothing', () => {
  using place = repository('sha1');
  place.git('add', 'a.txt');
  place.git('add', '--intent-to-add', 'a/b.txt');
  const file = join(place.root, '.git/index');
  assert.deepEqual([...(readGitIndex(file, 'sha1')?.paths() ?? [])], ['a.txt']);
  const whole = readFileSync(file);
  for (const length of [0, 3, 11, 40, 100]) {
    writeFileSync(file, whole.subarray(0, length));
    assert.equal(readGitIndex(file, 'sha1'), undefined, `${length} bytes`);
  }
  writeFileSync(file, whole);
  place.git('update-index', '--split-index');
  assert.equal(readGitIndex(file, 'sha1'), undefined);
  assert.equal(readGitIndex(join(place.root, 'nowhere'), 'sha1'), undefined);
});
