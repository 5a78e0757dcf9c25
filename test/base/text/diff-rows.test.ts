import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDiff } from '../../../src/base/text/diff-rows.ts';

const DIFF = `--- a/src/money.js
+++ b/src/money.js
@@ -1,4 +1,4 @@
 /** Cents as text. */
 export function formatMoney(cents) {
-  return '$' + (cents / 10).toFixed(2);
+  return '$' + (cents / 100).toFixed(2);
 }
--- /dev/null
+++ b/new file.txt
@@ -0,0 +1 @@
+-- x
\\ No newline at end of file
`;

test('OUT-4 a diff becomes rows with files, line numbers and the words that changed', () => {
  const [money, created, ...others] = readDiff(DIFF);
  assert.deepEqual(others, []);
  assert.deepEqual([money?.path, money?.additions, money?.deletions], ['src/money.js', 1, 1]);
  const rows = money?.hunks[0] ?? [];
  assert.deepEqual(
    rows.map(({ kind, number }) => `${number}${kind}`),
    ['1 ', '2 ', '3-', '3+', '4 '],
  );
  const words = rows.flatMap(({ text, changed }) => changed.map(({ start, end }) => text.slice(start, end)));
  assert.deepEqual(words, ['10', '100']);
  assert.equal(created?.path, 'new file.txt');
  assert.deepEqual(created?.hunks, [
    [
      { kind: '+', number: 1, text: '-- x', changed: [] },
      { kind: '\\', number: 0, text: 'No newline at end of file', changed: [] },
    ],
  ]);
});

test('OUT-4 a quoted name is shown as it is, without the control characters that it hides', () => {
  const named = (name: string) => readDiff(`--- ${name}\n+++ ${name}\n@@ -1 +1 @@\n-a\n+b\n`)[0]?.path;
  assert.equal(named('"b/t\\303\\244b.txt"'), 'täb.txt');
  assert.equal(named('"b/x \\"y\\".txt"'), 'x "y".txt');
  assert.equal(named('"b/\\033[31mred\\n.txt"'), '\\e[31mred\\n.txt');
});

test('OUT-4 lines that have little in common, or are very long, are not compared word by word', () => {
  const change = (before: string, after: string) =>
    readDiff(`--- a/a\n+++ b/a\n@@ -1 +1 @@\n-${before}\n+${after}\n`)[0]?.hunks[0]?.map(({ changed }) => changed);
  assert.deepEqual(change('let total = 0;', 'import fs from "node:fs"'), [[], []]);
  assert.deepEqual(change('x'.repeat(2000), `${'x'.repeat(1999)}y`), [[], []]);
  assert.deepEqual(change('call(one, two)', 'call(three, four)')?.[0], [
    { start: 5, end: 8 },
    { start: 10, end: 13 },
  ]);
});

test('OUT-4 text that is not a diff has no files, and a hunk without a header has a file without a name', () => {
  assert.deepEqual(readDiff(''), []);
  assert.deepEqual(
    readDiff('@@ -1 +1 @@\n-a\n+b').map(({ path, additions }) => [path, additions]),
    [['', 1]],
  );
});
