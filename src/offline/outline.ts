/** The skeleton of a file: what it defines, imports and says about itself, found line by line. */

import { extensionOf } from './markdown.ts';

export interface Outline {
  /** `JavaScript`, `Markdown`, … or the bare extension. */
  sort: string;
  /** The first comment or paragraph, in one line. */
  purpose?: string;
  items: OutlineItem[];
  imports: string[];
}

export interface OutlineItem {
  line: number;
  kind: 'function' | 'class' | 'type' | 'constant' | 'heading' | 'key' | 'test';
  name: string;
  exported: boolean;
  /** Nesting of a heading, from 1. */
  level: number;
}

interface Grammar {
  sort: string;
  items: readonly { kind: OutlineItem['kind']; when: RegExp }[];
  imports?: RegExp;
}

const SCRIPT: Grammar = {
  sort: 'JavaScript',
  items: [
    { kind: 'function', when: /^(?<exported>export )?(?:default )?(?:async )?function\*? (?<name>[\w$]+)/ },
    { kind: 'class', when: /^(?<exported>export )?(?:default )?(?:abstract )?class (?<name>[\w$]+)/ },
    { kind: 'type', when: /^(?<exported>export )?(?:declare )?(?:interface|type|enum) (?<name>[\w$]+)/ },
    {
      kind: 'function',
      when: /^(?<exported>export )?(?:const|let) (?<name>[\w$]+)(?:: [^=]+)? = (?:async )?(?:\([^)]*\)|[\w$]+)(?:: [^=]+)? =>/,
    },
    { kind: 'constant', when: /^(?<exported>export )?const (?<name>[\w$]+)/ },
    { kind: 'test', when: /^\s*(?:test|it|describe)\(\s*['"`](?<name>[^'"`]+)/ },
  ],
  imports:
    /^(?:import|export)\b.*?from ['"](?<name>[^'"]+)|^import ['"](?<bare>[^'"]+)|require\(['"](?<required>[^'"]+)/,
};

const PYTHON: Grammar = {
  sort: 'Python',
  items: [
    { kind: 'function', when: /^(?:async )?def (?<name>\w+)/ },
    { kind: 'class', when: /^class (?<name>\w+)/ },
    { kind: 'function', when: /^ {4}(?:async )?def (?<name>\w+)/ },
  ],
  imports: /^(?:from (?<name>[\w.]+) import|import (?<bare>[\w.]+))/,
};

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  js: SCRIPT,
  mjs: SCRIPT,
  cjs: SCRIPT,
  jsx: SCRIPT,
  ts: { ...SCRIPT, sort: 'TypeScript' },
  tsx: { ...SCRIPT, sort: 'TypeScript' },
  mts: { ...SCRIPT, sort: 'TypeScript' },
  py: PYTHON,
  go: {
    sort: 'Go',
    items: [
      { kind: 'function', when: /^func (?:\([^)]*\) )?(?<name>\w+)/ },
      { kind: 'type', when: /^type (?<name>\w+)/ },
    ],
    imports: /^\s*(?:import )?"(?<name>[\w./-]+)"$/,
  },
  rs: {
    sort: 'Rust',
    items: [
      { kind: 'function', when: /^\s*(?<exported>pub(?:\([^)]*\))? )?(?:async )?fn (?<name>\w+)/ },
      {
        kind: 'type',
        when: /^(?<exported>pub(?:\([^)]*\))? )?(?:struct|enum|trait|type|impl(?:<[^>]*>)?) (?<name>\w+)/,
      },
    ],
    imports: /^use (?<name>[\w:]+)/,
  },
  java: {
    sort: 'Java',
    items: [
      {
        kind: 'class',
        when: /^\s*(?<exported>public )?(?:final |abstract )*(?:class|interface|enum|record) (?<name>\w+)/,
      },
    ],
    imports: /^import (?<name>[\w.]+)/,
  },
  rb: {
    sort: 'Ruby',
    items: [
      { kind: 'class', when: /^\s*(?:class|module) (?<name>\w+)/ },
      { kind: 'function', when: /^\s*def (?<name>[\w.?!]+)/ },
    ],
  },
  sh: { sort: 'Shell', items: [{ kind: 'function', when: /^(?:function )?(?<name>[\w-]+)\s*\(\)/ }] },
  md: { sort: 'Markdown', items: [{ kind: 'heading', when: /^(?<level>#{1,6})\s+(?<name>.+)$/ }] },
  json: { sort: 'JSON', items: [{ kind: 'key', when: /^(?: {2}|\t)"(?<name>[^"]+)":/ }] },
  toml: { sort: 'TOML', items: [{ kind: 'key', when: /^\[+(?<name>[^\]]+)\]/ }] },
  yml: { sort: 'YAML', items: [{ kind: 'key', when: /^(?<name>[\w-]+):/ }] },
  yaml: { sort: 'YAML', items: [{ kind: 'key', when: /^(?<name>[\w-]+):/ }] },
  css: { sort: 'CSS', items: [{ kind: 'key', when: /^(?<name>[.#@\w][^{]*?)\s*\{/ }] },
};

const MAX_ITEMS = 80;

export function outline(path: string, content: string, firstLine = 1): Outline {
  const extension = extensionOf(path);
  const grammar = GRAMMARS[extension];
  const lines = content.split('\n');
  const items: OutlineItem[] = [];
  const imports = new Set<string>();
  let inFence = false;
  for (const [index, line] of lines.entries()) {
    if (extension === 'md' && /^\s*(?:```|~~~)/.test(line)) inFence = !inFence;
    if (inFence || line.length > 2000) continue;
    const from = grammar?.imports?.exec(line)?.groups;
    if (from) imports.add(from.name ?? from.bare ?? from.required ?? '');
    const item = from ? undefined : itemIn(line, grammar);
    if (item && items.length < MAX_ITEMS) items.push({ ...item, line: index + firstLine });
  }
  const purpose = purposeOf(lines, extension);
  return { sort: grammar?.sort ?? (extension || 'text'), items, imports: [...imports], ...(purpose && { purpose }) };
}

function itemIn(line: string, grammar: Grammar | undefined): Omit<OutlineItem, 'line'> | undefined {
  for (const { kind, when } of grammar?.items ?? []) {
    const groups = when.exec(line)?.groups;
    if (groups)
      return {
        kind,
        name: (groups.name ?? '').trim(),
        exported: groups.exported !== undefined,
        level: groups.level?.length ?? 1,
      };
  }
  return undefined;
}

/** The comment at the top, or the first paragraph of a document. */
function purposeOf(lines: readonly string[], extension: string): string | undefined {
  const top = lines.slice(0, 30);
  if (extension === 'md' || extension === 'txt') {
    const first = top.findIndex((line) => /^[\p{L}*_[“"]/u.test(line.trim()) && !/^\[?!?\[/.test(line.trim()));
    if (first < 0) return undefined;
    const rest = top.slice(first);
    const end = rest.findIndex((line) => line.trim() === '');
    return shorten(rest.slice(0, end < 0 ? undefined : end).join(' '));
  }
  const comment = top
    .join('\n')
    .match(
      /^(?:#!.*\n)?(?:['"]use \w+['"];?\n)?\s*(?:\/\*\*?([\s\S]*?)\*\/|"""([\s\S]*?)"""|((?:(?:\/\/|#) ?.*\n?)+))/,
    );
  const text = comment?.[1] ?? comment?.[2] ?? comment?.[3];
  return text === undefined ? undefined : shorten(text.replace(/^\s*(?:\*|\/\/|#+)\s?/gm, ' '));
}

function shorten(text: string): string | undefined {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat === '') return undefined;
  return flat.length > 240 ? `${flat.slice(0, 240)}…` : flat;
}
