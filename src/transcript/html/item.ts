/** Renders one item of a transcript as HTML. Everything is unfolded; folding is up to the reader. */

import type { ImagePart } from '../../protocol/message.ts';
import type { PageWords } from '../../words/en/page.ts';
import type { CallItem, Item } from '../transcript.ts';
import { blockHtml, type Pens, todosHtml } from './block.ts';
import { escapeHtml } from './escape.ts';

export function itemHtml(item: Item, pens: Pens): string {
  const { richText, say } = pens;
  switch (item.type) {
    case 'user':
      return article('user', item.by ? 'coder' : say.you, item.at, userHtml(item, say));
    case 'thinking':
      return folded('thinking', say.thinking, item.at, `<div class="rich">${richText(item.text)}</div>`);
    case 'answer': {
      const cut = item.interrupted ? `<p class="failed">${say.interrupted}</p>` : '';
      return article(
        'answer',
        item.model || say.assistant,
        item.at,
        `<div class="rich">${richText(item.text)}</div>${cut}`,
      );
    }
    case 'call':
      return callHtml(item, pens);
    case 'todos':
      return folded('todo-list', say.todos, item.at, todosHtml(item.todos));
    case 'note':
      return article('note', 'coder', item.at, `<pre>${escapeHtml(item.text)}</pre>`);
    case 'event':
      return `<article class="event"><p>${escapeHtml(item.text)}</p></article>`;
  }
}

function userHtml({ text, attached, images }: Extract<Item, { type: 'user' }>, say: PageWords): string {
  const files = attached.map(
    (file) =>
      `<details open><summary><span class="label">${say.attached}</span></summary><pre>${escapeHtml(file)}</pre></details>`,
  );
  return `<pre class="said">${escapeHtml(text)}</pre>${files.join('')}${images.map((image) => imageHtml(image, say)).join('')}`;
}

function callHtml(item: CallItem & { at: number }, pens: Pens): string {
  const { say } = pens;
  const { name, title, status, decidedBy, blocks, images, at } = item;
  const badges = [
    ...(status === 'ok' ? [] : [`<span class="badge ${status}">${say.status[status]}</span>`]),
    ...(decidedBy ? [`<span class="badge">${escapeHtml(decidedBy)}</span>`] : []),
  ];
  const label = `<b>${escapeHtml(name)}</b> <code>${escapeHtml(title)}</code> ${badges.join(' ')}`;
  const body =
    blocks.map((block) => blockHtml(block, pens)).join('') + images.map((image) => imageHtml(image, say)).join('');
  return fold('call', label, at, body);
}

/** A type that is not an image, or data that is not base64, is never put into a URL. */
function imageHtml({ mimeType, data }: ImagePart, say: PageWords): string {
  const isSafe = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/.test(mimeType) && /^[A-Za-z0-9+/=\s]*$/.test(data);
  if (!isSafe) return `<p class="quiet">${escapeHtml(say.image(mimeType))}</p>`;
  return `<img alt="image" src="data:${mimeType};base64,${data.replace(/\s/g, '')}">`;
}

function article(kind: string, label: string, at: number, body: string): string {
  return `<article class="${kind}"><header><b>${escapeHtml(label)}</b>${timeHtml(at)}</header>${body}</article>`;
}

function folded(kind: string, label: string, at: number, body: string): string {
  return fold(kind, `<b>${escapeHtml(label)}</b>`, at, body);
}

function fold(kind: string, label: string, at: number, body: string): string {
  const head = `<span class="label">${label}</span>${timeHtml(at)}`;
  if (body === '') return `<article class="${kind}"><header>${head}</header></article>`;
  return `<article class="${kind}"><details open><summary>${head}</summary>${body}</details></article>`;
}

function timeHtml(at: number): string {
  const iso = new Date(at).toISOString();
  return `<time datetime="${iso}">${iso.slice(11, 19)}</time>`;
}
