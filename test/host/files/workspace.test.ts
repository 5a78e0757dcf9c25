import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmod,
  chown,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createWorkspace } from '../../../src/host/files/workspace.ts';
import { scratchFolder } from '../../fixtures/file-tools.ts';
import { makeSocket } from '../../fixtures/socket-file.ts';

/** A workspace and a folder outside it. */
async function setUp(t: TestContext, throughHandles = true) {
  const folder = await scratchFolder(t);
  const root = join(folder, 'proj');
  const outside = join(folder, 'outside');
  await mkdir(root);
  await mkdir(outside);
  await writeFile(join(outside, 'secret'), 'secret');
  const workspace = createWorkspace({ root, throughHandles });
  return { folder, root, outside, workspace };
}

const bytes = (text: string) => Buffer.from(text);

test('TOOL-2 a path is judged by where it really leads', async (t) => {
  const { root, workspace } = await setUp(t);
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'src/a.ts'), 'x');
  await symlink('src', join(root, 'link'));
  const place = (kind: string, absolute: string, display: string) => ({
    absolute,
    display,
    inside: true,
    protected: false,
    kind,
  });
  assert.deepEqual(await workspace.resolve('.'), place('folder', root, '.'));
  assert.deepEqual(await workspace.resolve(''), place('folder', root, '.'));
  assert.deepEqual(await workspace.resolve('link/a.ts'), place('file', join(root, 'src/a.ts'), 'src/a.ts'));
  assert.deepEqual(
    await workspace.resolve(`${root}//src/./x/../a.ts`),
    place('file', join(root, 'src/a.ts'), 'src/a.ts'),
  );
  assert.deepEqual(
    await workspace.resolve('no/such/file'),
    place('missing', join(root, 'no/such/file'), 'no/such/file'),
  );
  assert.deepEqual(
    await workspace.resolve('src/a.ts/below'),
    place('missing', join(root, 'src/a.ts/below'), 'src/a.ts/below'),
  );
});

test('TOOL-2 the parent of a linked folder is the parent of its target', async (t) => {
  const { outside, workspace, root } = await setUp(t);
  await mkdir(join(outside, 'deep'));
  await symlink(join(outside, 'deep'), join(root, 'link'));
  const resolved = await workspace.resolve('link/../secret');
  assert.deepEqual([resolved.absolute, resolved.inside], [join(outside, 'secret'), false]);
});

test('B1 a folder whose name begins like the root is outside', async (t) => {
  const { folder, root, workspace } = await setUp(t);
  for (const twin of ['proj-evil', 'proj2', 'proj.', 'pro', 'PROJ']) {
    await mkdir(join(folder, twin));
    await writeFile(join(folder, twin, 'x'), 'x');
    await assert.rejects(workspace.readFile(join(folder, twin, 'x')), {
      code: 'outside',
      message: /^path outside workspace: /,
    });
    assert.equal((await workspace.resolve(`../${twin}/x`)).inside, false);
  }
  assert.equal((await workspace.resolve(`../${basename(root)}/x`)).inside, true);
});

for (const throughHandles of [true, false]) {
  const way = throughHandles ? 'through handles' : 'by name';

  test(`B2 links that lead outside are refused, as the last component and above it (${way})`, async (t) => {
    const { root, outside, workspace } = await setUp(t, throughHandles);
    await symlink(outside, join(root, 'docs'));
    await symlink(join(outside, 'secret'), join(root, 'leaf'));
    const refused = { code: 'outside' };
    for (const path of [
      'docs/secret',
      'leaf',
      'docs/../outside/secret',
      '../outside/secret',
      join(outside, 'secret'),
    ]) {
      await assert.rejects(workspace.readFile(path), refused, path);
      await assert.rejects(workspace.writeFile(path, bytes('evil')), refused, path);
    }
    await assert.rejects(workspace.removeFile('docs/secret'), refused);
    await assert.rejects(workspace.renameFile('docs/secret', 'x'), refused);
    await writeFile(join(root, 'mine'), 'x');
    await assert.rejects(workspace.renameFile('mine', 'docs/x'), refused);
    assert.deepEqual(await readdir(outside), ['secret']);
    assert.equal(await readFile(join(outside, 'secret'), 'utf8'), 'secret');
  });

  test(`B3 nothing is created below a link, at any missing depth (${way})`, async (t) => {
    const { root, outside, workspace } = await setUp(t, throughHandles);
    await symlink(outside, join(root, 'link'));
    await symlink(join(outside, 'new'), join(root, 'dangling'));
    await symlink('dangling', join(root, 'twice'));
    await symlink('../outside/deep/new', join(root, 'relative'));
    for (const path of [
      'link/f',
      'link/a/f',
      'link/a/b/f',
      'link/a/b/c/d/f',
      'dangling',
      'twice',
      'relative',
      'dangling/f',
    ]) {
      await assert.rejects(workspace.writeFile(path, bytes('x')), { code: 'outside' }, path);
    }
    assert.deepEqual(await readdir(outside), ['secret']);
  });

  test(`TOOL-2 writing creates folders, keeps modes and leaves no other file (${way})`, async (t) => {
    const { root, workspace } = await setUp(t, throughHandles);
    await workspace.writeFile('a/b/c.txt', bytes('one'));
    await chmod(join(root, 'a/b/c.txt'), 0o755);
    await workspace.writeFile('a/b/c.txt', bytes('two'));
    assert.equal(await readFile(join(root, 'a/b/c.txt'), 'utf8'), 'two');
    assert.equal((await stat(join(root, 'a/b/c.txt'))).mode & 0o777, 0o755);
    await workspace.writeFile('a/b/c.txt', bytes('three'), { mode: 0o600 });
    assert.equal((await stat(join(root, 'a/b/c.txt'))).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(join(root, 'a/b')), ['c.txt']);
    await workspace.renameFile('a/b/c.txt', 'd/e.txt');
    assert.equal(await readFile(join(root, 'd/e.txt'), 'utf8'), 'three');
    await workspace.removeFile('d/e.txt');
    assert.deepEqual(await readdir(join(root, 'd')), []);
  });

  test(`H7 links themselves are removed and moved, and written through only inside the root (${way})`, async (t) => {
    const { root, outside, workspace } = await setUp(t, throughHandles);
    await writeFile(join(root, 'real'), 'old');
    await symlink('real', join(root, 'link'));
    await workspace.writeFile('link', bytes('new'));
    assert.deepEqual([await readFile(join(root, 'real'), 'utf8'), await readlink(join(root, 'link'))], ['new', 'real']);
    await workspace.renameFile('link', 'moved');
    assert.equal(await readlink(join(root, 'moved')), 'real');
    await symlink(join(outside, 'secret'), join(root, 'out'));
    await workspace.removeFile('out');
    await workspace.removeFile('moved');
    assert.deepEqual(await readdir(root), ['real']);
    assert.equal(await readFile(join(outside, 'secret'), 'utf8'), 'secret');
  });

  test(`B8 only regular files are read, and refusals are quick (${way})`, async (t) => {
    const { root, workspace } = await setUp(t, throughHandles);
    execFileSync('sh', ['-c', 'mkfifo pipe'], { cwd: root });
    makeSocket(join(root, 'socket'));
    await mkdir(join(root, 'folder'));
    await symlink('/dev/zero', join(root, 'zero'));
    const started = performance.now();
    for (const path of ['pipe', 'socket', 'folder', '.']) {
      await assert.rejects(workspace.readFile(path), { code: 'not-a-file' }, path);
      await assert.rejects(workspace.writeFile(path, bytes('x')), { code: 'not-a-file' }, path);
    }
    await assert.rejects(workspace.readFile('zero'), { code: 'outside' });
    await assert.rejects(workspace.readFile('missing'), { code: 'missing' });
    await assert.rejects(workspace.readFile('missing/file'), { code: 'missing' });
    await assert.rejects(workspace.removeFile('folder'), { code: 'not-a-file' });
    await assert.rejects(workspace.renameFile('pipe', 'x'), { code: 'not-a-file' });
    assert.ok(performance.now() - started < 2000);
  });
}

test('B8 F4 reading part of a 5 GB file costs only that part', async (t) => {
  const { root, workspace } = await setUp(t);
  await writeFile(join(root, 'huge'), '');
  await truncate(join(root, 'huge'), 5 * 1024 ** 3);
  const handle = await open(join(root, 'huge'), 'r+');
  await handle.write('end', 5 * 1024 ** 3 - 3);
  await handle.close();
  const read = await workspace.readFile('huge', { offset: 5 * 1024 ** 3 - 3, length: 100 });
  assert.deepEqual([read.bytes.toString(), read.size], ['end', 5 * 1024 ** 3]);
  assert.equal((await workspace.readFile('huge', { offset: 0, length: 10 })).bytes.length, 10);
  assert.equal((await workspace.readFile('huge', { offset: 6 * 1024 ** 3, length: 10 })).bytes.length, 0);
  await assert.rejects(workspace.readFile('huge'), { code: 'too-large', message: /5368709120 bytes/ });
  await assert.rejects(workspace.readFile('huge', { length: 100, maxBytes: 50 }), { code: 'too-large' });
});

test('B8 odd names are accepted; NUL is refused', async (t) => {
  const { root, workspace } = await setUp(t);
  for (const name of ['new\nline', 'esc\x1b[31m', ' space ', 'ünï', '~', '-rf', 'back\\slash']) {
    await workspace.writeFile(`./${name}`, bytes(name));
    assert.equal((await workspace.readFile(`./${name}`)).bytes.toString(), name);
  }
  await assert.rejects(workspace.resolve('a\0b'), { code: 'bad-path' });
  await assert.rejects(workspace.resolve('x'.repeat(5000)), { code: 'bad-path' });
  assert.equal((await readdir(root)).length, 7);
});

test('TOOL-2 a tilde means the home folder, which is outside', async (t) => {
  const { workspace } = await setUp(t);
  const { absolute, inside } = await workspace.resolve('~/file-that-is-not-there');
  assert.deepEqual([basename(absolute), inside], ['file-that-is-not-there', false]);
  assert.equal((await workspace.resolve('~')).absolute, (await workspace.resolve(homedir())).absolute);
});

test('B8 a cycle of links is an error, not a hang', async (t) => {
  const { root, workspace } = await setUp(t);
  await symlink('b', join(root, 'a'));
  await symlink('a', join(root, 'b'));
  await symlink('self/x', join(root, 'self'));
  for (const path of ['a', 'b/c', 'self']) await assert.rejects(workspace.resolve(path), { code: 'link-loop' }, path);
});

test('TOOL-2 extra roots count as inside, and are shown by their full path', async (t) => {
  const { folder, root } = await setUp(t);
  const extra = join(folder, 'extra');
  await mkdir(extra);
  await symlink(extra, join(folder, 'alias'));
  const workspace = createWorkspace({ root, extraRoots: [join(folder, 'alias')] });
  assert.deepEqual(workspace.roots, [root, extra]);
  await workspace.writeFile(join(folder, 'alias/x'), bytes('x'));
  const { display, inside } = await workspace.resolve(join(extra, 'x'));
  assert.deepEqual([display, inside], [join(extra, 'x'), true]);
  assert.throws(() => createWorkspace({ root: join(folder, 'none') }), { code: 'missing' });
  assert.throws(() => createWorkspace({ root: join(extra, 'x') }), { code: 'not-a-directory' });
});

test('TOOL-2 a file in the place of a folder is reported', async (t) => {
  const { root, workspace } = await setUp(t);
  await writeFile(join(root, 'file'), 'x');
  await assert.rejects(workspace.writeFile('file/below', bytes('x')), { code: 'not-a-directory' });
  assert.equal(await readFile(join(root, 'file'), 'utf8'), 'x');
});

test('B8 a file that is replaced while it is read is read as a whole', async (t) => {
  const { root, workspace } = await setUp(t);
  await writeFile(join(root, 'f'), 'a'.repeat(100_000));
  const reads = Array.from({ length: 50 }, () => workspace.readFile('f'));
  await writeFile(join(root, 'g'), 'b'.repeat(50_000));
  await rename(join(root, 'g'), join(root, 'f'));
  for (const result of await Promise.allSettled(reads)) {
    if (result.status === 'rejected') assert.equal((result.reason as { code: string }).code, 'changed');
    else assert.match(result.value.bytes.toString(), /^(?:a{100000}|b{50000})$/);
  }
});

const isProtected: [path: string, expected: boolean][] = [
  ['.git/hooks/pre-commit', true],
  ['.git/hooks', true],
  ['.git/config', true],
  ['.GIT/Config', true],
  ['.git/config.worktree', true],
  ['.git/modules/lib/hooks/x', true],
  ['.git/modules/lib/config', true],
  ['sub/.git/config', true],
  ['.git', true],
  ['.git/info/exclude', false],
  ['git/hooks/x', false],
  ['.github/config', false],
  ['.coder/config.json', true],
  ['.CODER/Config.JSON', true],
  ['./.coder/./config.json', true],
  ['x/../.coder/config.json', true],
  ['.coder/agents/a.md', true],
  ['.coder/commands/x.md', true],
  ['.coder/hooks/x', true],
  ['.coder/sessions/x.jsonl', true],
  ['sub/.coder/config.json', true],
  ['.coder/cache/bash/x.txt', false],
  ['.coder/skills/x/SKILL.md', false],
  ['.coder', false],
  ['.co\u200bder/config.json', true],
  ['.git./config', true],
  ['git~1/hooks/x', true],
  ['.git/hook\u017f/x', true],
  ['config.json', false],
];

test('B5 protected paths are recognised in every spelling, even before they exist', async (t) => {
  const { workspace, root } = await setUp(t);
  for (const [path, expected] of isProtected) {
    assert.equal((await workspace.resolve(path)).protected, expected, path);
    if (expected) await assert.rejects(workspace.writeFile(path, bytes('x')), { code: 'protected' }, path);
  }
  assert.deepEqual(await readdir(root), []);
});

test('B5 a protected file cannot be moved, removed or reached through a link', async (t) => {
  const { workspace, root } = await setUp(t);
  await mkdir(join(root, '.git/hooks'), { recursive: true });
  await writeFile(join(root, '.git/config'), 'x');
  await symlink('.git', join(root, 'innocent'));
  await writeFile(join(root, 'mine'), 'x');
  const refused = { code: 'protected', message: /^protected path: \.git\/(config|hooks)/ };
  await assert.rejects(workspace.removeFile('.git/config'), refused);
  await assert.rejects(workspace.renameFile('.git/config', 'x'), refused);
  await assert.rejects(workspace.renameFile('mine', '.git/hooks/pre-commit'), refused);
  await assert.rejects(workspace.writeFile('innocent/hooks/pre-commit', bytes('x')), refused);
  assert.equal((await workspace.readFile('.git/config')).bytes.toString(), 'x');
});

const mayGive = process.getuid?.() === 0 ? false : 'only root may give files away';

test('TOOL-2 writing another user’s file keeps its owner', { skip: mayGive }, async (t) => {
  const { root, workspace } = await setUp(t);
  const path = join(root, 'theirs');
  await writeFile(path, 'one');
  await chown(path, 1234, 1235);
  await chmod(path, 0o4755); // otherwise that user's program would become one that runs as root
  await workspace.writeFile('theirs', bytes('two'));
  const { uid, gid, mode } = await stat(path);
  assert.deepEqual({ uid, gid, mode: mode & 0o7777 }, { uid: 1234, gid: 1235, mode: 0o4755 });
  assert.equal(await readFile(path, 'utf8'), 'two');
});

test('TOOL a path requested as a file or a folder is one, or the error names the nearest match', async (t) => {
  const { root, workspace } = await setUp(t);
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'src/main.ts'), '');
  assert.equal((await workspace.folder('src')).display, 'src');
  assert.equal((await workspace.file('src/main.ts')).display, 'src/main.ts');
  assert.equal((await workspace.existing('src')).kind, 'folder');
  assert.equal((await workspace.inside('src/new.ts')).kind, 'missing');
  const refusals: [work: () => Promise<unknown>, code: string, message: RegExp][] = [
    [() => workspace.folder('src/main.ts'), 'not-a-directory', /^src\/main\.ts is a file, not a folder/],
    [() => workspace.folder('scr'), 'missing', /^no such folder: scr\. Did you mean src\?$/],
    [() => workspace.file('src'), 'not-a-file', /^src is a folder, not a file/],
    [() => workspace.file('main.ts'), 'missing', /^no such file: main\.ts\. There is src\/main\.ts\.$/],
    [() => workspace.file('src/mian.ts'), 'missing', /^no such file: src\/mian\.ts\. Did you mean src\/main\.ts\?$/],
    [() => workspace.file('nowhere/x'), 'missing', /does not exist either/],
    [() => workspace.existing('../x'), 'outside', /^path outside workspace/],
    [() => workspace.inside('../x'), 'outside', /^path outside workspace/],
    [() => workspace.writable('.git/config'), 'protected', /^protected path/],
  ];
  for (const [work, code, message] of refusals) await assert.rejects(work, { code, message });
});
