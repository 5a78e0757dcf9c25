/** A transcript as one page that needs nothing else: no network, no other file, and no script but its own. */

import type { Transcript } from '../transcript.ts';
import { loadColours } from './code.ts';
import { languagesIn } from './diff.ts';
import { escapeHtml } from './escape.ts';
import { itemHtml } from './item.ts';
import { createRichText } from './rich-text.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

export async function toPage(transcript: Transcript): Promise<string> {
  const { title, items } = transcript;
  const texts = items.flatMap((item) => (item.type === 'answer' || item.type === 'thinking' ? [item.text] : []));
  const blocks = items.flatMap((item) => (item.type === 'call' ? item.blocks : []));
  const labels = blocks.flatMap((block) => (block.type === 'diff' ? languagesIn(block.diff) : []));
  const colourCode = await loadColours(texts, labels);
  const pens = { richText: createRichText(colourCode), colourCode };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="coder">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<div class="top"><h1>${escapeHtml(title)}</h1><dl>${facts(transcript)}</dl></div>
<nav><form role="search"><input id="search" type="search" placeholder="Search (/)" aria-label="Search in this session" autocomplete="off"><output></output><button type="button" id="fold">Fold all</button><button type="button" id="unfold">Unfold all</button></form></nav>
<main>
${items.map((item) => itemHtml(item, pens)).join('\n')}
</main>
<footer>A coder session. Everything is in this file; it loads nothing.</footer>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** Even if something got past the escaping, the browser would not run it. */
function policy(): string {
  const hash = process.getBuiltinModule('node:crypto').hash('sha256', SCRIPT, 'base64');
  return `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

function facts({ id, cwd, startedAt, endedAt, models, turns, usage }: Transcript): string {
  const rows: [string, string][] = [
    ['session', id],
    ['started', new Date(startedAt).toISOString().replace('T', ' ').slice(0, 16)],
    ['lasted', duration(endedAt - startedAt)],
    ['directory', cwd],
    ['model', models.join(', ') || '–'],
    ['turns', String(turns)],
    ['tokens', `${usage.input.toLocaleString('en')} in, ${usage.output.toLocaleString('en')} out`],
  ];
  return rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`).join('');
}

function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return `${Math.max(0, Math.round(ms / 1000))} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
