import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadColours } from '../../../src/transcript/html/code.ts';
import { diffHtml, languagesIn } from '../../../src/transcript/html/diff.ts';

const DIFF = `--- a/src/money.js
+++ b/src/money.js
@@ -3 +3 @@
-  return '$' + (cents / 10) < "x";
+  return '$' + (cents / 100) < "x";
`;

test('OUT-4 SES-3 a diff in the export has line numbers, changed words and colours, and contains no markup of its own', async () => {
  const html = diffHtml(DIFF, await loadColours([], languagesIn(DIFF)));
  assert.match(html, /<span class="meta">src\/money\.js \+1 −1/);
  assert.match(html, /<span class="removed"><i data-n="3" data-s="−"><\/i>/);
  assert.match(html, /<span class="hljs-keyword">return<\/span>/);
  assert.match(html, /<mark>100<\/mark>/);
  const text = html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'");
  assert.ok(text.includes(`return '$' + (cents / 100) < "x";`));
  assert.ok(!diffHtml('@@ -0,0 +1 @@\n+<script>alert(1)</script>\n', await loadColours([])).includes('<script>'));
});
