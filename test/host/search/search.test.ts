import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createSearch } from '../../../src/host/search/search.ts';
import { scratchFolder } from '../../fixtures/file-tools.ts';
import { times } from '../../fixtures/long.ts';

const signal = new AbortController().signal;

async function project(t: TestContext, files: Record<string, string | Uint8Array>): Promise<string> {
  const root = await scratchFolder(t);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  return root;
}

const TREE = {
  '.gitignore': 'node_modules/\n*.log\n!keep.log\n/build\n',
  '.git/config': 'needle',
  '.hidden/x.ts': 'needle hidden\n',
  'src/a.ts': 'one\nneedle a\nthree\nneedle b\r\n',
  'src/b.js': 'needle js\n',
  'src/.gitignore': 'generated\n',
  'src/generated/g.ts': 'needle generated\n',
  'src/build/b.ts': 'needle build below\n',
  'node_modules/x/index.ts': 'needle module\n',
  'build/out.ts': 'needle out\n',
  'debug.log': 'needle log\n',
  'keep.log': 'needle kept\n',
  'binary.ts': Uint8Array.of(110, 101, 101, 100, 108, 101, 0, 1, 2),
  'name with space.ts': 'needle space\n',
};

const SEEN = ['.hidden/x.ts', 'keep.log', 'name with space.ts', 'src/a.ts', 'src/b.js', 'src/build/b.ts'];

for (const engine of ['ripgrep', 'walker'] as const) {
  const search = createSearch({ env: process.env, engine });

  test(`TOOL listing files includes hidden ones, leaves out ignored ones and never enters .git (${engine})`, async (t) => {
    const root = await project(t, TREE);
    await symlink('/etc', join(root, 'link'));
    const { files, truncated } = await search.files({ root, limit: 100, signal });
    const expected = [...SEEN, '.gitignore', 'src/.gitignore', 'binary.ts'].sort();
    assert.deepEqual([files.sort(), truncated], [expected, false]);
  });

  test(`TOOL files found by pattern are listed newest first (${engine})`, async (t) => {
    const root = await project(t, TREE);
    for (const [index, file] of ['src/b.js', 'src/a.ts', 'src/build/b.ts'].entries()) {
      await utimes(join(root, file), 1000 + index, 1000 + index);
    }
    const src = await search.files({ root, pattern: 'src/**/*.{ts,js}', limit: 100, signal });
    assert.deepEqual(src.files, ['src/build/b.ts', 'src/a.ts', 'src/b.js']);
    assert.deepEqual((await search.files({ root, pattern: '*.js', limit: 100, signal })).files, ['src/b.js']);
    const one = await search.files({ root, pattern: 'src/**/*.{ts,js}', limit: 1, signal });
    assert.deepEqual(one, { files: ['src/build/b.ts'], lossy: [], truncated: true });
    // A pattern does not bring ignored files back.
    assert.deepEqual((await search.files({ root, pattern: 'node_modules/**', limit: 100, signal })).files, []);
  });

  test(`TOOL grep finds lines in order, and skips binary and ignored files (${engine})`, async (t) => {
    const root = await project(t, TREE);
    const found = await search.grep({ root, pattern: 'needle', maxMatches: 100, signal });
    assert.deepEqual(found, {
      matches: [
        { file: '.hidden/x.ts', line: 1, text: 'needle hidden' },
        { file: 'keep.log', line: 1, text: 'needle kept' },
        { file: 'name with space.ts', line: 1, text: 'needle space' },
        { file: 'src/a.ts', line: 2, text: 'needle a' },
        { file: 'src/a.ts', line: 4, text: 'needle b' },
        { file: 'src/b.js', line: 1, text: 'needle js' },
        { file: 'src/build/b.ts', line: 1, text: 'needle build below' },
      ],
      truncated: false,
      withheld: [],
      lossy: [],
      engine,
    });
  });

  test(`TOOL grep supports a glob, context, a limit, a single file and flags (${engine})`, async (t) => {
    const root = await project(t, TREE);
    const grep = (options: object) => search.grep({ root, pattern: 'needle', maxMatches: 100, signal, ...options });
    const filesOf = async (options: object) => (await grep(options)).matches.map(({ file }) => file);
    assert.deepEqual(await filesOf({ glob: '*.js' }), ['src/b.js']);
    assert.deepEqual(await filesOf({ glob: 'src/**/*.ts' }), ['src/a.ts', 'src/a.ts', 'src/build/b.ts']);
    assert.deepEqual(await filesOf({ glob: '{src,.hidden}/*.{ts,js}' }), [
      '.hidden/x.ts',
      'src/a.ts',
      'src/a.ts',
      'src/b.js',
    ]);
    assert.deepEqual(await filesOf({ glob: '**/*', pattern: 'needle (module|out|log)' }), []);
    assert.deepEqual(await filesOf({ root: join(root, 'src/a.ts') }), ['a.ts', 'a.ts']);
    assert.deepEqual(await filesOf({ root: join(root, 'debug.log') }), ['debug.log']);
    assert.deepEqual(await filesOf({ pattern: '(?i)NEEDLE JS' }), ['src/b.js']);
    assert.deepEqual(await filesOf({ pattern: '--pre=evil' }), []);
    assert.deepEqual((await grep({ pattern: 'needle a', context: 1 })).matches, [
      { file: 'src/a.ts', line: 2, text: 'needle a', context: { before: ['one'], after: ['three'] } },
    ]);
    const limited = await grep({ maxMatches: 2 });
    assert.deepEqual(
      [limited.matches.map(({ file }) => file), limited.truncated],
      [['.hidden/x.ts', 'keep.log'], true],
    );
    await assert.rejects(grep({ pattern: '(' }), { code: 'bad-pattern' });
    await assert.rejects(grep({ root: join(root, 'none') }), { code: 'missing' });
  });

  test(`BASH-3 saved output can be searched although it is ignored (${engine})`, async (t) => {
    const root = await project(t, { '.coder/cache/bash/.gitignore': '*\n', '.coder/cache/bash/out.txt': 'needle\n' });
    assert.equal((await search.grep({ root, pattern: 'needle', maxMatches: 9, signal })).matches.length, 0);
    const cache = join(root, '.coder/cache/bash');
    assert.equal((await search.grep({ root: cache, pattern: 'needle', maxMatches: 9, signal })).matches.length, 1);
    assert.equal(
      (await search.grep({ root: join(cache, 'out.txt'), pattern: 'needle', maxMatches: 9, signal })).matches.length,
      1,
    );
  });

  test(`F3 a 10 MB line is cut (${engine})`, async (t) => {
    const root = await project(t, { 'long.txt': `needle ${'x'.repeat(10_000_000)}\n` });
    const { matches } = await search.grep({ root, pattern: 'needle', maxMatches: 9, signal });
    assert.match(matches[0]?.text ?? '', /^needle x+ \[\.\.\. omitted end of long line\]$/);
    assert.ok((matches[0]?.text.length ?? 0) < 1100);
  });

  test(`B8 odd names and a pipe do not disturb a search (${engine})`, async (t) => {
    const root = await project(t, { 'new\nline.txt': 'needle\n', '-e': 'needle\n', 'a:1:b': 'needle\n' });
    execFileSync('sh', ['-c', 'mkfifo pipe'], { cwd: root });
    const { matches } = await search.grep({ root, pattern: 'needle', maxMatches: 9, signal });
    assert.deepEqual(matches.map(({ file }) => file).sort(), ['-e', 'a:1:b', 'new\nline.txt']);
  });

  test(`TOOL ignore files of the repository count in its folders, those above it do not (${engine})`, async (t) => {
    const above = await project(t, {
      '.gitignore': '*\n', // a home folder that is kept in git
      'proj/.git/HEAD': 'ref: refs/heads/main\n',
      'proj/.git/info/exclude': 'mine.txt\n',
      'proj/.gitignore': '*.log\n/src/gen\n',
      'proj/.ignore': 'vendor/\n',
      'proj/src/.gitignore': '!keep.log\n/only.txt\n',
      'proj/src/a.txt': 'needle\n',
      'proj/src/b.log': 'needle\n',
      'proj/src/mine.txt': 'needle\n',
      'proj/src/gen/c.txt': 'needle\n',
      'proj/src/vendor/d.txt': 'needle\n',
      'proj/src/deep/only.txt': 'needle\n',
      'plain/x.txt': 'needle\n',
    });
    const listed = async (folder: string) =>
      (await search.files({ root: join(above, folder), limit: 100, signal })).files
        .filter((file) => file.endsWith('.txt') || file.endsWith('.log'))
        .sort();
    assert.deepEqual(await listed('proj'), ['src/a.txt', 'src/deep/only.txt']);
    assert.deepEqual(await listed('proj/src'), ['a.txt', 'deep/only.txt']);
    assert.deepEqual(await listed('proj/src/deep'), ['only.txt']);
    assert.deepEqual(await listed('plain'), ['x.txt']);
    const { matches } = await search.grep({ root: join(above, 'proj/src'), pattern: 'needle', maxMatches: 9, signal });
    assert.deepEqual(
      matches.map(({ file }) => file),
      ['a.txt', 'deep/only.txt'],
    );
  });

  test(`TOOL grep reads lines whatever their line endings and encoding (${engine})`, async (t) => {
    const root = await project(t, {
      'bom.txt': '\ufeffneedle\n',
      'crlf.txt': 'needle\r\nother needle\r\n',
      'late.bin': Buffer.concat([Buffer.from('needle\n'.repeat(2000)), Buffer.alloc(9)]),
      'utf16.txt': Buffer.from('\ufeffneedle\r\n', 'utf16le'),
    });
    const grep = async (pattern: string, glob?: string) =>
      (await search.grep({ root, pattern, glob, maxMatches: 99, signal })).matches.map(
        ({ file, line, text }) => `${file}:${line}:${text}`,
      );
    const whole = ['bom.txt:1:needle', 'crlf.txt:1:needle', 'utf16.txt:1:needle'];
    assert.deepEqual(await grep('^needle$'), whole);
    assert.deepEqual(await grep('\\A[[:alpha:]]+$'), whole);
    assert.deepEqual(await grep('^(?P<all>needle)$'), whole);
    assert.deepEqual(await grep('^needle$', '!*16.txt'), whole.slice(0, 2));
  });

  test(`F5 a cancelled search ends at once (${engine})`, async (t) => {
    const root = await project(t, TREE);
    const found = await search.grep({ root, pattern: 'needle', maxMatches: 9, signal: AbortSignal.abort() });
    assert.deepEqual(found, { matches: [], truncated: true, withheld: [], lossy: [], engine });
  });
}

test('B8 a pipe in the place of an ignore file above does not block', { timeout: 10_000 }, async (t) => {
  const root = await project(t, { '.git/HEAD': 'ref: refs/heads/main\n', 'src/a.txt': 'needle\n' });
  const pipe = join(root, '.gitignore');
  execFileSync('mkfifo', [pipe]);
  const writer = openSync(pipe, 'r+');
  t.after(() => closeSync(writer)); // releases any reader that is blocked
  const search = createSearch({ env: process.env, engine: 'walker' });
  const { files } = await search.files({ root: join(root, 'src'), limit: 9, signal });
  assert.deepEqual(files, ['a.txt']);
});

test('F5 patterns that never return neither block nor exceed the time limit', async (t) => {
  const root = await project(t, { 'a.txt': `${'a'.repeat(60)}b\n`, 'z.txt': 'found\n' });
  const search = createSearch({ env: process.env, engine: 'walker', timeLimitMs: 400 });
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 10);
  t.after(() => clearInterval(timer));
  for (const pattern of ['(a+)+$', '(a|aa)+$', '(a|a?)+$', '([a-z]+)*$', '(a*)*$']) {
    const started = performance.now();
    const found = await search.grep({ root, pattern, maxMatches: 9, signal });
    assert.ok(performance.now() - started < 2000, pattern);
    assert.ok(found.truncated || found.matches.length > 0, pattern);
  }
  assert.ok(ticks > 20, `${ticks} ticks`);
});

test('A5 ripgrep uses no config from outside, and no program of the project', async (t) => {
  const root = await project(t, { 'a.txt': 'needle\n', 'bin/rg': '#!/bin/sh\ntouch ran\n', rc: '--pre=./bin/rg\n' });
  execFileSync('chmod', ['+x', join(root, 'bin/rg')]);
  const env = {
    ...process.env,
    PATH: `${join(root, 'bin')}:${process.env['PATH']}`,
    RIPGREP_CONFIG_PATH: join(root, 'rc'),
  };
  const search = createSearch({ env, avoid: [root] });
  assert.equal((await search.grep({ root, pattern: 'needle', maxMatches: 9, signal })).matches.length, 1);
  const { files } = await search.files({ root, limit: 9, signal });
  assert.ok(!files.includes('ran'));
});

const FOLDERS = times({ long: 30, short: 6 });

test(`F4 a tree of ${FOLDERS}00 files is listed and searched quickly, and no link is followed`, async (t) => {
  const root = await project(t, {});
  execFileSync(
    'bash',
    [
      '-c',
      `for d in $(seq 1 ${FOLDERS}); do mkdir d$d; (cd d$d && seq -f "f%g.txt" 1 100 | xargs touch); done; ln -s . loop; echo needle > d5/hit.txt`,
    ],
    { cwd: root },
  );
  for (const engine of ['ripgrep', 'walker'] as const) {
    const search = createSearch({ env: process.env, engine });
    const started = performance.now();
    const { files, truncated } = await search.files({ root, pattern: '**/*.txt', limit: 100, signal });
    assert.deepEqual([files[0], files.length, truncated], ['d5/hit.txt', 100, true]);
    const { matches } = await search.grep({ root, pattern: 'needle', maxMatches: 9, signal });
    assert.deepEqual(matches, [{ file: 'd5/hit.txt', line: 1, text: 'needle' }]);
    assert.ok(performance.now() - started < 4000, `${engine} ${performance.now() - started} ms`);
  }
});

test('SEC-5 a folder that was replaced by a link is not searched', async (t) => {
  const root = await project(t, { 'real/a.txt': 'needle inside\n' });
  const outside = await project(t, { 'a.txt': 'needle outside\n' });
  await symlink(outside, join(root, 'link'));
  const search = createSearch({ env: process.env });
  const request = { root: join(root, 'link'), pattern: 'needle', maxMatches: 10, signal };
  await assert.rejects(search.grep(request), /link was replaced while it was searched/);
  await assert.rejects(search.files({ root: join(root, 'link'), limit: 10, signal }), /was replaced/);
});

test('TOOL ignore files are read as git reads them, with braces, classes and a byte order mark', async (t) => {
  const names = ['a.js', 'a.ts', 'a.{js,ts}', '{x,y}', 'x', 'A1', '11', 'kept.md', 'mark.md'];
  const root = await project(t, Object.fromEntries(names.map((name) => [name, 'needle\n'])));
  await writeFile(join(root, '.gitignore'), '\ufeffmark.md\n*.{js,ts}\n{x,y}\n[[:alpha:]][[:digit:]]\n[\n');
  execFileSync('git', ['init', '-q', root]);
  const listed = execFileSync('git', ['-C', root, 'ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
  const expected = listed.trimEnd().split('\n').sort();
  assert.deepEqual(expected, ['.gitignore', '11', 'a.js', 'a.ts', 'kept.md', 'x']);
  for (const engine of ['ripgrep', 'walker'] as const) {
    const search = createSearch({ env: process.env, engine, avoid: [root] });
    assert.deepEqual((await search.files({ root, limit: 100, signal })).files.sort(), expected, engine);
    const { matches } = await search.grep({ root, pattern: 'needle', maxMatches: 100, signal });
    assert.deepEqual(
      matches.map(({ file }) => file),
      expected.slice(1),
      engine,
    );
  }
});

test('TOOL a pipe or a device as an ignore file blocks no search, at the top or below it', async (t) => {
  const search = createSearch({ env: process.env, timeLimitMs: 8000 });
  for (const place of ['', 'src/deep']) {
    for (const kind of place === '' ? ['pipe', 'device'] : ['pipe']) {
      const root = await project(t, { 'src/deep/a.ts': 'needle\n', 'b.ts': 'needle\n' });
      const ignore = join(root, place, '.gitignore');
      if (kind === 'device') await symlink('/dev/zero', ignore);
      else execFileSync('mkfifo', [ignore]);
      const { files, truncated } = await search.files({ root, pattern: '*.ts', limit: 9, signal });
      assert.deepEqual([files.sort(), truncated], [['b.ts', 'src/deep/a.ts'], false], `${kind} in ${place}`);
      const found = await search.grep({ root, pattern: 'needle', maxMatches: 9, signal });
      assert.deepEqual([found.matches.length, found.truncated], [2, false], `${kind} in ${place}`);
    }
  }
  const root = await project(t, {});
  execFileSync('mkfifo', [join(root, 'pipe')]);
  await assert.rejects(
    search.grep({ root: join(root, 'pipe'), pattern: 'x', maxMatches: 1, signal }),
    /neither a file/,
  );
});
