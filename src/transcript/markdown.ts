/** Renders a transcript as Markdown, for reviews, issues and notes. */

import { fenceFor } from '../base/text/fence.ts';
import type { Block } from '../protocol/view.ts';
import { textOfBlock } from '../protocol/view-text.ts';
import type { CallItem, Item, Transcript } from './transcript.ts';

export function toMarkdown(transcript: Transcript): string {
  const { id, title, cwd, startedAt, models, turns, usage, items } = transcript;
  const facts = [
    `- session: ${id}`,
    `- started: ${new Date(startedAt).toISOString()}`,
    `- directory: ${cwd}`,
    ...(models.length > 0 ? [`- model: ${models.join(', ')}`] : []),
    `- turns: ${turns}, tokens: ${usage.input} in, ${usage.output} out`,
  ];
  return `${[`# ${oneLine(title)}`, facts.join('\n'), ...items.map(itemText)].join('\n\n')}\n`;
}

function itemText(item: Item): string {
  switch (item.type) {
    case 'user': {
      const images = item.images.map(({ mimeType }) => `[image: ${mimeType}]`);
      const parts = [item.text, ...item.attached.map((text) => fenced(text, '')), ...images];
      return `## ${item.by ? 'Coder' : 'User'}\n\n${parts.join('\n\n')}`;
    }
    case 'thinking':
      return `### Thinking\n\n${quoted(item.text)}`;
    case 'answer':
      return `## Assistant\n\n${item.text.trim()}${item.interrupted ? '\n\n[interrupted]' : ''}`;
    case 'call':
      return callText(item);
    case 'todos':
      return `### Todos\n\n${textOfBlock({ type: 'todos', items: [...item.todos] }).replace(/^ {2}/gm, '- ')}`;
    case 'note':
      return `### Coder\n\n${fenced(item.text, '')}`;
    case 'event':
      return quoted(item.text);
  }
}

function callText({ name, title, status, decidedBy, blocks }: CallItem): string {
  const how = [...(status === 'ok' ? [] : [status]), ...(decidedBy ? [decidedBy] : [])];
  const head = `### ${name} ${code(oneLine(title))}${how.length > 0 ? ` (${how.join('; ')})` : ''}`;
  return [head, ...blocks.map(blockText)].join('\n\n');
}

function blockText(block: Block): string {
  if (block.type === 'diff') return fenced(block.diff, 'diff');
  if (block.type !== 'terminal') return fenced(textOfBlock(block), '');
  const exit = block.exitCode === null || block.exitCode === 0 ? [] : [`exit ${block.exitCode}`];
  return fenced(
    [textOfBlock(block).trimEnd(), ...exit].filter((text) => text !== '').join('\n') || '(no output)',
    'console',
  );
}

/** Uses a fence longer than any in the text. */
function fenced(text: string, language: string): string {
  const fence = fenceFor(text);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}

function code(text: string): string {
  if (text === '') return '';
  const ticks = '`'.repeat(1 + Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)));
  const pad = /^`|`$/.test(text) ? ' ' : '';
  return ticks + pad + text + pad + ticks;
}

function quoted(text: string): string {
  return text.trim().replace(/^/gm, '> ');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
