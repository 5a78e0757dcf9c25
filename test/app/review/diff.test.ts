import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numbered, readDiff } from '../../../src/app/review/diff.ts';

test('FLEET-5 a diff is read by the counts that its hunks announce, whatever the changed lines look like', () => {
  const diff = `diff --git a/notes.md b/notes.md
index 1..2 100644
--- a/notes.md
+++ b/notes.md
@@ -1,3 +1,5 @@ head
 one
--- a/other.md
+++ b/evil.md
+diff --git a/evil.md b/evil.md
+@@ -1 +1 @@
 three
@@ -20 +22 @@
-old
+new
\\ No newline at end of file
diff --git "a/t\\303\\244b\\t.txt" "b/t\\303\\244b\\t.txt"
deleted file mode 100644
--- "a/t\\303\\244b\\t.txt"
+++ /dev/null
@@ -1,2 +0,0 @@
-a
-b
diff --git a/from.ts b/to.ts
similarity index 100%
rename from from.ts
rename to to.ts
diff --git a/pic.png b/pic.png
new file mode 100644
Binary files /dev/null and b/pic.png differ
`;
  assert.deepEqual(
    readDiff(diff).map(({ path, status, lines }) => [path, status, [...lines]]),
    [
      ['notes.md', 'changed', [1, 2, 3, 4, 5, 22]],
      ['täb\t.txt', 'deleted', [1, 2]],
      ['to.ts', 'changed', []],
      ['pic.png', 'added', []],
    ],
  );
  assert.equal(
    numbered(readDiff(diff)[0] as never),
    `File: notes.md
@@ -1,3 +1,5 @@ head
    1  one
      --- a/other.md
    2 +++ b/evil.md
    3 +diff --git a/evil.md b/evil.md
    4 +@@ -1 +1 @@
    5  three
@@ -20 +22 @@
      -old
   22 +new
      \\ No newline at end of file`,
  );
});

test('FLEET-5 a truncated diff, or text that is not a diff, gives what can be read', () => {
  assert.deepEqual(readDiff('nothing'), []);
  assert.deepEqual(readDiff(''), []);
  const [file] = readDiff('diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,9 +1,9 @@\n a\n+b');
  assert.deepEqual([...(file?.lines ?? [])], [1, 2]);
});
