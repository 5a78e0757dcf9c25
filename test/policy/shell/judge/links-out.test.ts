/** Links that a line follows without naming them. */

import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { disk } from '../../../../src/host/files/disk-view.ts';
import { analyseShell } from '../../../../src/policy/shell/judge/analyse.ts';
import { scratchFolder } from '../../../fixtures/file-tools.ts';

/** A workspace with links to a file and a folder outside, one to a secret, and harmless ones. */
async function workspace(t: TestContext) {
  const folder = realpathSync(await scratchFolder(t));
  const root = join(folder, 'work');
  for (const name of ['outside', 'work/src/deep', 'work/docs']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['outside/data.txt', 'work/notes.txt', 'work/src/a.ts', 'work/docs/a.md', 'work/.env'])
    writeFileSync(join(folder, name), 'x\n');
  symlinkSync('../outside/data.txt', join(root, 'file-link'));
  symlinkSync('../../../outside', join(root, 'src/deep/folder-link'));
  symlinkSync('.env', join(root, 'plain-name'));
  symlinkSync('../notes.txt', join(root, 'docs/inside.md'));
  symlinkSync('.', join(root, 'docs/circle'));
  const context = { cwd: root, root, roots: [root], home: '/nonexistent', disk };
  return (line: string) => analyseShell(line, context).class;
}

test('POL-3 A2 a pattern or a walk that hits a link to the outside is asked about', async (t) => {
  const classOf = await workspace(t);
  const lines = [
    'cat file-*',
    'cat ./f*k',
    'cat [f]ile-link',
    'cat ?ile-link',
    'cat "file"*',
    'cat plain*',
    'head -1 *',
    'grep x */deep/*/data.txt',
    'wc -l src/*/folder-link/data.txt',
    'cat src/**/data.txt',
    'grep -R x .',
    'grep -Rn x',
    'grep --dereference-recursive x src',
    'grep -R x docs src',
    'grep -R x s*',
    'rg -L x',
    'rg --follow x src',
    'fd -L data',
    'find -L . -name data.txt',
    'find src -follow -type f',
    'tree -l',
    'ls -RL src',
    'diff -r src docs',
    'find . -type l -exec cat {} \\;',
    'find . -name "*-link" -exec head -1 {} +',
    'find . -type f -o -type l -exec cat {} +',
    'find . -exec cat {} \\; -type f',
  ];
  assert.deepEqual(
    lines.filter((line) => classOf(line) !== 'needs-approval'),
    [],
  );
});

test('POL-3 patterns and walks run unasked if no link leads outside, or none is followed', async (t) => {
  const classOf = await workspace(t);
  const lines = [
    'cat n*',
    'cat *.txt',
    'ls src/*.ts',
    'cat docs/*.md',
    "cat 'file-*'",
    'grep -r x docs',
    'grep -R x docs',
    'rg -L x docs',
    'rg x',
    'find . -name "*-link"',
    'find -L docs -type f',
    'find . -type f -name "*.ts" -exec wc -l {} +',
    'find docs -exec wc -l {} +',
    'tree',
    'diff -r docs docs',
  ];
  assert.deepEqual(
    lines.filter((line) => classOf(line) !== 'readonly'),
    [],
  );
});
