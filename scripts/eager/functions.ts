/** The functions of a source file that can be marked, each identified by a path of names that is stable while lines change. */

import { parseSync } from 'oxc-parser';

export interface FoundFunction {
  /** The names of the enclosing functions and its own; `#2` for the second without a name. */
  path: string;
  start: number;
  end: number;
  kind: 'declaration' | 'expression' | 'method';
  /** For a declaration: where its scope begins. */
  scope: number;
  isExported: boolean;
  /** For a method: where its parameters begin, and the text that replaces everything before them. */
  head: { end: number; text: string } | undefined;
  inner: FoundFunction[];
}

interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

interface Place {
  parent: SyntaxNode | undefined;
  grandparent: SyntaxNode | undefined;
  into: FoundFunction[];
  path: string;
}

export function functionsOf(file: string, text: string): FoundFunction[] {
  const { program } = parseSync(file, text);
  const top = program as unknown as SyntaxNode;
  const found: FoundFunction[] = [];
  const counts = new Map<string, number>();
  const scope = endOfImports(top);
  visit(top, { parent: undefined, grandparent: undefined, into: found, path: '' });
  return found;

  function visit(node: SyntaxNode, place: Place): void {
    const one = read(node, place);
    const below = one ? { into: one.inner, path: `${one.path}/` } : { into: place.into, path: place.path };
    if (one) place.into.push(one);
    for (const [key, field] of Object.entries(node)) {
      if (key === 'typeAnnotation' || key === 'returnType' || key === 'typeParameters') continue;
      for (const child of Array.isArray(field) ? field : [field])
        if (isNode(child)) visit(child, { ...below, parent: node, grandparent: place.parent });
    }
  }

  function read(node: SyntaxNode, { parent, grandparent, path }: Place): FoundFunction | undefined {
    const { start, end } = node;
    const common = { end, inner: [], isExported: false, head: undefined, scope };
    const named = (name: string): string => {
      const count = (counts.get(path + name) ?? 0) + 1;
      counts.set(path + name, count);
      return path + (name === '' || count > 1 ? `${name}#${count}` : name);
    };
    if (node.type === 'FunctionDeclaration' && node['body']) {
      const isExported = parent?.type === 'ExportNamedDeclaration';
      const block = isExported ? grandparent : parent;
      if (block?.type !== 'Program' && !isBody(block, grandparent)) return undefined;
      const at = block?.type === 'Program' ? scope : (block?.start ?? 0) + 1;
      const from = isExported ? (parent?.start ?? start) : start;
      return { ...common, kind: 'declaration', start: from, isExported, scope: at, path: named(nameOf(node['id'])) };
    }
    if (node.type === 'Property' && node['method'] === true && node['computed'] === false && isNode(node['value'])) {
      const value = node['value'];
      const key = isNode(node['key']) ? text.slice(node['key'].start, node['key'].end) : '';
      const head = `${key}: (${value['async'] ? 'async ' : ''}function${value['generator'] ? '*' : ''} `;
      return { ...common, kind: 'method', start, head: { end: value.start, text: head }, path: named(key) };
    }
    const isFunction = node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression';
    if (!isFunction || parent?.['method'] === true || parent?.type === 'MethodDefinition') return undefined;
    if (parent?.type === 'Property' && parent['kind'] !== 'init') return undefined;
    const name = parent?.type === 'VariableDeclarator' ? nameOf(parent['id']) : nameOf(parent?.['key']);
    return { ...common, kind: 'expression', start, path: named(name) };
  }
}

function endOfImports(program: SyntaxNode): number {
  const imports = (program['body'] as SyntaxNode[]).filter(({ type }) => type === 'ImportDeclaration');
  return imports.at(-1)?.end ?? 0;
}

function isBody(block: SyntaxNode | undefined, owner: SyntaxNode | undefined): boolean {
  return block?.type === 'BlockStatement' && owner !== undefined && owner['body'] === block && 'params' in owner;
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : '';
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
