/** The page in a real browser: the content of a session is shown, found and never run. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { escapeHtml } from '../../../src/transcript/html/escape.ts';
import { toPage } from '../../../src/transcript/html/page.ts';
import { createRichText } from '../../../src/transcript/html/rich-text.ts';
import { transcriptOf } from '../../../src/transcript/transcript.ts';
import { en } from '../../../src/words/en.ts';
import { zhCn } from '../../../src/words/zh-cn.ts';
import { isLong } from '../../fixtures/long.ts';
import { findProgram, lacks } from '../../fixtures/programs.ts';
import { richSession } from '../../fixtures/rich-session.ts';

const browser = ['chromium', 'chromium-browser', 'google-chrome'].find((name) => findProgram(name));
const skip = browser ? false : lacks('chromium');
const run = promisify(execFile);

test('SES-3 the page is one file that loads nothing and runs no script but its own', async () => {
  const page = await toPage(transcriptOf('rich', richSession(), en.page), en.page);
  assert.equal(page.match(/<script\b/g)?.length, 1);
  assert.doesNotMatch(page, /<(?:link|iframe|object|embed|base)\b|@import|url\(/i);
  assert.deepEqual(
    [...page.matchAll(/\b(?:src|href)="([^",]{0,34})/g)].map(([, target]) => target),
    ['data:image/png;base64', 'https://example.org/a?b=1&amp;c=2'],
  );
  assert.match(page, /Content-Security-Policy" content="default-src 'none'; .*script-src 'sha256-/);
  assert.equal(page.match(/<details(?! open)/g), null, 'everything is unfolded');
});

test('Markdown that the parser cannot handle is shown as plain text', () => {
  const richText = createRichText(escapeHtml);
  const deep = '> '.repeat(8_000);
  assert.equal(richText(deep), `<pre>${escapeHtml(deep)}</pre>`);
  assert.equal(richText('a <b>c</b>'), '<p>a &lt;b&gt;c&lt;/b&gt;</p>\n');
});

test('control characters and direction marks are shown, not obeyed', () => {
  assert.equal(escapeHtml('a\u0000b\u001b[2J\u202ec\ud800<&"\''), 'a␀b␛[2J\ufffdc\ufffd&lt;&amp;&quot;&#39;');
});

test('SES-3 in a browser nothing of the session runs, and all of it is shown', { skip }, async (t) => {
  const page = await toPage(transcriptOf('rich', richSession(), en.page), en.page);
  const { html } = await render(t, page.replace(/<meta http-equiv="Content-Security-Policy".*/, ''));
  assert.ok(/<title>Fix the sum &lt;\/pre&gt;/.test(html), 'no script of the session has changed the title');
  for (const part of ['class="removed"', 'class="added"', 'hljs-keyword', '<table>', 'thinking', 'Run the tests']) {
    assert.ok(html.includes(part), part);
  }
  for (const bad of [/<[^>]*\bonerror=/, /<script>document/, /href="javascript/]) assert.ok(!bad.test(html), `${bad}`);
});

test('SES-3 the search shows the items that contain the words, and the page’s policy stops any other script', {
  skip,
}, async (t) => {
  const page = await toPage(transcriptOf('rich', richSession(), en.page), en.page);
  const planted = page.replace('<main>', "<script>document.title = 'owned'</script><main>");
  const { html } = await render(t, planted, '#find=SUBTRACTED');
  assert.ok(!html.includes('<title>owned'));
  assert.deepEqual(/<output>.*?<\/output>/.exec(html)?.[0], '<output>1 of 10</output>');
  assert.equal(html.match(/<article class="[^"]* miss"/g)?.length, 9);
});

test('SES-3 nothing is wider than the window at 1200 px and at 400 px', {
  skip: skip || (!isLong && 'a browser once more: CODER_LONG=1'),
}, async (t) => {
  const entries = richSession().map((entry) =>
    entry.type === 'message' && entry.message.role === 'note'
      ? { ...entry, message: { ...entry.message, text: 'x'.repeat(3000) } }
      : entry,
  );
  const page = await toPage(transcriptOf('rich', entries, en.page), en.page);
  const frames = [1200, 400].map(
    (width) => `<iframe style="border:0;width:${width}px;height:900px" srcdoc="${escapeHtml(page)}"></iframe>`,
  );
  const measure = `<script>onload = () => { document.body.dataset.widths = [...document.querySelectorAll('iframe')]
    .map(({ contentDocument: { documentElement: it } }) => it.scrollWidth + ' ' + it.clientWidth).join(', '); }</script>`;
  const { html } = await render(t, `<!doctype html><body>${frames.join('')}${measure}</body>`);
  const widths = (/data-widths="([^"]*)"/.exec(html)?.[1] ?? '').split(', ').map((pair) => pair.split(' ').map(Number));
  for (const [index, width] of [1200, 400].entries()) {
    const [scrollWidth, clientWidth = 0] = widths[index] ?? [];
    assert.ok(clientWidth > width - 40, `${width} px`);
    assert.equal(scrollWidth, clientWidth, `${width} px`);
  }
});

async function render(t: { after(done: () => void): void }, page: string, hash = ''): Promise<{ html: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'coder-page-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  writeFileSync(join(folder, 'page.html'), page);
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    `--user-data-dir=${join(folder, 'profile')}`,
    '--dump-dom',
  ];
  const options = { maxBuffer: 1 << 26, env: { ...process.env, HOME: folder } }; // the browser keeps caches there
  const { stdout } = await run(browser ?? '', [...flags, `file://${folder}/page.html${hash}`], options);
  return { html: stdout };
}

test('CLI-1 a page is in the language of the person who exports it', async () => {
  const page = await toPage(transcriptOf('rich', richSession(), zhCn.page), zhCn.page, 'zh-CN');
  assert.match(page, /<html lang="zh-CN">/);
  assert.match(page, /<dt>会话<\/dt>[\s\S]*全部折叠[\s\S]*<b>您<\/b>[\s\S]*coder 会话。/);
  assert.doesNotMatch(page, /Fold all|<b>you<\/b>|"FOUND"/);
});
