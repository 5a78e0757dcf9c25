/** Describes a call in the protocol's terms: kind, title, locations, and its view as content. */

import { isAbsolute, join } from 'node:path';
import type { CallFacts, FactsOf } from '../../app/session/call-facts.ts';
import { fenceFor } from '../../base/text/fence.ts';
import { sanitize } from '../../base/text/sanitize.ts';
import type { ToolCall } from '../../protocol/message.ts';
import type { Effect } from '../../protocol/tool.ts';
import type { Block, View } from '../../protocol/view.ts';
import { textOfBlock } from '../../protocol/view-text.ts';
import { diffContents, type ReadText } from './file-diffs.ts';
import { type CallContent, type CallFields, type CallKind, type Location, textContent } from './wire.ts';

const KINDS: Record<Effect, CallKind> = {
  read: 'read',
  edit: 'edit',
  run: 'execute',
  network: 'fetch',
  ask: 'other',
  none: 'think',
};

/** Everything about a call that is known from the call alone. */
export interface KnownCall {
  facts?: CallFacts;
  fields: Pick<CallFields, 'name' | 'kind' | 'locations' | 'rawInput'>;
}

export function knownCall(call: ToolCall, factsOf: FactsOf, cwd: string): KnownCall {
  const rawInput = JSON.parse(call.arguments) as unknown;
  const facts = factsOf(call);
  if (!facts) return { fields: { name: call.name, kind: 'other', rawInput } };
  const { name, effect, paths } = facts;
  const locations = paths.map((path): Location => ({ path: isAbsolute(path) ? path : join(cwd, path) }));
  return { facts, fields: { name, kind: KINDS[effect], ...(locations.length > 0 && { locations }), rawInput } };
}

/** `at`: whether the files are in the state before the call, after it, or neither by now. */
export async function viewContents(
  { body = [] }: View,
  { facts }: KnownCall,
  cwd: string,
  at: 'before' | 'after' | 'gone',
  readText: ReadText,
): Promise<{ content: CallContent[]; locations: Location[] }> {
  const content: CallContent[] = [];
  const locations: Location[] = [];
  for (const block of body) {
    if (block.type === 'diff' && facts?.effect === 'edit') {
      const found = await diffContents(block.diff, cwd, at, readText);
      content.push(...found.content);
      locations.push(...found.locations);
    } else {
      const shown = blockText(block);
      if (shown !== '') content.push(textContent(shown));
    }
  }
  return { content, locations };
}

/** The block as Markdown, with the output of programs in a fence. */
function blockText(block: Block): string {
  switch (block.type) {
    case 'terminal':
      return fenced(terminalText(block));
    case 'diff':
      return fenced(block.diff, 'diff');
    default:
      return sanitize(textOfBlock(block));
  }
}

function terminalText({ stdout, stderr, exitCode }: Extract<Block, { type: 'terminal' }>): string {
  const code = exitCode === null || exitCode === 0 ? '' : `exit code ${exitCode}`;
  return [stdout, stderr, code].filter((part) => part !== '').join('\n');
}

/** Wraps the text in a fence that is longer than any in the text. */
export function fenced(text: string, language = ''): string {
  const clean = sanitize(text).replace(/\n+$/, '');
  if (clean === '') return '';
  const fence = fenceFor(clean);
  return `${fence}${language}\n${clean}\n${fence}`;
}
