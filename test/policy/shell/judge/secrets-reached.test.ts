/** Secrets that a line would open without naming them. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { disk } from '../../../../src/host/files/disk-view.ts';
import { analyseShell } from '../../../../src/policy/shell/judge/analyse.ts';
import { scratchFolder } from '../../../fixtures/file-tools.ts';

async function workspace(t: TestContext, files: readonly string[]) {
  const root = realpathSync(await scratchFolder(t));
  for (const name of files) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), name.endsWith('ignore') ? 'hidden-*\n*.pem\n' : 'x\n');
  }
  const context = { cwd: root, root, roots: [root], home: '/nonexistent', disk };
  const classes = (lines: readonly string[]) =>
    Object.fromEntries(lines.map((line) => [line, analyseShell(line, context).class]));
  return { root, classes };
}

const PLAIN = ['notes.txt', 'package.json', 'src/a.ts', 'src/b.ts', 'docs/a.md', 'node_modules/x/.npmrc'];

const REACHING = [
  'grep -rn x .',
  'grep -r x',
  'grep -d recurse x .',
  'grep --directories=recurse x .',
  'grep -r x *',
  'grep -rn --include="*.json" x .',
  'grep -rn --exclude=.env x .',
  'grep -rn --exclude=.env --include="*" x .',
  'egrep -r x .',
  'rg x',
  'rg -uu x',
  'rg --hidden x',
  'rg --no-ignore --hidden x',
  'rg -g "*" x',
  'rg x < /dev/null',
  'rg -c x conf',
  'cat keys/*',
  'cat */*',
  'cat ./*/id_rsa*',
  'cat .e*',
  'head -n 1 **/*',
  'jq . conf/*.json',
  'sed -n 1p keys/*',
  "awk '{print}' keys/*",
  'sort -- keys/*',
  'md5sum keys/*',
  'for f in keys/*; do cat "$f"; done',
  'find . -type f -exec cat {} +',
  'find . -type f -exec grep x {} +',
  'find . -inum 12345 -exec cat {} \\;',
  'find . -name "*.json" -exec cat {} +',
  'find . \\( -name "*.ts" -o -name "*.json" \\) -exec cat {} +',
  'find . ! -name "*.ts" -type f -exec cat {} +',
  'find . -name "*.ts" -print , -type f -exec cat {} +',
  'find . -maxdepth 1 -type f -exec cat {} +',
  'find src -exec cat {} + , -exec grep -r x . \\;',
  'find . -type f -print0 | xargs -0 cat',
  'find . -type f | xargs grep x',
  'git grep --untracked x',
  'git grep --no-index x',
  'git grep --untracked x -- "*"',
  'git diff --no-index /dev/null .',
  'diff -r . docs',
  'diff . docs',
  'bash -c "grep -r x ."',
  'timeout 5 grep -r x .',
  'cd conf && cat *',
];

const READING = [
  'grep -rn x src docs',
  'grep -rn --include="*.ts" x .',
  'grep -rn --exclude=.env --exclude-dir=keys --exclude-dir=conf x .',
  'grep -n x *',
  'grep -r x node_modules',
  'rg x src',
  'rg -t ts x',
  'rg --files',
  'ls | rg x',
  'cat *',
  'cat src/*',
  'cat *.json',
  'wc -l */*',
  'ls -lR',
  'du -a .',
  'head -n 1 **/*.ts',
  'for f in src/*; do cat "$f"; done',
  'find . -name "*.ts" -exec cat {} +',
  'find . \\( -name "*.ts" -o -name "*.md" \\) -exec grep x {} +',
  'find . -path ./node_modules -prune -o -name "*.ts" -exec grep -l x {} +',
  'find . -type f ! -path "./keys/*" ! -name ".env" ! -path "./conf/*" -exec cat {} +',
  'find . -type f -exec ls -l {} +',
  'find . -type f -exec wc -l {} +',
  'find . -maxdepth 1 -name "*.json" -exec cat {} +',
  'find . -mindepth 3 -type f -exec cat {} +',
  'find src -type f -print0 | xargs -0 grep x',
  'git grep x',
  'git grep --untracked x -- src',
  'git diff --no-index src docs',
  'diff -r src docs',
];

const all = (lines: readonly string[], found: string) => Object.fromEntries(lines.map((line) => [line, found]));

test('POL-9 A5 secrets that a folder, a pattern or a search would open are asked about', async (t) => {
  const { root, classes } = await workspace(t, [...PLAIN, '.env', 'keys/id_rsa', 'conf/credentials.json']);
  execFileSync('git', ['init', '-q', root]);
  assert.deepEqual(classes(REACHING), all(REACHING, 'needs-approval'));
  assert.deepEqual(classes(READING), all(READING, 'readonly'));
});

test('POL-9 folders and patterns without a secret in them are read without asking', async (t) => {
  const { root, classes } = await workspace(t, [...PLAIN, 'conf/app.json', 'keys/readme.md']);
  execFileSync('git', ['init', '-q', root]);
  const lines = [...REACHING.filter((line) => !/id_rsa|sort|uniq|-ok/.test(line)), ...READING];
  assert.deepEqual(classes(lines), all(lines, 'readonly'));
});

test('POL-9 a search that respects ignore files does not reach ignored secrets', async (t) => {
  const { root, classes } = await workspace(t, [...PLAIN, '.gitignore', 'hidden-keys/id_rsa', 'server.pem', '.env']);
  execFileSync('git', ['init', '-q', root]);
  const ignored = ['rg x', 'rg x .', 'rg -n x -C 2'];
  const shown = ['rg -u x', 'rg --no-ignore x', 'rg --no-ignore-vcs x', 'rg --hidden x', 'rg x hidden-keys'];
  assert.deepEqual(classes(ignored), all(ignored, 'readonly'));
  assert.deepEqual(classes(shown), all(shown, 'needs-approval'));
  writeFileSync(join(root, '.ignore'), '!.env\n');
  assert.deepEqual(classes(ignored), all(ignored, 'needs-approval'));
});

test('POL-9 a secret that git tracks is within reach of git grep', async (t) => {
  const { root, classes } = await workspace(t, [...PLAIN, 'conf/secrets.yaml']);
  execFileSync('git', ['init', '-q', root]);
  execFileSync('git', ['-C', root, 'add', 'conf', 'src']);
  const [reaching, reading] = [['git grep x', 'git grep x -- conf', 'git grep x -- "*.yaml"'], ['git grep x -- src']];
  assert.deepEqual(classes(reaching), all(reaching, 'needs-approval'));
  assert.deepEqual(classes(reading), all(reading, 'readonly'));
});

test('POL-9 A5 a pattern does not pass a program a file that is named like a flag', async (t) => {
  const { classes } = await workspace(t, [...PLAIN, '.env', '--files0-from=.env', '-r', '-f.env']);
  const asking = ['wc -l *', 'du *', 'grep x *', 'hexdump *', 'cat *', 'for f in *; do wc "$f"; done', 'wc [!a-z]*'];
  const reading = ['wc -l ./*', 'wc -l -- *', 'cat n*', 'grep x *.txt'];
  assert.deepEqual(classes(asking), all(asking, 'needs-approval'));
  assert.deepEqual(classes(reading), all(reading, 'readonly'));
});
