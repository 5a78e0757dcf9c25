import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failed, ok } from '../../src/protocol/tool.ts';
import { bashText } from '../../src/tools/for-model/bash-text.ts';
import { editText, patchText, writeText } from '../../src/tools/for-model/change-text.ts';
import { changedLines } from '../../src/tools/for-model/changed-lines.ts';
import { grepText } from '../../src/tools/for-model/grep-text.ts';
import { globText, listText } from '../../src/tools/for-model/list-text.ts';
import { readText } from '../../src/tools/for-model/read-text.ts';
import { terminalText } from '../../src/tools/for-model/terminal-text.ts';

const none = {};

test('MDL-1 read: numbered lines, and a last line only if there is something to say', () => {
  const content = "const a = '\\x28';\n\tb;\n";
  const whole = { content, start_line: 1, end_line: 2, has_more: false, total_lines: 2 };
  assert.equal(readText(none, ok(whole)), "1\tconst a = '\\x28';\n2\t\tb;");
  const part = { content: 'x\r\ny\r\n', start_line: 195, end_line: 196, has_more: true, total_lines: 356 };
  assert.equal(
    readText(none, ok(part)),
    '195\tx\n196\ty\n[lines 195-196 of 356; continue with offset 197; line ends are CRLF]',
  );
  assert.equal(readText(none, ok({ ...whole, content: 'a' })), '1\ta\n[no newline at the end]');
  assert.equal(readText(none, ok({ ...whole, content: '' })), '(empty file)');
  assert.equal(readText(none, failed('no such file: a')), 'error: no such file: a');
});

test('MDL-1 grep: each file once, hits and their context in order, each line once', () => {
  const matches = [
    { file: 'src/a.ts', line: 3, text: 'hit one', context: { before: ['l1', 'l2'], after: ['l4', 'hit two'] } },
    { file: 'src/a.ts', line: 5, text: 'hit two', context: { before: ['hit one', 'l4'], after: ['l6', 'l7'] } },
    { file: 'src/a.ts', line: 20, text: 'far', context: { before: ['l18', 'l19'], after: [] } },
    { file: 'b.ts', line: 1, text: 'top' },
  ];
  assert.equal(
    grepText(none, ok({ matches, truncated: true })),
    [
      'src/a.ts',
      '1-l1',
      '2-l2',
      '3:hit one',
      '4-l4',
      '5:hit two',
      '6-l6',
      '7-l7',
      '--',
      '18-l18',
      '19-l19',
      '20:far',
      'b.ts',
      '1:top',
      '[first 4 hits, there are more: narrow it with path or glob]',
    ].join('\n'),
  );
  assert.equal(
    grepText(none, ok({ matches: [], truncated: false, withheld: ['.env'] })),
    'no matches\n[not searched, they may hold secrets: .env]',
  );
});

test('MDL-2 an edit is one row; an inexact match is shown', () => {
  const diff = '--- a/a.js\n+++ b/a.js\n@@ -1,4 +1,5 @@\n a\n-b\n+c\n+d\n e\n f\n';
  const result = { path: 'a.js', replacements: 1, match: 'exact', diff, additions: 2, deletions: 1 };
  assert.equal(editText(none, ok(result)), 'edited a.js: 1 place, now lines 2-3 (+2 -1)');
  assert.equal(
    editText(none, ok({ ...result, match: 'indentation' })),
    'edited a.js: 1 place, now lines 2-3 (+2 -1); matched but for indentation, written as the file has it:\n-b\n+c\n+d',
  );
  const closest = { text: 'const b = 2;', start_line: 4, end_line: 4 };
  assert.equal(
    editText(none, failed('old_string is not in a.js.', { closest })),
    'error: old_string is not in a.js.\nThe file has there:\nconst b = 2;',
  );
});

test('MDL-2 write and patch say what happened to each file', () => {
  const created = { path: 'a.ts', operation: 'created', additions: 300, deletions: 0, diff: 'x' };
  assert.equal(writeText(none, ok(created)), 'created a.ts (300 lines)');
  assert.equal(writeText(none, ok({ ...created, operation: 'updated', deletions: 2 })), 'wrote a.ts (+300 -2)');
  assert.equal(writeText(none, ok({ ...created, operation: 'unchanged' })), 'a.ts has this content already');
  const diff = '--- a/b\n+++ b/b\n@@ -9,2 +9,2 @@\n-x\n+y\n z\n@@ -30 +30 @@\n-x\n+y\n';
  const files = [
    { path: 'b', operation: 'updated', additions: 2, deletions: 2, diff },
    { path: 'c', operation: 'created', additions: 1, deletions: 0, diff: '' },
    { path: 'd', operation: 'deleted', additions: 0, deletions: 3, diff: '' },
    { path: 'f', from: 'e', operation: 'renamed', additions: 0, deletions: 0, diff: '' },
  ];
  assert.equal(
    patchText(none, ok({ applied: true, files })),
    'patched b +2 -2 (lines 9, 30)\ncreated c +1 -0\ndeleted d\nrenamed e → f +0 -0',
  );
});

test('MDL-2 changed lines are given by their new numbers', () => {
  assert.equal(changedLines('--- a\n+++ b\n@@ -5,3 +5,2 @@\n a\n-b\n c\n'), '6');
  assert.equal(changedLines('--- a\n+++ b\n@@ -1 +1,3 @@\n-a\n+x\n+y\n+z\n'), '1-3');
});

test('MDL-1 MDL-2 bash: one stream, and its end only if that is informative', () => {
  const quiet = { exit_code: 0, stdout: '', stderr: '', duration_ms: 3, timed_out: false };
  assert.equal(bashText(none, ok(quiet)), '(no output)');
  assert.equal(bashText(none, ok({ ...quiet, stdout: 'a\nb\n' })), 'a\nb');
  assert.equal(bashText(none, ok({ ...quiet, exit_code: 1, duration_ms: 12_400 })), '[exit 1, 12.4 s]');
  const mixed = { ...quiet, stdout: 'out\n', stderr: 'err\n', output: 'err\nout\n', exit_code: 2 };
  assert.equal(bashText(none, ok(mixed)), 'err\nout\n[exit 2, 0.0 s]');
  assert.equal(bashText(none, ok({ ...quiet, stdout: '10 %\r50 %\r100 %\ndone\r\n' })), '100 %\ndone');
  assert.equal(
    bashText(none, ok({ ...quiet, exit_code: 124, timed_out: true, duration_ms: 120_000 })),
    '[exit 124: stopped after 120.0 s. timeout_secs gives more time, background is for servers]',
  );
  assert.equal(
    bashText(none, ok({ job: 'job1', cwd: '/x' })),
    'runs in the background as job1; jobs reads and stops it',
  );
});

test('MDL-3 long output is cut at line ends, in the middle, with its size and the file that holds all of it', () => {
  const stdout = 'one\ntwo\n[… 1258895 bytes left out …]\nend\n[output truncated]';
  const quick = { exit_code: 0, duration_ms: 3, timed_out: false };
  const text = bashText(
    none,
    ok({
      ...quick,
      stdout,
      stderr: '',
      truncated: true,
      cuts: { stdout: { line: 3, bytes: 1_258_895 } },
      saved_path: '.coder/cache/bash/x.txt',
    }),
  );
  assert.equal(text, 'one\ntwo\n[… 1,258,895 bytes left out here, whole output: .coder/cache/bash/x.txt …]\nend');
  const quoted = { ...quick, stdout, stderr: '', truncated: false };
  assert.equal(bashText(none, ok(quoted)), stdout, 'a program that prints the words of a cut');
  const before = { ...quick, stdout, stderr: '', truncated: true };
  assert.equal(bashText(none, ok(before)), stdout, 'a result of an older log, which does not say where it is cut');
});

test('MDL-1 list, glob and terminals: one per line', () => {
  const entries = [
    { name: 'src', is_dir: true, size: 4096 },
    { name: 'app.js', is_dir: false, size: 480 },
  ];
  assert.equal(listText(none, ok({ entries, truncated: false })), 'src/\napp.js  480');
  assert.equal(listText(none, ok({ entries: [], truncated: false })), '(empty folder)');
  assert.equal(globText(none, ok({ matches: ['a', 'b'], truncated: true })), 'a\nb\n[the 2 newest; there are more]');
  assert.equal(globText(none, ok({ matches: [], truncated: false })), 'no files');
  const sly = 'a\nb  12\x1b[2K';
  const entry = { name: sly, path: sly, is_dir: false, size: 1 };
  const written = '"a\\nb  12\\u001b[2K"';
  assert.equal(listText(none, ok({ entries: [entry], truncated: false })), `${written}  1`);
  assert.equal(globText(none, ok({ matches: [sly], truncated: false })), written);
  assert.equal(grepText(none, ok({ matches: [{ file: sly, line: 1, text: 'x' }] })), `${written}\n1:x`);
  const running = {
    terminal: 'term1',
    state: 'running',
    changed: '>>> 4\n>>> ',
    cursor: { row: 9, column: 5 },
    waiting_for_input: true,
  };
  assert.equal(terminalText(none, ok(running)), '>>> 4\n>>>\n[term1 running, waits for input; cursor 9:5]');
  assert.equal(
    terminalText(none, ok({ terminal: 'term1', state: 'ended', exit_code: 7, screen: 'bye' })),
    'bye\n[term1 ended, exit 7]',
  );
});
