/** Blocks of a call as HTML: diffs in colour, terminals, lists, todos. */

import type { Block, Todo } from '../../protocol/view.ts';
import { escapeHtml } from './escape.ts';

const MARKS = { completed: '☑', in_progress: '▶', pending: '☐' } as const;

export function blockHtml(block: Block, richText: (markdown: string) => string): string {
  switch (block.type) {
    case 'text':
      return `<pre>${escapeHtml(block.text)}</pre>`;
    case 'markdown':
      return `<div class="rich">${richText(block.text)}</div>`;
    case 'diff':
      return `<pre class="diff">${block.diff.replace(/\n$/, '').split('\n').map(diffLine).join('')}</pre>`;
    case 'terminal':
      return terminalHtml(block);
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

function diffLine(line: string): string {
  const kind = /^(?:---|\+\+\+|@@|diff |index )/.test(line) ? 'meta' : { '+': 'added', '-': 'removed' }[line[0] ?? ''];
  return `<span${kind ? ` class="${kind}"` : ''}>${escapeHtml(line)}\n</span>`;
}

function terminalHtml({ stdout, stderr, exitCode }: Extract<Block, { type: 'terminal' }>): string {
  const parts = [
    ...(stdout === '' ? [] : [`<pre class="terminal">${escapeHtml(stdout)}</pre>`]),
    ...(stderr === '' ? [] : [`<pre class="terminal error">${escapeHtml(stderr)}</pre>`]),
  ];
  const output = parts.length > 0 ? parts.join('') : '<p class="quiet">(no output)</p>';
  return exitCode === null || exitCode === 0 ? output : `${output}<p class="failed">exit ${exitCode}</p>`;
}
