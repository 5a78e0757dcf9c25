/** Finds every regular expression in a source file: literals, and those built from texts in the same file. */

import { parseSync } from 'oxc-parser';

export interface FoundRegex {
  source: string;
  flags: string;
  line: number;
}

interface SyntaxNode {
  type: string;
  start: number;
  [key: string]: unknown;
}

export function findRegexes(file: string, text: string): FoundRegex[] {
  const { program } = parseSync(file, text);
  const found: FoundRegex[] = [];
  const texts = new Map<string, SyntaxNode>();
  const lineAt = (at: number): number => text.slice(0, at).split('\n').length;
  visit(program, (node) => {
    if (node.type === 'VariableDeclarator' && isNode(node['id']) && isNode(node['init']))
      texts.set(String(node['id']['name']), node['init']);
  });
  visit(program, (node) => {
    const literal = node['regex'] as { pattern: string; flags: string } | null | undefined;
    if (node.type === 'Literal' && literal)
      found.push({ source: literal.pattern, flags: literal.flags, line: lineAt(node.start) });
    if (node.type !== 'NewExpression' || !isNode(node['callee']) || node['callee']['name'] !== 'RegExp') return;
    const [source, flags] = (node['arguments'] as SyntaxNode[]).map((argument) => textOf(argument, texts, 0));
    if (source !== undefined) found.push({ source, flags: flags ?? '', line: lineAt(node.start) });
  });
  return found;
}

/** The text of an expression; `undefined` if it is known only at run time. */
function textOf(node: unknown, texts: ReadonlyMap<string, SyntaxNode>, depth: number): string | undefined {
  if (!isNode(node) || depth > 9) return undefined;
  const inner = (each: unknown): string | undefined => textOf(each, texts, depth + 1);
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? node['value'] : undefined;
    case 'Identifier':
      return inner(texts.get(String(node['name'])));
    case 'BinaryExpression':
      return node['operator'] === '+' ? joined([inner(node['left']), inner(node['right'])]) : undefined;
    case 'TemplateLiteral':
      return templateText(node, 'cooked', inner);
    case 'TaggedTemplateExpression':
      return isRaw(node['tag']) && isNode(node['quasi']) ? templateText(node['quasi'], 'raw', inner) : undefined;
    default:
      return undefined;
  }
}

function templateText(
  node: SyntaxNode,
  form: 'cooked' | 'raw',
  inner: (each: unknown) => string | undefined,
): string | undefined {
  const quasis = node['quasis'] as { value: { cooked: string; raw: string } }[];
  const expressions = (node['expressions'] as unknown[]).map(inner);
  return joined(
    quasis.flatMap(({ value }, index) => [value[form], index < expressions.length ? expressions[index] : '']),
  );
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join('');
}

function isRaw(node: unknown): boolean {
  return isNode(node) && isNode(node['property']) && node['property']['name'] === 'raw';
}

function visit(value: unknown, see: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, see);
  if (!isNode(value)) return;
  see(value);
  for (const inner of Object.values(value)) visit(inner, see);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
}
