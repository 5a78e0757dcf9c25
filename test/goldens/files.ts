/** Goldens of the tools that read and change files. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GoldenCase, GoldenSet } from '../fixtures/goldens.ts';

const APP = `const limit = 10;\n\nexport function area(width, height) {\n\treturn width * height; // \\x28 "quoted"\n}\n\nexport function edge(width, height) {\n\treturn 2 * (width + height);\n}\n`;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const FILES = {
  'src/app.js': APP,
  'src/twice.js': 'a();\nb();\na();\n',
  'win.txt': 'one\r\ntwo\r\n',
  'open.txt': 'no newline',
  'empty.txt': '',
  'long.txt': `${'x'.repeat(2100)}\nshort\n`,
  'many.txt': Array.from({ length: 2500 }, (_, at) => `line ${at + 1}\n`).join(''),
  'data.bin': Buffer.from([0, 1, 2, 3]),
  'pixel.png': PNG,
  'paper.pdf': '%PDF-1.7\n',
  'hidden.txt': 'a\u202eb\n',
  '.env': 'KEY=1\n',
};

const reads: GoldenCase[] = [
  { title: 'a file', tool: 'read', args: { path: 'src/app.js' } },
  { title: 'a part', tool: 'read', args: { path: 'src/app.js', offset: 3, limit: 2 } },
  { title: 'its end', tool: 'read', args: { path: 'src/app.js', offset: -2 } },
  { title: 'CRLF', tool: 'read', args: { path: 'win.txt' } },
  { title: 'without a newline at the end', tool: 'read', args: { path: 'open.txt' } },
  { title: 'an empty file', tool: 'read', args: { path: 'empty.txt' } },
  { title: 'a long line', tool: 'read', args: { path: 'long.txt' } },
  { title: 'the end of what one call gives', tool: 'read', args: { path: 'many.txt', offset: 499, limit: 3 } },
  { title: 'characters that are not seen', tool: 'read', args: { path: 'hidden.txt' } },
  { title: 'an image', tool: 'read', args: { path: 'pixel.png' } },
  { title: 'error: not text', tool: 'read', args: { path: 'data.bin' } },
  { title: 'error: a PDF', tool: 'read', args: { path: 'paper.pdf' } },
  { title: 'error: past the end', tool: 'read', args: { path: 'src/app.js', offset: 100 } },
  { title: 'error: it is elsewhere', tool: 'read', args: { path: 'app.js' } },
  { title: 'error: a name like it', tool: 'read', args: { path: 'src/aap.js' } },
  { title: 'error: nothing like it', tool: 'read', args: { path: 'zzz.md' } },
  { title: 'error: no such folder', tool: 'read', args: { path: 'lib/zzz.md' } },
  { title: 'error: a folder', tool: 'read', args: { path: 'src' } },
  { title: 'error: outside', tool: 'read', args: { path: '/etc/hostname' } },
  { title: 'error: wrong arguments', tool: 'read', args: { limit: 'many' } },
];

const lists: GoldenCase[] = [
  { title: 'a folder', tool: 'list', args: { path: 'src' } },
  { title: 'error: a file', tool: 'list', args: { path: 'src/app.js' } },
  { title: 'error: no such folder', tool: 'list', args: { path: 'lib' } },
  { title: 'files by name', tool: 'glob', args: { pattern: 'src/t*.js' } },
  { title: 'none', tool: 'glob', args: { pattern: '**/*.rs' } },
  { title: 'error: an absolute pattern', tool: 'glob', args: { pattern: '/etc/*' } },
  { title: 'error: a pattern that leads up', tool: 'glob', args: { pattern: '../*' } },
];

const greps: GoldenCase[] = [
  { title: 'hits by file', tool: 'grep', args: { pattern: 'width' } },
  { title: 'with what is around', tool: 'grep', args: { pattern: 'return', context: 1, path: 'src/app.js' } },
  { title: 'files only', tool: 'grep', args: { pattern: 'a', show: 'files', path: ['src'] } },
  { title: 'counts', tool: 'grep', args: { pattern: 'A\\(', ignore_case: true, show: 'count', path: 'src' } },
  { title: 'more than asked for', tool: 'grep', args: { pattern: 'line', path: 'many.txt', max_matches: 2 } },
  { title: 'none', tool: 'grep', args: { pattern: 'nowhere', path: 'src' } },
  { title: 'secrets are left out', tool: 'grep', args: { pattern: 'KEY' } },
  { title: 'error: a pattern that is not closed', tool: 'grep', args: { pattern: 'foo(' } },
  { title: 'error: an empty pattern', tool: 'grep', args: { pattern: '' } },
  { title: 'error: an absolute glob', tool: 'grep', args: { pattern: 'a', glob: '/etc/*' } },
  { title: 'error: no such path', tool: 'grep', args: { pattern: 'a', path: 'lib' } },
];

const old = 'return width * height;';
const edits: GoldenCase[] = [
  {
    title: 'one place',
    tool: 'edit',
    args: { path: 'src/app.js', old_string: old, new_string: 'return height * width;' },
  },
  {
    title: 'several',
    tool: 'edit',
    args: {
      path: 'src/app.js',
      edits: [
        { old_string: 'limit = 10', new_string: 'limit = 20' },
        { old_string: '2 * (width', new_string: '3 * (width' },
      ],
    },
  },
  {
    title: 'every place',
    tool: 'edit',
    args: { path: 'src/twice.js', old_string: 'a();', new_string: 'c();', replace_all: true },
  },
  {
    title: 'matched but for indentation',
    tool: 'edit',
    args: {
      path: 'src/app.js',
      old_string: '    return 3 * (width + height);\n}',
      new_string: '    return 4 * (width + height);\n}',
    },
  },
  { title: 'a new file', tool: 'edit', args: { path: 'src/new.js', old_string: '', new_string: 'x\ny\n' } },
  {
    title: 'a file that a command of its own changed',
    tool: 'edit',
    args: { path: 'src/app.js', old_string: 'limit = 20', new_string: 'limit = 30' },
  },
  {
    title: 'error: not found',
    tool: 'edit',
    args: { path: 'src/app.js', old_string: 'return width / height;', new_string: 'x' },
  },
  { title: 'error: found twice', tool: 'edit', args: { path: 'src/twice.js', old_string: 'c();', new_string: 'd();' } },
  {
    title: 'error: nothing similar',
    tool: 'edit',
    args: { path: 'src/twice.js', old_string: 'zzzzzzzzzzzzzzzz qqqqqqqq', new_string: 'd();' },
  },
  { title: 'error: the same', tool: 'edit', args: { path: 'src/twice.js', old_string: 'b', new_string: 'b' } },
  {
    title: 'error: made before',
    tool: 'edit',
    args: { path: 'src/app.js', old_string: 'return width * height; //', new_string: 'return height * width; //' },
  },
  { title: 'error: half a pair', tool: 'edit', args: { path: 'src/app.js', old_string: 'b' } },
  {
    title: 'error: an empty old_string for a file that is there',
    tool: 'edit',
    args: { path: 'src/twice.js', old_string: '', new_string: 'b' },
  },
  { title: 'error: not text', tool: 'edit', args: { path: 'data.bin', old_string: 'a', new_string: 'b' } },
  {
    title: 'error: changed by somebody else',
    tool: 'edit',
    args: { path: 'src/twice.js', old_string: 'b();', new_string: 'd();' },
    before: (folder) => writeFileSync(join(folder, 'src/twice.js'), 'b(); // theirs\n'),
  },
  {
    title: 'error: in a protected place',
    tool: 'edit',
    args: { path: '.git/config', old_string: 'a', new_string: 'b' },
  },
  { title: 'error: outside', tool: 'edit', args: { path: '../x.txt', old_string: 'a', new_string: 'b' } },
];

const writes: GoldenCase[] = [
  { title: 'a new file', tool: 'write', args: { path: 'gen/a.ts', content: 'one\ntwo\n' } },
  { title: 'the same again', tool: 'write', args: { path: 'gen/a.ts', content: 'one\ntwo\n' } },
  { title: 'another content', tool: 'write', args: { path: 'gen/a.ts', content: 'one\nthree\n' } },
  { title: 'error: there and not read', tool: 'write', args: { path: 'src/app.js', content: 'x' } },
  { title: 'error: a folder', tool: 'write', args: { path: 'src', content: 'x' } },
  { title: 'error: outside', tool: 'write', args: { path: '/etc/x', content: 'x' } },
];

const begin = (...lines: string[]) => ({ patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') });
const patches: GoldenCase[] = [
  {
    title: 'several files',
    tool: 'patch',
    args: begin(
      '*** Update File: src/app.js',
      '@@',
      '-const limit = 10;',
      '+const limit = 11;',
      '*** Add File: b.txt',
      '+b',
      '*** Delete File: open.txt',
    ),
  },
  {
    title: 'a unified diff with a rename',
    tool: 'patch',
    args: {
      patch:
        'diff --git a/b.txt b/c.txt\nrename from b.txt\nrename to c.txt\n--- a/b.txt\n+++ b/c.txt\n@@ -1 +1 @@\n-b\n+c\n',
    },
  },
  {
    title: 'only to see',
    tool: 'patch',
    args: { ...begin('*** Update File: src/app.js', '@@', '-const limit = 11;', '+const limit = 12;'), dry_run: true },
  },
  {
    title: 'matched but for indentation',
    tool: 'patch',
    args: begin(
      '*** Update File: src/app.js',
      '@@',
      '-    return 2 * (width + height);',
      '+    return 5 * (width + height);',
    ),
  },
  {
    title: 'error: lines that are not there',
    tool: 'patch',
    args: begin('*** Update File: src/app.js', '@@', '-const limit = 99;', '+const limit = 12;'),
  },
  { title: 'error: not a patch', tool: 'patch', args: { patch: 'change the limit' } },
  { title: 'error: no hunks', tool: 'patch', args: begin('*** Update File: src/app.js') },
  { title: 'error: no such file', tool: 'patch', args: begin('*** Update File: app.js', '@@', '-a', '+b') },
  { title: 'error: it is there already', tool: 'patch', args: begin('*** Add File: src/app.js', '+a') },
  {
    title: 'error: nothing changes',
    tool: 'patch',
    args: begin('*** Update File: src/twice.js', '@@', '-b();', '+b();'),
  },
];

const moreErrors: GoldenCase[] = [
  {
    title: 'error: one of several is not there',
    tool: 'edit',
    args: {
      path: 'src/app.js',
      edits: [
        { old_string: 'limit = 10', new_string: 'limit = 1' },
        { old_string: 'zzzzzzzz qqqqqqqq', new_string: 'x' },
      ],
    },
  },
  {
    title: 'error: one of several is empty',
    tool: 'edit',
    args: {
      path: 'src/app.js',
      edits: [
        { old_string: '', new_string: 'x' },
        { old_string: 'b', new_string: 'c' },
      ],
    },
  },
  {
    title: 'error: bytes that are no text',
    tool: 'edit',
    args: { path: 'stray.txt', old_string: 'a\ufffdb', new_string: 'c' },
  },
  { title: 'error: no pair at all', tool: 'edit', args: { path: 'src/app.js' } },
  {
    title: 'error: it creates and removes',
    tool: 'patch',
    args: { patch: '--- /dev/null\n+++ b/n.txt\n@@ -1 +1 @@\n-a\n+b\n' },
  },
  {
    title: 'error: it deletes and leaves lines',
    tool: 'patch',
    args: { patch: '--- a/src/twice.js\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a();\n-b();\n' },
  },
  {
    title: 'error: two files, one does not match, none is written',
    tool: 'patch',
    args: begin(
      '*** Update File: src/app.js',
      '@@',
      '-const limit = 10;',
      '+const limit = 3;',
      '*** Update File: src/twice.js',
      '@@',
      '-x();',
      '+y();',
    ),
  },
];

const read = (path: string): GoldenCase => ({ title: 'it reads first', tool: 'read', args: { path } });

export const FILE_GOLDENS: Readonly<Record<string, GoldenSet>> = {
  read: { files: FILES, cases: reads },
  'list-glob': { files: FILES, cases: lists },
  grep: { files: FILES, cases: greps },
  edit: {
    files: FILES,
    cases: [
      read('src/app.js'),
      read('src/twice.js'),
      ...edits.slice(0, 5),
      {
        title: 'a command of its own changes the file',
        tool: 'bash',
        args: { command: 'printf "// end\\n" >> src/app.js' },
      },
      ...edits.slice(5),
    ],
  },
  write: { files: FILES, cases: writes },
  'more-errors': {
    files: { ...FILES, 'stray.txt': Buffer.from([0x61, 0xff, 0x62, 0x0a, 0xc3, 0xa9, 0xc3, 0xa9, 0x0a]) },
    cases: [read('src/app.js'), read('src/twice.js'), read('stray.txt'), ...moreErrors],
  },
  patch: { files: FILES, cases: [read('src/app.js'), read('open.txt'), ...patches] },
};
