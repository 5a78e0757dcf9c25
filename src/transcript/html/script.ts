/** The page's script, which runs in a browser: search, and folding or unfolding everything. */

import type { PageWords } from '../../words/en/page.ts';

export function pageScript(say: PageWords): string {
  return SCRIPT.replace('"FOUND"', JSON.stringify(say.found('%f', '%a')));
}

const SCRIPT = `
'use strict';
const field = document.querySelector('#search');
const count = document.querySelector('output');
const items = [...document.querySelectorAll('main > article')];
const texts = items.map((item) => item.textContent.toLowerCase());

function search() {
  const wanted = field.value.trim().toLowerCase();
  let found = 0;
  items.forEach((item, index) => {
    const isHit = wanted === '' || texts[index].includes(wanted);
    item.classList.toggle('miss', !isHit);
    if (isHit) found += 1;
  });
  count.textContent = wanted === '' ? '' : "FOUND".replace('%f', found).replace('%a', items.length);
  mark(wanted);
}

function mark(wanted) {
  if (!globalThis.CSS?.highlights) return;
  CSS.highlights.delete('found');
  if (wanted === '') return;
  const ranges = [];
  for (const item of items) {
    if (item.classList.contains('miss')) continue;
    const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && ranges.length < 5000; node = walker.nextNode()) {
      const text = node.data.toLowerCase();
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
        if (at + wanted.length > node.data.length) break;
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        ranges.push(range);
      }
    }
  }
  CSS.highlights.set('found', new Highlight(...ranges));
}

function foldAll(open) {
  for (const details of document.querySelectorAll('main details')) details.open = open;
}

field.addEventListener('input', search);
field.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  field.value = '';
  search();
});
document.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
document.querySelector('#fold').addEventListener('click', () => foldAll(false));
document.querySelector('#unfold').addEventListener('click', () => foldAll(true));
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === field) return;
  event.preventDefault();
  field.focus();
});
if (location.hash.startsWith('#find=')) {
  field.value = decodeURIComponent(location.hash.slice(6));
  search();
}
`;
