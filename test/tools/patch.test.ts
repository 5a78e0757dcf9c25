import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { Workspace } from '../../src/host/files/workspace.ts';
import { executeTool, isFailure } from '../../src/protocol/tool.ts';
import { patchTool } from '../../src/tools/patch.ts';
import { cpuTime } from '../fixtures/cpu-time.ts';
import { errorOf, fileTools, previewOf, resultOf, scratchFolder, toolContext } from '../fixtures/file-tools.ts';
import { times } from '../fixtures/long.ts';
import { lacks } from '../fixtures/programs.ts';

async function setUp(t: TestContext) {
  const files = await fileTools(t);
  const tool = patchTool(files);
  const run = (patch: string, options: { dry_run?: boolean; callId?: string } = {}) =>
    executeTool(tool, { patch, dry_run: options.dry_run }, toolContext(options.callId));
  return { ...files, tool, run };
}

const A = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n';

interface Case {
  name: string;
  before: Record<string, string>;
  patch: string;
  /** `null`: gone. */
  after: Record<string, string | null>;
  match?: string;
}

const applied: Case[] = [
  {
    name: 'a git diff',
    before: { 'src/a.txt': A },
    patch: `diff --git a/src/a.txt b/src/a.txt
index 111..222 100644
--- a/src/a.txt
+++ b/src/a.txt
@@ -2,3 +2,4 @@ one
 two
-three
+3
+3.5
 four
`,
    after: { 'src/a.txt': A.replace('three\n', '3\n3.5\n') },
  },
  {
    name: 'a plain diff with dates and no prefixes',
    before: { 'a.txt': A },
    patch: '--- a.txt\t2026-01-01 10:00:00\n+++ a.txt\t2026-01-02 10:00:00\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n',
    after: { 'a.txt': A.replace('one', '1') },
  },
  {
    name: 'a folder named a',
    before: { 'a/x.txt': 'x\n' },
    patch: '--- a/x.txt\n+++ a/x.txt\n@@ -1 +1 @@\n-x\n+y\n',
    after: { 'a/x.txt': 'y\n' },
  },
  {
    name: 'several files and hunks',
    before: { 'a.txt': A, 'b.txt': A },
    patch: `--- a/a.txt
+++ b/a.txt
@@ -1,2 +1,2 @@
-one
+1
 two
@@ -7,2 +7,3 @@
 seven
+7.5
 eight
--- a/b.txt
+++ b/b.txt
@@ -8 +8,2 @@
 eight
+nine
`,
    after: { 'a.txt': A.replace('one', '1').replace('seven\n', 'seven\n7.5\n'), 'b.txt': `${A}nine\n` },
  },
  {
    name: 'files created, with and without content',
    before: {},
    patch: `diff --git a/new/x.txt b/new/x.txt
new file mode 100644
--- /dev/null
+++ b/new/x.txt
@@ -0,0 +1,2 @@
+a
+b
diff --git a/empty b/empty
new file mode 100644
index 000..e69
`,
    after: { 'new/x.txt': 'a\nb\n', empty: '' },
  },
  {
    name: 'files deleted',
    before: { 'a.txt': 'a\nb\n', 'e.txt': '' },
    patch: `--- a/a.txt
+++ /dev/null
@@ -1,2 +0,0 @@
-a
-b
diff --git a/e.txt b/e.txt
deleted file mode 100644
`,
    after: { 'a.txt': null, 'e.txt': null },
  },
  {
    name: 'a rename without and one with hunks',
    before: { 'a.txt': A, 'b.txt': A },
    patch: `diff --git a/a.txt b/dir/a2.txt
similarity index 100%
rename from a.txt
rename to dir/a2.txt
diff --git a/b.txt b/b2.txt
similarity index 90%
rename from b.txt
rename to b2.txt
--- a/b.txt
+++ b/b2.txt
@@ -1 +1 @@
-one
+1
`,
    after: { 'a.txt': null, 'dir/a2.txt': A, 'b.txt': null, 'b2.txt': A.replace('one', '1') },
  },
  {
    name: 'a copy',
    before: { 'a.txt': A },
    patch: 'diff --git a/a.txt b/c.txt\nsimilarity index 100%\ncopy from a.txt\ncopy to c.txt\n',
    after: { 'a.txt': A, 'c.txt': A },
  },
  {
    name: 'two names where only the first exists',
    before: { 'old.txt': 'x\n' },
    patch: '--- a/old.txt\n+++ b/new.txt\n@@ -1 +1 @@\n-x\n+y\n',
    after: { 'old.txt': null, 'new.txt': 'y\n' },
  },
  {
    name: 'two names where only the second exists',
    before: { 'f.c': 'x\n' },
    patch: '--- f.c.orig\n+++ f.c\n@@ -1 +1 @@\n-x\n+y\n',
    after: { 'f.c': 'y\n', 'f.c.orig': null },
  },
  {
    name: 'quoted names',
    before: { 'é "q".txt': 'x\n' },
    patch: '--- "a/\\303\\251 \\"q\\".txt"\n+++ "b/\\303\\251 \\"q\\".txt"\n@@ -1 +1 @@\n-x\n+y\n',
    after: { 'é "q".txt': 'y\n' },
  },
  {
    name: 'names with spaces in a git header only',
    before: { 'my file.txt': '' },
    patch: 'diff --git a/my file.txt b/my file.txt\ndeleted file mode 100644\n',
    after: { 'my file.txt': null },
  },
  {
    name: 'a final newline removed and one added',
    before: { a: 'x\ny\n', b: 'x\ny' },
    patch: `--- a/a
+++ b/a
@@ -1,2 +1,2 @@
 x
-y
+y
\\ No newline at end of file
--- a/b
+++ b/b
@@ -1,2 +1,2 @@
 x
-y
\\ No newline at end of file
+y
`,
    after: { a: 'x\ny', b: 'x\ny\n' },
  },
  {
    name: 'a missing final newline that the patch does not mention',
    before: { a: 'x\ny' },
    patch: '--- a/a\n+++ b/a\n@@ -1,2 +1,3 @@\n x\n-y\n+z\n+w\n',
    after: { a: 'x\nz\nw' },
  },
  {
    name: 'lines added after a last line without a newline',
    before: { a: 'x' },
    patch: '--- a/a\n+++ b/a\n@@ -1 +1,2 @@\n x\n+y\n',
    after: { a: 'x\ny' },
  },
  {
    name: 'an LF patch on a CRLF file',
    before: { a: 'one\r\ntwo\r\nthree\r\n' },
    patch: '--- a/a\n+++ b/a\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n+2.5\n three\n',
    after: { a: 'one\r\n2\r\n2.5\r\nthree\r\n' },
  },
  {
    name: 'a patch with CRLF line ends',
    before: { a: 'one\ntwo\n' },
    patch: '--- a/a\r\n+++ b/a\r\n@@ -1,2 +1,2 @@\r\n one\r\n-two\r\n+2\r\n',
    after: { a: 'one\n2\n' },
  },
  {
    name: 'a patch whose hunks alone have CRLF line ends',
    before: { a: 'one\ntwo\n' },
    patch: 'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\r\n one\r\n-two\r\n+2\r\n',
    after: { a: 'one\n2\n' },
  },
  {
    name: 'line ends that are the change',
    before: { a: 'one\r\ntwo\r\n' },
    patch: '--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-one\r\n+one\n two\r\n',
    after: { a: 'one\ntwo\r\n' },
  },
  {
    name: 'wrong line numbers',
    before: { a: A },
    patch: '--- a/a\n+++ b/a\n@@ -100,3 +100,3 @@\n four\n-five\n+5\n six\n',
    after: { a: A.replace('five', '5') },
  },
  {
    name: 'no line numbers',
    before: { a: A },
    patch: '--- a/a\n+++ b/a\n@@ ... @@\n four\n-five\n+5\n six\n@@\n-one\n+1\n',
    after: { a: A.replace('five', '5').replace('one', '1') },
  },
  {
    name: 'MDL-5 counts that reach into the names of the next file',
    before: { 'a.txt': A, 'b.txt': 'x\n' },
    patch:
      '--- a/a.txt\n+++ b/a.txt\n@@ -1,4 +1,4 @@\n one\n-two\n+2\n three\n--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-x\n+y\n',
    after: { 'a.txt': A.replace('two', '2'), 'b.txt': 'y\n' },
  },
  {
    name: 'wrong counts',
    before: { a: A },
    patch: '--- a/a\n+++ b/a\n@@ -4,9 +4,2 @@\n four\n-five\n+5\n six\n@@ -7,1 +7,9 @@\n-seven\n+7\n eight\n',
    after: { a: A.replace('five', '5').replace('seven', '7') },
  },
  {
    name: 'a blank context line without its space',
    before: { a: 'x\n\ny\n\nz\n' },
    patch: '--- a/a\n+++ b/a\n@@ -1,5 +1,5 @@\n x\n\n-y\n+Y\n\n z\n',
    after: { a: 'x\n\nY\n\nz\n' },
  },
  {
    name: 'context lines without their space',
    before: { a: 'alpha\nbeta\ngamma\n' },
    patch: '--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\nalpha\n-beta\n+BETA\ngamma\n',
    after: { a: 'alpha\nBETA\ngamma\n' },
  },
  {
    name: 'blanks at line ends',
    before: { a: 'x  \ny\nz\t\n' },
    patch: '--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n x\n-y\n+Y\n z\n',
    after: { a: 'x  \nY\nz\t\n' },
    match: 'trailing-whitespace',
  },
  {
    name: 'another indent',
    before: { a: 'if x:\n\ty\n\tz\n' },
    patch: '--- a/a\n+++ b/a\n@@ -1,3 +1,4 @@\n if x:\n     y\n+    if w:\n+        v\n     z\n',
    after: { a: 'if x:\n\ty\n\tif w:\n\t\tv\n\tz\n' },
    match: 'indentation',
  },
  {
    name: 'other quotes',
    before: { a: 'say “hi”\nend\n' },
    patch: '--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n say "hi"\n-end\n+END\n',
    after: { a: 'say “hi”\nEND\n' },
    match: 'unicode',
  },
  {
    name: 'removed and added lines that look like file names',
    before: { 'q.sql': 'a\n-- old\nb\n' },
    patch: '--- a/q.sql\n+++ b/q.sql\n@@ -1,3 +1,3 @@\n a\n--- old\n+++ new\n b\n',
    after: { 'q.sql': 'a\n++ new\nb\n' },
  },
  {
    name: 'lines inserted without any context',
    before: { a: 'x\ny\n' },
    patch: '--- a/a\n+++ b/a\n@@ -1,0 +2 @@\n+x.5\n',
    after: { a: 'x\nx.5\ny\n' },
  },
  {
    name: 'the place that the line number names, of two',
    before: { a: 'x\n}\ny\n}\n' },
    patch: '--- a/a\n+++ b/a\n@@ -4 +4,2 @@\n }\n+end\n',
    after: { a: 'x\n}\ny\n}\nend\n' },
  },
  {
    name: 'hunks that share their context',
    before: { a: A },
    patch: '--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n@@ -3,3 +3,3 @@\n three\n-four\n+4\n five\n',
    after: { a: A.replace('two', '2').replace('four', '4') },
  },
  {
    name: 'hunks out of order',
    before: { a: A },
    patch: '--- a/a\n+++ b/a\n@@\n-eight\n+8\n@@\n-two\n+2\n',
    after: { a: A.replace('two', '2').replace('eight', '8') },
  },
  {
    name: 'one file twice',
    before: { a: A },
    patch: '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+1\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+uno\n',
    after: { a: A.replace('one', 'uno') },
  },
  {
    name: 'a fence and a sentence around it',
    before: { a: A },
    patch: '```diff\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+1\n```\n',
    after: { a: A.replace('one', '1') },
  },
  {
    name: 'a mail from git format-patch',
    before: { a: A },
    patch: `From 123 Mon Sep 17 00:00:00 2001
Subject: [PATCH] Change

---
 a | 2 +-
 1 file changed, 1 insertion(+), 1 deletion(-)

diff --git a/a b/a
index 1..2 100644
--- a/a
+++ b/a
@@ -8 +8 @@ seven
-eight
+8
-- 
2.43.0
`,
    after: { a: A.replace('eight', '8') },
  },
  {
    name: 'an envelope around a unified diff',
    before: { a: A },
    patch: '*** Begin Patch\n--- a/a\n+++ b/a\n@@ -1,9 +1,9 @@\n-one\n+1\n two\n*** End Patch\n',
    after: { a: A.replace('one', '1') },
  },
  {
    name: 'Begin Patch: add, update, move, delete',
    before: { 'b.txt': A, 'c.txt': 'x\n', 'd.txt': A },
    patch: `*** Begin Patch
*** Add File: n/a.txt
+first

+last

*** Update File: b.txt
@@
 two
-three
+3
 four
@@
-eight
+8
*** End of File
*** Delete File: c.txt
*** Update File: d.txt
*** Move to: e.txt
@@
-one
+1
*** End Patch
`,
    after: {
      'n/a.txt': 'first\n\nlast\n',
      'b.txt': A.replace('three', '3').replace('eight', '8'),
      'c.txt': null,
      'd.txt': null,
      'e.txt': A.replace('one', '1'),
    },
  },
  {
    name: 'Begin Patch: a place identified by the lines before it',
    before: { 'a.py': 'class A:\n  def f():\n    pass\nclass B:\n  def f():\n    pass\n' },
    patch:
      '*** Begin Patch\n*** Update File: a.py\n@@ class B:\n@@   def f():\n-    pass\n+    return 1\n*** End Patch',
    after: { 'a.py': 'class A:\n  def f():\n    pass\nclass B:\n  def f():\n    return 1\n' },
  },
  {
    name: 'Begin Patch in a here-document, without @@',
    before: { a: A },
    patch: "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a\n one\n-two\n+2\n*** End Patch\nEOF\n",
    after: { a: A.replace('two', '2') },
  },
  {
    name: 'Begin Patch: an anchor that is not there, and a place that is',
    before: { a: A },
    patch: '*** Begin Patch\n*** Update File: a\n@@ class Gone\n-two\n+2\n*** End Patch\n',
    after: { a: A.replace('two', '2') },
  },
  {
    name: 'Begin Patch: lines put after an anchor',
    before: { a: A },
    patch: '*** Begin Patch\n*** Update File: a\n@@ three\n+3.5\n*** End Patch\n',
    after: { a: A.replace('three\n', 'three\n3.5\n') },
  },
  {
    name: 'Begin Patch: lines put at the end',
    before: { a: 'x\n' },
    patch: '*** Begin Patch\n*** Update File: a\n@@\n+y\n*** End of File\n*** End Patch\n',
    after: { a: 'x\ny\n' },
  },
  {
    name: 'Begin Patch: replacements of the last lines come before lines put at the end',
    before: { a: 'line1\nline2\nline3\n' },
    patch:
      '*** Begin Patch\n*** Update File: a\n@@\n+after-context\n+second-line\n@@\n line1\n-line2\n-line3\n+line2-replacement\n*** End Patch',
    after: { a: 'line1\nline2-replacement\nafter-context\nsecond-line\n' },
  },
  {
    name: 'Begin Patch: blanks before the first section',
    before: { a: 'x\n' },
    patch: '*** Begin Patch\n  *** Update File: a\n@@\n-x\n+y\n*** End Patch\n',
    after: { a: 'y\n' },
  },
  {
    name: 'Begin Patch: blanks before its beginning and end',
    before: { a: 'x\n' },
    patch: ' *** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n *** End Patch \n',
    after: { a: 'y\n' },
  },
  {
    name: 'Begin Patch: indented as a whole',
    before: { a: 'x\nz\n' },
    patch: '  *** Begin Patch\n  *** Update File: a\n  @@\n  -x\n  +y\n   z\n  *** End Patch\n',
    after: { a: 'y\nz\n' },
  },
  {
    name: 'a plain diff of a file that is not there yet',
    before: {},
    patch: '--- a/new.txt\n+++ b/new.txt\n@@ -0,0 +1,2 @@\n+x\n+y\n',
    after: { 'new.txt': 'x\ny\n' },
  },
  {
    name: 'a fence after a sentence, and a sentence after the fence',
    before: { a: 'x\nlast\n' },
    patch: 'Here it is:\n\n```diff\n--- a/a\n+++ b/a\n@@ ... @@\n-x\n+y\n last\n```\nThat is all.\n',
    after: { a: 'y\nlast\n' },
  },
  {
    name: 'a fence for each file',
    before: { a: 'x\n', b: 'x\n' },
    patch: '```diff\n--- a/a\n+++ b/a\n@@\n-x\n+y\n```\nand\n```diff\n--- a/b\n+++ b/b\n@@\n-x\n+z\n```\n',
    after: { a: 'y\n', b: 'z\n' },
  },
  {
    name: 'a fence around a change to a fence',
    before: { 'a.md': '```\nx\n```\n' },
    patch: '```diff\n--- a/a.md\n+++ b/a.md\n@@\n ```\n-x\n+y\n ```\n```\n',
    after: { 'a.md': '```\ny\n```\n' },
  },
];

describe('TOOL patch applies', () => {
  for (const { name, before, patch, after, match } of applied) {
    test(name, async (t) => {
      const { run, put, text } = await setUp(t);
      for (const [path, content] of Object.entries(before)) await put(path, content);
      const result = resultOf(await run(patch));
      assert.equal(result.applied, true);
      const left: Record<string, string | null> = {};
      for (const path of Object.keys(after)) left[path] = await text(path).catch(() => null);
      assert.deepEqual(left, after);
      const matches = (result.files as { match?: string }[]).map((file) => file.match).filter(Boolean);
      assert.deepEqual(matches, match ? [match] : []);
    });
  }
});

const refused: { name: string; before?: Record<string, string>; patch: string; error: RegExp }[] = [
  {
    name: 'a new line before a blank line of context that is not there',
    before: { a: 'x\nz\n' },
    patch: '--- a/a\n+++ b/a\n@@\n x\n+y\n \n',
    error: /does not match\. At line 2 it expects "", the file has "z"/,
  },
  {
    name: 'one of many blank lines, by a number that may be wrong',
    before: { a: 'x\n\ny\n\nz\n' },
    patch: '--- a/a\n+++ b/a\n@@ -2,1 +2,0 @@\n-\n',
    error: /fits at lines 2, 4\. Give more context lines/,
  },
  { name: 'no patch at all', patch: 'hello', error: /no file found in the patch.*`\*\*\* Begin Patch`\.$/ },
  { name: 'a hunk without a file', patch: '@@ -1 +1 @@\n-a\n+b\n', error: /line 1 of the patch has no file/ },
  {
    name: 'B7 /dev/null on both sides',
    patch: '--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n',
    error: /\/dev\/null twice/,
  },
  {
    name: 'B7 a target outside',
    before: { a: A },
    patch: '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+1\n--- /dev/null\n+++ b/../../x\n@@ -0,0 +1 @@\n+x\n',
    error: /path outside workspace: \.\.\/\.\.\/x/,
  },
  {
    name: 'B7 an absolute target outside',
    patch: '--- /dev/null\n+++ /etc/coder-x\n@@ -0,0 +1 @@\n+x\n',
    error: /path outside workspace: \/etc\/coder-x/,
  },
  {
    name: 'B7 a rename out',
    before: { a: A },
    patch: 'diff --git a/a b/../b\nrename from a\nrename to ../b\n',
    error: /path outside workspace/,
  },
  {
    name: 'B7 Begin Patch, moved out',
    before: { a: A },
    patch: '*** Begin Patch\n*** Update File: a\n*** Move to: ../b\n@@\n-one\n+1\n*** End Patch',
    error: /path outside workspace/,
  },
  {
    name: 'TOOL-2 a protected path',
    patch: '--- /dev/null\n+++ b/.git/hooks/pre-commit\n@@ -0,0 +1 @@\n+x\n',
    error: /protected path/,
  },
  {
    name: 'a file that exists already',
    before: { a: A },
    patch: '--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+x\n',
    error: /a exists already/,
  },
  {
    name: 'a file that does not exist',
    before: { 'main.ts': A },
    patch: '--- a/mian.ts\n+++ b/mian.ts\n@@ -1 +1 @@\n-one\n+1\n',
    error: /no such file: mian\.ts\. Did you mean main\.ts\?/,
  },
  {
    name: 'a rename onto a file',
    before: { a: A, b: A },
    patch: 'diff --git a/a b/b\nrename from a\nrename to b\n',
    error: /b exists already/,
  },
  {
    name: 'a mismatch, by file, hunk and line',
    before: { a: A },
    patch: '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+1\n@@ -4,3 +4,3 @@\n four\n-FIVE!\n+5\n six\n',
    error: /^a: hunk 2 \(line 6 of the patch\) does not match\. At line 5 it expects "FIVE!", the file has "five"\./,
  },
  {
    name: 'a hunk that fits twice',
    before: { a: 'x\ny\nx\ny\n' },
    patch: '--- a/a\n+++ b/a\n@@ -9 +9 @@\n-x\n+z\n',
    error: /hunk 1 .* fits at lines 1, 3\. Give more context/,
  },
  {
    name: 'a hunk applied before',
    before: { a: 'one\n2\nthree\n' },
    patch: '--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n',
    error: /may have been applied before/,
  },
  {
    name: 'a hunk over lines that an earlier hunk changes',
    before: { a: A },
    patch: '--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n@@ -2,3 +2,3 @@\n two\n-three\n+3\n four\n',
    error:
      /^a: hunk 2 \(line 8 of the patch\) is about lines that an earlier hunk removes, at line 2\. Make one hunk of both\./,
  },
  {
    name: 'an anchor that is not there, and a hunk that fits twice',
    before: { a: 'x\ny\nx\ny\n' },
    patch: '*** Begin Patch\n*** Update File: a\n@@ class C\n-x\n+z\n*** End Patch',
    error: /fits at lines 1, 3\. Give more context lines\. "class C" is not in the file\./,
  },
  {
    name: 'a patch that changes nothing',
    before: { a: A },
    patch: '--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-one\n+one\n two\n',
    error: /^The patch changes nothing: old and new lines are the same\./,
  },
  {
    name: 'search and replace blocks',
    before: { a: A },
    patch: 'a\n<<<<<<< SEARCH\none\n=======\n1\n>>>>>>> REPLACE\n',
    error: /SEARCH\/REPLACE blocks are not a patch: use edit/,
  },
  {
    name: 'a deletion that leaves lines',
    before: { a: A },
    patch: '--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n',
    error: /deletes a but leaves 7 lines/,
  },
  {
    name: 'a binary patch',
    before: { a: A },
    patch: 'diff --git a/a b/a\nindex 1..2 100644\nGIT binary patch\nliteral 1\n',
    error: /a is a binary patch/,
  },
  {
    name: 'a symbolic link',
    patch: 'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n',
    error: /l is a link/,
  },
];

describe('TOOL patch refuses, and applies nothing', () => {
  for (const { name, before = {}, patch, error } of refused) {
    test(name, async (t) => {
      const { run, put, text, tool } = await setUp(t);
      for (const [path, content] of Object.entries(before)) await put(path, content);
      assert.match(errorOf(await run(patch)), error);
      assert.ok(isFailure(await previewOf(tool, { patch })), 'the preview refuses it too');
      for (const [path, content] of Object.entries(before)) assert.equal(await text(path), content);
    });
  }
});

test('TOOL patch reports each file, and shows one diff', async (t) => {
  const { run, put, tool } = await setUp(t);
  await put('a', 'x\n');
  const patch = '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n--- /dev/null\n+++ b/b\n@@ -0,0 +1 @@\n+new\n';
  const diffs = ['--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n', '--- /dev/null\n+++ b/b\n@@ -0,0 +1 @@\n+new\n'];
  const files = [
    { path: 'a', operation: 'updated', diff: diffs[0], additions: 1, deletions: 1 },
    { path: 'b', operation: 'created', diff: diffs[1], additions: 1, deletions: 0 },
  ];
  const change = { what: '2 files', files: 2, isNew: false, added: 2, removed: 1 };
  const fact = { is: 'changes', files: 2, added: 2, removed: 1 };
  const shown = { title: '2 files +2 -1', fact, body: [{ type: 'diff', diff: diffs.join('') }], change };
  assert.deepEqual(await tool.preview?.({ patch }, toolContext()), shown);
  const outcome = await run(patch);
  assert.deepEqual(outcome, { status: 'ok', result: { applied: true, files } });
  assert.deepEqual(tool.view({ patch }, outcome), shown);
  assert.deepEqual(tool.view({ patch }), { title: '2 files', fact: { is: 'changes', files: 2 } });
});

test('TOOL patch says that it creates only if every file is new, and after a dry run that nothing changed', async (t) => {
  const { run, put, tool } = await setUp(t);
  await put('b', 'x\n');
  const creates = '--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+new\n';
  const both = `${creates}--- a/b\n+++ b/b\n@@ -1 +1 @@\n-x\n+y\n`;
  const isNew = async (patch: string) => {
    const view = await tool.preview?.({ patch }, toolContext());
    return view && !isFailure(view) ? view.change?.isNew : undefined;
  };
  assert.equal(await isNew(creates), true);
  assert.equal(await isNew(both), false);
  const { title, fact, change } = tool.view({ patch: both, dry_run: true }, await run(both, { dry_run: true }));
  assert.deepEqual([title, change], ['2 files +2 -1 (dry run)', undefined]);
  assert.deepEqual(fact, { is: 'changes', files: 2, added: 2, removed: 1, isDry: true });
});

test('TOOL patch names every file it touches', async (t) => {
  const { tool } = await setUp(t);
  const patch = `diff --git a/a b/b\nrename from a\nrename to b\ndiff --git a/c b/d\ncopy from c\ncopy to d\n--- a/e\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n`;
  assert.deepEqual(tool.paths?.({ patch }), [
    { path: 'a', access: 'write' },
    { path: 'b', access: 'write' },
    { path: 'c', access: 'read' },
    { path: 'd', access: 'write' },
    { path: 'e', access: 'write' },
  ]);
  assert.deepEqual(
    tool.paths?.({ patch, dry_run: true }).map(({ access }) => access),
    Array(5).fill('read'),
  );
  assert.deepEqual(tool.paths?.({ patch: 'nonsense' }), []);
});

test('TOOL patch with dry_run changes nothing', async (t) => {
  const { run, put, text } = await setUp(t);
  await put('a', 'x\n');
  const result = resultOf(await run('--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n', { dry_run: true }));
  assert.deepEqual([result.applied, result.dry_run], [false, true]);
  assert.equal(await text('a'), 'x\n');
});

test('TOOL patch keeps and changes mode bits', async (t) => {
  const { run, put, at } = await setUp(t);
  const mode = async (name: string) => ((await stat(at(name))).mode & 0o777).toString(8);
  await put('run.sh', 'x\n');
  await chmod(at('run.sh'), 0o750);
  await put('b.sh', 'x\n');
  await chmod(at('b.sh'), 0o644);
  resultOf(
    await run(`--- a/run.sh
+++ b/run.sh
@@ -1 +1 @@
-x
+y
diff --git a/b.sh b/b.sh
old mode 100644
new mode 100755
diff --git a/c.sh b/c.sh
new file mode 100755
--- /dev/null
+++ b/c.sh
@@ -0,0 +1 @@
+x
`),
  );
  assert.deepEqual([await mode('run.sh'), await mode('b.sh'), await mode('c.sh')], ['750', '755', '755']);
  resultOf(await run('diff --git a/run.sh b/r2.sh\nrename from run.sh\nrename to r2.sh\n'));
  assert.equal(await mode('r2.sh'), '750');
});

test('TOOL-3 patch refuses a file that changed since it was read', async (t) => {
  const { run, put, text, seen, workspace } = await setUp(t);
  await put('a', 'x\n');
  seen.remember(await workspace.readFile('a'));
  await put('a', 'x\nmore\n');
  const patch = '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n';
  assert.match(errorOf(await run(patch)), /a changed on disk since you last read it/);
  assert.equal(await text('a'), 'x\nmore\n');
});

test("MDL-10 patch applies to a file changed by one of the model's commands, if it matches exactly", async (t) => {
  const { run, put, text, seen, workspace } = await setUp(t);
  await put('a', 'x\n  z\n');
  seen.remember(await workspace.readFile('a'));
  const startedAt = Date.now();
  await put('a', 'x\n  z\nmore\n');
  seen.commandRan(startedAt, Date.now());
  const stale = /a changed on disk since you last read it/;
  assert.match(errorOf(await run('--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n-x\n+y\n z\n')), stale);
  assert.match(errorOf(await run('*** Begin Patch\n*** Delete File: a\n*** End Patch')), stale);
  const { files } = resultOf(await run('--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n'));
  assert.equal((files as { note?: string }[])[0]?.note, 'the file had changed since you read it');
  assert.equal(await text('a'), 'y\n  z\nmore\n');
});

test('APR-5 patch refuses a file that changed after it was shown', async (t) => {
  const { run, put, tool, text } = await setUp(t);
  await put('a', 'x\n');
  const patch = '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n';
  await tool.preview?.({ patch }, toolContext('shown'));
  await put('a', 'x\nmore\n');
  assert.match(errorOf(await run(patch, { callId: 'shown' })), /changed on disk/);
  assert.equal(await text('a'), 'x\nmore\n');
});

test('B7 a failure in the middle restores everything', async (t) => {
  const files = await fileTools(t);
  for (const name of ['a', 'b', 'gone']) await files.put(name, `${name}\n`);
  await chmod(files.at('a'), 0o640);
  let writes = 0;
  const workspace: Workspace = {
    ...files.workspace,
    async writeFile(path, bytes, options) {
      if (++writes === 3) throw new Error('no space left on device');
      await files.workspace.writeFile(path, bytes, options);
    },
  };
  const tool = patchTool({ ...files, workspace });
  const patch = `--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-gone
--- a/a
+++ b/a
@@ -1 +1 @@
-a
+A
--- /dev/null
+++ b/new/file
@@ -0,0 +1 @@
+x
--- a/b
+++ b/b
@@ -1 +1 @@
-b
+B
`;
  const outcome = await executeTool(tool, { patch }, toolContext());
  assert.equal(errorOf(outcome), 'b: no space left on device. Nothing was applied.');
  assert.deepEqual([await files.text('a'), await files.text('b'), await files.text('gone')], ['a\n', 'b\n', 'gone\n']);
  assert.equal((await stat(files.at('a'))).mode & 0o777, 0o640);
  await assert.rejects(files.text('new/file'), { code: 'ENOENT' });
});

test('TOOL-3 B7 changes saved by someone else while a patch is being written are kept, and the rest is restored', async (t) => {
  const files = await fileTools(t);
  for (const name of ['a', 'b', 'gone']) await files.put(name, `${name}\n`);
  const afterA = (rest: string) => `--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+A\n${rest}`;
  const cases = [
    {
      theirs: 'b',
      patch: afterA('--- a/b\n+++ b/b\n@@ -1 +1 @@\n-b\n+B\n'),
      error: /^b: b changed on disk just now\..*Nothing was applied\.$/,
    },
    {
      theirs: 'new',
      patch: afterA('--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\n'),
      error: /^new: new was created by another program just now/,
    },
    {
      theirs: 'gone',
      patch: afterA('--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n'),
      error: /^gone: gone changed on disk just now/,
    },
  ];
  for (const { theirs, patch, error } of cases) {
    const save = async (path: string) => {
      if (path === files.at(theirs)) await files.put(theirs, 'of somebody else\n');
    };
    const workspace: Workspace = {
      ...files.workspace,
      async writeFile(path, bytes, options) {
        await save(path);
        return files.workspace.writeFile(path, bytes, options);
      },
      async removeFile(path, options) {
        await save(path);
        return files.workspace.removeFile(path, options);
      },
    };
    const outcome = await executeTool(patchTool({ ...files, workspace }), { patch }, toolContext());
    assert.match(errorOf(outcome), error);
    assert.deepEqual([await files.text('a'), await files.text(theirs)], ['a\n', 'of somebody else\n']);
  }
});

test('B2 B3 patch does not follow a link out of the workspace', async (t) => {
  const { run, at } = await setUp(t);
  const outside = await scratchFolder(t);
  await writeFile(join(outside, 'f'), 'x\n');
  await symlink(outside, at('docs'));
  await symlink(join(outside, 'new'), at('dangling'));
  for (const path of ['docs/a/b/f', 'dangling']) {
    assert.match(errorOf(await run(`--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x\n`)), /path outside workspace/);
  }
  assert.match(errorOf(await run('--- a/docs/f\n+++ b/docs/f\n@@ -1 +1 @@\n-x\n+y\n')), /path outside workspace/);
  assert.equal(await readFile(join(outside, 'f'), 'utf8'), 'x\n');
});

const HUNKS = times({ long: 100_000, short: 4_000 });

describe(`B7 ${HUNKS} hunks take bounded time`, () => {
  const count = HUNKS;
  const numbered = Array.from({ length: count * 2 }, (_, line) => `line ${line}\n`).join('');
  const hunks = (line: (index: number) => string, old: (index: number) => string) =>
    Array.from(
      { length: count },
      (_, index) => `@@ -${line(index)} +${line(index)} @@\n-${old(index)}\n+new ${index}\n`,
    ).join('');
  const cases: { name: string; file: string; patch: string; isApplied: boolean }[] = [
    {
      name: 'right',
      file: numbered,
      patch: hunks(
        (index) => `${index * 2 + 1}`,
        (index) => `line ${index * 2}`,
      ),
      isApplied: true,
    },
    {
      name: 'wrong numbers',
      file: numbered,
      patch: hunks(
        () => '1',
        (index) => `line ${index * 2}`,
      ),
      isApplied: true,
    },
    {
      name: 'all alike',
      file: 'x\n'.repeat(count * 2),
      patch: hunks(
        (index) => `${index * 2 + 1}`,
        () => 'y',
      ),
      isApplied: false,
    },
    {
      name: 'all ambiguous',
      file: 'x\n'.repeat(count * 2),
      patch: hunks(
        () => '999999999',
        () => 'x',
      ),
      isApplied: false,
    },
  ];
  for (const { name, file, patch, isApplied } of cases) {
    test(name, async (t) => {
      const { run, put } = await setUp(t);
      await put('a', file);
      const started = cpuTime();
      const outcome = await run(`--- a/a\n+++ b/a\n${patch}`);
      assert.equal(outcome.status === 'ok', isApplied, JSON.stringify(outcome).slice(0, 300));
      assert.ok(cpuTime() - started < 0.15 * count, `${Math.round(cpuTime() - started)} ms`);
    });
  }
});

test('TOOL patch does the same as git with diffs of random changes', async (t) => {
  const missing = lacks('git');
  if (missing) return t.skip(missing);
  const { run, at, put, seen } = await setUp(t);
  const next = await scratchFolder(t);
  let seed = 99;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % below;
  };
  for (let round = 0; round < 20; round++) {
    const old = Array.from({ length: random(30) }, (_, line) =>
      random(3) === 0 ? `line ${line}` : ['{', '}', ''][random(3)],
    );
    const lines = [...old];
    for (let change = random(4) + 1; change > 0; change--)
      lines.splice(random(lines.length + 1), random(3), `new ${round} ${change}`);
    const ending = random(2) === 0 ? '\n' : '\r\n';
    const before = old.join(ending) + (random(2) === 0 ? ending : '');
    const after = lines.join(ending) + (random(2) === 0 ? ending : '');
    await mkdir(join(next, 'a'), { recursive: true });
    await mkdir(join(next, 'b'), { recursive: true });
    await writeFile(join(next, 'a/f.txt'), before);
    await writeFile(join(next, 'b/f.txt'), after);
    const patch = diffOf(next);
    if (patch === '') continue;
    await put('f.txt', before);
    seen.forget(at('f.txt'));
    const outcome = await run(patch);
    assert.equal(outcome.status, 'ok', JSON.stringify({ before, after, patch, outcome }));
    assert.equal(await readFile(at('f.txt'), 'utf8'), after, JSON.stringify({ before, after, patch }));
  }
});

function diffOf(folder: string): string {
  try {
    execFileSync('git', ['diff', '--no-index', '--no-prefix', '-U3', 'a/f.txt', 'b/f.txt'], { cwd: folder });
    return '';
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout);
  }
}
