/** Renders the blocks of a call as HTML: coloured diffs, terminals, lists, todos. */

import type { Block, Todo } from '../../protocol/view.ts';
import type { PageWords } from '../../words/en/page.ts';
import type { ColourCode } from './code.ts';
import { diffHtml } from './diff.ts';
import { escapeHtml } from './escape.ts';

const MARKS = { completed: '☑', in_progress: '▶', pending: '☐' } as const;

/** What is needed to draw text: Markdown, code colours and words. */
export interface Pens {
  richText(markdown: string): string;
  colourCode: ColourCode;
  say: PageWords;
}

export function blockHtml(block: Block, { richText, colourCode, say }: Pens): string {
  switch (block.type) {
    case 'text':
      return `<pre>${escapeHtml(block.text)}</pre>`;
    case 'markdown':
      return `<div class="rich">${richText(block.text)}</div>`;
    case 'diff':
      return diffHtml(block.diff, colourCode);
    case 'terminal':
      return terminalHtml(block, say);
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
    case 'todos':
      return todosHtml(block.items);
  }
}

export function todosHtml(todos: readonly Todo[]): string {
  const rows = todos.map(
    ({ content, status }) => `<li class="${status}">${MARKS[status] ?? '☐'} ${escapeHtml(content)}</li>`,
  );
  return `<ul class="todos">${rows.join('')}</ul>`;
}

function terminalHtml({ stdout, stderr, exitCode }: Extract<Block, { type: 'terminal' }>, say: PageWords): string {
  const parts = [
    ...(stdout === '' ? [] : [`<pre class="terminal">${escapeHtml(stdout)}</pre>`]),
    ...(stderr === '' ? [] : [`<pre class="terminal error">${escapeHtml(stderr)}</pre>`]),
  ];
  const output = parts.length > 0 ? parts.join('') : `<p class="quiet">${say.noOutput}</p>`;
  return exitCode === null || exitCode === 0 ? output : `${output}<p class="failed">${say.exit(exitCode)}</p>`;
}
