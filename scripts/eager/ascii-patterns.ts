/**
 * Rewrites a source so that its regular expressions use escapes. V8 stores a file with a single wide character at two bytes per character,
 * which costs memory and reading time; in strings esbuild writes the escapes itself.
 */

import { parseSync } from 'oxc-parser';

interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export function withAsciiPatterns(file: string, text: string): string {
  if (!WIDE.test(text)) return text;
  const ranges = patternsIn(parseSync(file, text).program as unknown as SyntaxNode);
  let result = '';
  let at = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + text.slice(start, end).replace(EACH_WIDE, escaped);
    at = end;
  }
  return result + text.slice(at);
}

const WIDE = /[^\0-\x7f]/;
const EACH_WIDE = /[^\0-\x7f]/g;

/** Regular expression literals, and `String.raw` texts, which are only ever made into one. */
function patternsIn(node: SyntaxNode): SyntaxNode[] {
  if (node.type === 'Literal' && node['regex']) return [node];
  if (node.type === 'TaggedTemplateExpression' && isRaw(node['tag'])) {
    const { quasis, expressions } = node['quasi'] as { quasis: SyntaxNode[]; expressions: SyntaxNode[] };
    return [...quasis, ...expressions.flatMap(patternsIn)];
  }
  return Object.values(node).flat().filter(isNode).flatMap(patternsIn);
}

function isRaw(tag: unknown): boolean {
  return isNode(tag) && isNode(tag['property']) && tag['property']['name'] === 'raw';
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
