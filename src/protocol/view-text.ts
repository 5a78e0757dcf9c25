/** Renders views as plain text, for front ends that draw nothing. */

import type { Block, View } from './view.ts';

const MARKS = { completed: '[x]', in_progress: '[>]', pending: '[ ]' } as const;

export function textOfView({ title, body = [] }: View): string {
  return [title, ...body.map(textOfBlock)].filter((text) => text !== '').join('\n');
}

export function textOfBlock(block: Block): string {
  switch (block.type) {
    case 'text':
    case 'markdown':
      return block.text;
    case 'diff':
      return block.diff;
    case 'terminal':
      return [block.stdout, block.stderr].filter((text) => text !== '').join('\n');
    case 'list':
      return block.items.map((item) => `  ${item}`).join('\n');
    case 'todos':
      return block.items.map(({ content, status }) => `  ${MARKS[status]} ${content}`).join('\n');
  }
}

/** Why a call did not succeed, as the person reads it; `error` is how its outcome says it. */
export function errorShown(error: string, view: Pick<View, 'error'>): string {
  return view.error ?? error;
}
