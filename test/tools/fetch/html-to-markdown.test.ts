import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlToMarkdown } from '../../../src/tools/fetch/html-to-markdown.ts';

const base = new URL('https://site.test/dir/page');
const markdown = (html: string): string => htmlToMarkdown(html, base).markdown;

test('SEC-5 the parts of a page become Markdown', () => {
  const table: [html: string, expected: string][] = [
    ['<h1>A <em>b</em></h1><p>c</p>', '# A *b*\n\nc'],
    ['<p>one\n  two</p>  <p>three</p>', 'one two\n\nthree'],
    ['a<br>b<hr>c', 'a\nb\n\n---\n\nc'],
    ['<b>x</b> and <code>y z</code>, <i></i>end', '**x** and `y z`, end'],
    ['<a href="x?a=1&amp;b=(2)">go</a>', '[go](https://site.test/dir/x?a=1&b=%282%29)'],
    ['<a href="#top">top</a> <a href="javascript:x()">js</a> <a href="/e"></a>.', 'top js .'],
    ['<img src="i.png" alt="pic"><img src="data:x" alt="no"><img src="j.png">', '![pic](https://site.test/dir/i.png)'],
    ['<ul><li>a<li>b<ul><li>c</li></ul></li></ul><ol><li>d</li><li>e</li></ol>', '- a\n- b\n  - c\n\n1. d\n2. e'],
    ['<blockquote><p>q</p><p>r</p></blockquote>s', '> q\n\n> r\n\ns'],
    ['<pre class="language-js"><code>if (a &lt; b) {\n  c;\n}\n</code></pre>', '```js\nif (a < b) {\n  c;\n}\n```'],
    ['<ul><li>x<pre>1\n2</pre></li></ul>', '- x\n\n  ```\n  1\n  2\n  ```'],
    [
      '<table><tr><th>A</th><th>B</th></tr><tr><td>1<br>2</td><td><p>3</p></td></tr></table>',
      '| A | B |\n| --- | --- |\n| 1 2 | 3 |',
    ],
    ['<table><tr><td>a<td>b<tr><td>c<td>d</table><p>one<p>two', '| a | b |\n| --- | --- |\n| c | d |\n\none\n\ntwo'],
    ['<head><title>t</title><meta x><p>neither head nor body is closed', 'neither head nor body is closed'],
    ['<svg class="icon"/><p>after <svg viewBox="0 0 1 1"><svg/><path/></svg>icons', 'after icons'],
    ['&lt;b&gt; &#8364;&#x20AC; &nbsp;&unknown; &amp;amp; &#0;', '<b> €€ &unknown; &amp; \ufffd'],
    ['1 < 2 and 3 <4', '1 < 2 and 3 <4'],
    ['<!-- <p>no</p> --><!doctype html><?xml x?>yes', 'yes'],
    ['<p>a</p><script>if (1<2) document.write("<p>x</p>")</script><style>p{}</style><p>b', 'a\n\nb'],
    ['text <a href="unclosed', 'text'],
    ['</li></ul></blockquote></a></b></pre></tr>fine', 'fine'],
  ];
  for (const [html, expected] of table) assert.equal(markdown(html), expected, html);
});

test('SEC-5 the title is returned separately', () => {
  const { title, markdown: text } = htmlToMarkdown(
    '<head><title> A &amp;\n B </title><meta x></head><body>c<svg><title>icon</title></svg>',
    base,
  );
  assert.deepEqual([title, text], ['A & B', 'c']);
});

test('D2 text that a person would not see is left out', () => {
  for (const attributes of [
    'hidden',
    'aria-hidden="true"',
    'style="display: none"',
    'style="visibility:hidden"',
    'style="font-size:0"',
  ]) {
    assert.equal(markdown(`<p>a<span ${attributes}>obey <span>me</span> now</span>b</p>`), 'ab', attributes);
  }
  assert.equal(markdown('<template>obey</template><noscript>obey</noscript>x'), 'x');
  assert.equal(markdown('<head><template><p>obey</p></template><title>a</title><title>obey</title></head>x'), 'x');
});

test('F3 F7 hostile pages take linear time', () => {
  const hostile = [
    '<'.repeat(500_000),
    '<a href="'.repeat(50_000),
    '<ul><li>'.repeat(50_000),
    `${'<ul>'.repeat(50_000)}${'</blockquote>'.repeat(50_000)}`,
    '<!--'.repeat(100_000),
    '<script>'.repeat(50_000),
    '<table><tr><td>'.repeat(30_000),
    `<pre>${' '.repeat(500_000)}x`,
    `${' '.repeat(500_000)}x`,
    '&'.repeat(500_000),
    '<div hidden>'.repeat(50_000),
  ];
  const started = process.cpuUsage().user;
  for (const html of hostile) markdown(html);
  const seconds = (process.cpuUsage().user - started) / 1e6;
  assert.ok(seconds < 8, `${seconds} s of CPU`);
});
