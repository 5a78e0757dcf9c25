import assert from 'node:assert/strict';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { headCommit, mayHaveLinks, ownListing } from '../../../src/host/git/own-files.ts';
import { repository } from '../repository.ts';

type Repository = Awaited<ReturnType<typeof repository>>;

/** What git lists, without the user's own settings. */
function listedByGit(repo: Repository): string {
  const fields = repo.run('config', '--null', '--show-scope', '--list').split('\0');
  let listing = '';
  for (let at = 0; at + 1 < fields.length; at += 2) if (fields[at] === 'local') listing += `local\0${fields[at + 1]}\0`;
  return listing;
}

test('C6 a repository’s own settings are read as git lists them', async (t) => {
  const repo = await repository(t);
  repo.run('config', 'filter.CaSe.x.clean', 'sh -c "a; b" # c');
  repo.run('config', 'Diff.ä b.TextConv', 'two\nlines');
  assert.equal(ownListing(repo.root), listedByGit(repo));
  mkdirSync(join(repo.root, 'a/b'), { recursive: true });
  assert.equal(ownListing(join(repo.root, 'a/b')), listedByGit(repo));
});

/** In each case git reads another file, another repository, or none, so git has to be asked. */
const doubts: [name: string, make: (repo: Repository) => void][] = [
  ['an included file', ({ run }) => run('config', 'include.path', '../more')],
  ['one that is included on a condition', ({ run }) => run('config', 'includeIf.gitdir:/.path', '../more')],
  ['a work tree elsewhere', ({ run }) => run('config', 'core.worktree', '/tmp')],
  ['a file that git refuses', ({ root }) => writeFileSync(join(root, '.git/config'), '[core\n')],
  ['no config', ({ root }) => writeFileSync(join(root, '.git/config'), '')],
  ['a link for a head', ({ root }) => linked(root, 'HEAD')],
  ['a head that is none', ({ root }) => writeFileSync(join(root, '.git/HEAD'), 'refs/heads/main\n')],
  ['no objects', ({ root }) => renameSync(join(root, '.git/objects'), join(root, '.git/others'))],
  ['a link for .git', ({ root }) => linked(root, '../.git')],
];

function linked(root: string, name: string): void {
  const place = join(root, '.git', name);
  renameSync(place, `${place}-away`);
  symlinkSync(`${place}-away`, place);
}

test('C6 in any doubt, the files give no answer and git is asked', async (t) => {
  for (const [name, make] of doubts) {
    const repo = await repository(t);
    make(repo);
    assert.equal(ownListing(repo.root), undefined, name);
  }
});

test('C6 from a folder that git skips, or a link, the repository that git finds is used', async (t) => {
  const repo = await repository(t);
  const inner = join(repo.root, 'inner');
  mkdirSync(join(inner, '.git'), { recursive: true });
  writeFileSync(join(inner, '.git/config'), '[core]\n\tbare = false\n'); // no head, so git continues with the folder above
  assert.equal(ownListing(inner), undefined);
  const other = await repository(t);
  other.run('config', 'core.editor', 'evil');
  symlinkSync(other.root, join(repo.root, 'link'));
  assert.equal(ownListing(join(repo.root, 'link')), listedByGit(other));
});

test('FLEET-1 the checked-out commit is read from files: loose, packed, detached, in a worktree', async (t) => {
  const repo = await repository(t);
  const head = () => repo.run('rev-parse', 'HEAD').trim();
  assert.equal(headCommit(repo.root), head());
  repo.run('pack-refs', '--all');
  assert.equal(headCommit(repo.root), head());
  repo.run('worktree', 'add', '-q', '-b', 'side', join(repo.root, 'side'));
  assert.equal(headCommit(join(repo.root, 'side')), head());
  repo.run('checkout', '-q', '--detach');
  assert.equal(headCommit(repo.root), head());
  repo.run('checkout', '-q', '--orphan', 'nothing');
  assert.equal(headCommit(repo.root), undefined);
});

test('C6 an index that names a nested repository is noticed', async (t) => {
  const repo = await repository(t);
  assert.equal(mayHaveLinks(repo.root, undefined), false);
  const commit = repo.run('rev-parse', 'HEAD').trim();
  repo.run('update-index', '--add', '--cacheinfo', `160000,${commit},inner`);
  assert.equal(mayHaveLinks(repo.root, undefined), true);
  assert.equal(mayHaveLinks(repo.root, join(repo.root, 'no-index')), false);
});
