/** Renders a transcript as a self-contained page: no network, no other file, and no script but its own. */

import type { Language } from '../../base/language.ts';
import type { PageWords } from '../../words/en/page.ts';
import type { Transcript } from '../transcript.ts';
import { loadColours } from './code.ts';
import { languagesIn } from './diff.ts';
import { escapeHtml } from './escape.ts';
import { itemHtml } from './item.ts';
import { createRichText } from './rich-text.ts';
import { pageScript } from './script.ts';
import { STYLE } from './style.ts';

export async function toPage(transcript: Transcript, say: PageWords, lang: Language = 'en'): Promise<string> {
  const { title, items } = transcript;
  const texts = items.flatMap((item) => (item.type === 'answer' || item.type === 'thinking' ? [item.text] : []));
  const blocks = items.flatMap((item) => (item.type === 'call' ? item.blocks : []));
  const labels = blocks.flatMap((block) => (block.type === 'diff' ? languagesIn(block.diff) : []));
  const colourCode = await loadColours(texts, labels);
  const pens = { richText: createRichText(colourCode), colourCode, say };
  const script = pageScript(say);
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="coder">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<div class="top"><h1>${escapeHtml(title)}</h1><dl>${facts(transcript, say)}</dl></div>
<nav><form role="search"><input id="search" type="search" placeholder="${say.search}" aria-label="${say.searchHere}" autocomplete="off"><output></output><button type="button" id="fold">${say.foldAll}</button><button type="button" id="unfold">${say.unfoldAll}</button></form></nav>
<main>
${items.map((item) => itemHtml(item, pens)).join('\n')}
</main>
<footer>${say.footer}</footer>
<script>${script}</script>
</body>
</html>
`;
}

/** The policy stops the browser from running anything that got past the escaping. */
function policy(script: string): string {
  const hash = process.getBuiltinModule('node:crypto').hash('sha256', script, 'base64');
  return `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

function facts({ id, cwd, startedAt, endedAt, models, turns, usage }: Transcript, say: PageWords): string {
  const rows: [string, string][] = [
    [say.session, id],
    [say.started, new Date(startedAt).toISOString().replace('T', ' ').slice(0, 16)],
    [say.lasted, duration(endedAt - startedAt, say)],
    [say.folder, cwd],
    [say.model, models.join(', ') || '–'],
    [say.turns, String(turns)],
    [say.tokens, say.inAndOut(usage.input.toLocaleString('en'), usage.output.toLocaleString('en'))],
  ];
  return rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`).join('');
}

function duration(ms: number, say: PageWords): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return say.seconds(Math.max(0, Math.round(ms / 1000)));
  return minutes < 60 ? say.minutes(minutes) : say.hours(Math.floor(minutes / 60), minutes % 60);
}
