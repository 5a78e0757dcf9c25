import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { createSearch } from '../../src/host/search/search.ts';
import { executeTool } from '../../src/protocol/tool.ts';
import { globTool } from '../../src/tools/glob.ts';
import { grepTool } from '../../src/tools/grep.ts';
import { errorOf, fileTools, resultOf, toolContext } from '../fixtures/file-tools.ts';

async function setUp(t: TestContext) {
  const files = await fileTools(t);
  const glob = globTool({ ...files, search: createSearch({ env: process.env }) });
  const run = (pattern: string, path?: string) => executeTool(glob, { pattern, path }, toolContext());
  return { ...files, glob, run };
}

test('TOOL glob finds files, newest first, and respects .gitignore', async (t) => {
  const { run, put, at, glob } = await setUp(t);
  for (const [index, name] of ['src/a.ts', 'src/deep/b.ts', 'c.ts', 'd.js', 'dist/e.ts'].entries()) {
    await put(name, '');
    await utimes(at(name), 1_000_000 + index, 1_000_000 + index);
  }
  await put('.gitignore', 'dist\n');
  const outcome = await run('**/*.ts');
  assert.deepEqual(resultOf(outcome), { matches: ['c.ts', 'src/deep/b.ts', 'src/a.ts'], truncated: false });
  assert.deepEqual(glob.view({ pattern: '**/*.ts' }, outcome), {
    title: '**/*.ts: 3 files',
    fact: { is: 'search', pattern: '**/*.ts', files: 3 },
  });
  assert.deepEqual(resultOf(await run('**/*.ts', 'src')).matches, ['src/deep/b.ts', 'src/a.ts']);
});

test('TOOL glob and grep name files whose names are not UTF-8, and warn of hidden characters in names', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const { put, root, ...files } = await setUp(t);
  const lossy = (text: string) => Buffer.from(text.replaceAll('?', '\xff'), 'latin1');
  mkdirSync(lossy(`${root}/dir?`));
  for (const name of ['bad?.txt', 'dir?/in.txt']) writeFileSync(lossy(`${root}/${name}`), 'needle\n');
  await put('ok\u200b.txt', 'needle\n');
  for (const engine of ['ripgrep', 'walker'] as const) {
    const search = createSearch({ env: process.env, engine });
    const [glob, grep] = [globTool({ ...files, search }), grepTool({ ...files, search })];
    const inside = engine === 'ripgrep' ? 'dir\ufffd/in.txt' : 'dir\ufffd';
    const found = await executeTool(glob, { pattern: '*' }, toolContext());
    const { matches, not_utf8: names } = resultOf(found);
    assert.deepEqual([matches, (names as string[]).toSorted()], [['ok\u200b.txt'], ['bad\ufffd.txt', inside]], engine);
    const text = glob.forModel?.({ pattern: '*' }, found) ?? '';
    assert.match(
      text,
      /^"ok\\u200b\.txt"\n\[names that are not UTF-8, .*: .*bad\ufffd\.txt.*\]\n\[hidden characters: zero-width/,
    );
    const hits = await executeTool(grep, { pattern: 'needle' }, toolContext());
    assert.deepEqual(resultOf(hits).not_utf8, ['bad\ufffd.txt', inside], engine);
    assert.match(
      grep.forModel?.({ pattern: 'needle' }, hits) ?? '',
      /reaches: bad\ufffd\.txt.*\]\n\[hidden characters/,
    );
  }
  const none = globTool({ ...files, search: createSearch({ env: process.env }) });
  const only = await executeTool(none, { pattern: 'bad*' }, toolContext());
  assert.match(none.forModel?.({ pattern: 'bad*' }, only) ?? '', /^\[names that are not UTF-8/, 'not "no files"');
});

test('TOOL glob refuses absolute patterns and ways out', async (t) => {
  const { run, put } = await setUp(t);
  await put('a', '');
  assert.match(errorOf(await run('/etc/*')), /absolute pattern is refused/);
  assert.match(errorOf(await run('../*')), /cannot lead up/);
  assert.match(errorOf(await run('*', '..')), /path outside workspace/);
  assert.match(errorOf(await run('*', 'a')), /a is a file/);
  assert.match(errorOf(await run('*', 'b')), /no such folder: b/);
});

test('TOOL glob and grep take names with brackets literally', async (t) => {
  const { run, put, ...files } = await setUp(t);
  const names = [
    'app/[id]/page.tsx',
    'app/i/page.tsx',
    'app/(group)/[...slug]/route.ts',
    'src/app/[test]/(dashboard)/x/code.tsx',
    'file[1].txt',
    'a{b}.txt',
    'deep/down/[id].vue',
  ];
  for (const name of names) await put(name, 'needle\n');
  const found = async (pattern: string) => (resultOf(await run(pattern)).matches as string[]).toSorted();
  for (const name of names) assert.deepEqual(await found(name), [name], name);
  assert.deepEqual(await found('app/[id]/*'), ['app/[id]/page.tsx']);
  assert.deepEqual(await found('app/[ij]/*'), ['app/i/page.tsx']);
  assert.deepEqual(await found('**/[id].vue'), ['deep/down/[id].vue']);
  assert.deepEqual(await found('src/app/[test]/(dashboard)/**/*.tsx'), ['src/app/[test]/(dashboard)/x/code.tsx']);
  const grep = grepTool({ ...files, search: createSearch({ env: process.env }) });
  for (const glob of ['app/[id]/**', 'app/[id]/page.tsx', '**/[id]/*.tsx']) {
    const { matches } = resultOf(await executeTool(grep, { pattern: 'needle', glob }, toolContext()));
    assert.ok(
      (matches as { file: string }[]).some(({ file }) => file === 'app/[id]/page.tsx'),
      glob,
    );
  }
  assert.match(String(resultOf(await run('app/[xy]/none')).hint), /^There is no such name: \[ab\] stands/);
});
