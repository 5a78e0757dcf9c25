/** Parses JSON with comments and trailing commas to a tree that knows each value's position in the text. */

import { isPlainObject } from '../base/schema.ts';
import type { PlainFault } from '../protocol/fault.ts';
import { fault } from '../words/fault.ts';

export type JsoncNode = JsoncObject | JsoncArray | JsoncScalar;

export interface JsoncObject {
  type: 'object';
  start: number;
  end: number;
  members: JsoncMember[];
}

interface JsoncMember {
  key: string;
  /** The offset of the quoted key. */
  start: number;
  value: JsoncNode;
}

interface JsoncArray {
  type: 'array';
  start: number;
  end: number;
  items: JsoncNode[];
}

interface JsoncScalar {
  type: 'scalar';
  start: number;
  end: number;
  value: string | number | boolean | null;
}

export type JsoncResult =
  /** `root` is absent if the text has only white space and comments. */
  { ok: true; root?: JsoncNode } | { ok: false; problem: PlainFault; offset: number };

const MAX_DEPTH = 64;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const WORDS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

export function parseJsonc(text: string): JsoncResult {
  const reader = new Reader(text);
  try {
    reader.skipBlank();
    if (reader.atEnd()) return { ok: true };
    const root = reader.readValue(0);
    reader.skipBlank();
    if (!reader.atEnd()) reader.fail(fault('jsonGoesOn', reader.found()));
    return { ok: true, root };
  } catch (error) {
    if (error instanceof Mistake) return { ok: false, problem: error.problem, offset: error.offset };
    throw error;
  }
}

/** The plain value of a tree. Objects have no prototype, so no key has a special meaning. */
export function plainValue(node: JsoncNode): unknown {
  if (node.type === 'scalar') return node.value;
  if (node.type === 'array') return node.items.map(plainValue);
  const result: Record<string, unknown> = Object.create(null);
  for (const { key, value } of node.members) result[key] = plainValue(value);
  return result;
}

/** The object that a text holds: empty for a blank text, `undefined` for anything else. What is wrong with a file is reported where it is loaded. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  const parsed = parseJsonc(text);
  if (!parsed.ok) return undefined;
  const value = parsed.root ? plainValue(parsed.root) : {};
  return isPlainObject(value) ? value : undefined;
}

/** The offset of the key that a path leads to (of the item, in a list), or of the nearest part that exists. */
export function offsetOf(root: JsoncNode, path: readonly (string | number)[]): number {
  let node = root;
  let offset = root.start;
  for (const part of path) {
    if (node.type === 'object') {
      const member = node.members.find(({ key }) => key === part);
      if (!member) return offset;
      offset = member.start;
      node = member.value;
    } else if (node.type === 'array') {
      const item = typeof part === 'number' ? node.items[part] : undefined;
      if (!item) return offset;
      offset = item.start;
      node = item;
    } else return offset;
  }
  return offset;
}

/** Line and column, both counted from 1. */
export function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lines = before.split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

class Mistake extends Error {
  readonly problem: PlainFault;
  readonly offset: number;

  constructor(problem: PlainFault, offset: number) {
    super(problem.text);
    this.problem = problem;
    this.offset = offset;
  }
}

class Reader {
  readonly #text: string;
  #at: number;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  fail(problem: PlainFault, offset = this.#at): never {
    throw new Mistake(problem, offset);
  }

  atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The next character, quoted; empty at the end of the file. */
  found(): string {
    return this.atEnd() ? '' : JSON.stringify(String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0));
  }

  skipBlank(): void {
    for (;;) {
      const character = this.#text[this.#at];
      if (character === ' ' || character === '\n' || character === '\r' || character === '\t') this.#at += 1;
      else if (this.#text.startsWith('//', this.#at)) this.#skipTo('\n', this.#text.length);
      else if (this.#text.startsWith('/*', this.#at)) this.#skipTo('*/');
      else return;
    }
  }

  #skipTo(mark: string, otherwise?: number): void {
    const found = this.#text.indexOf(mark, this.#at + 2);
    if (found < 0 && otherwise === undefined) this.fail(fault('jsonOpenComment'));
    this.#at = found < 0 ? (otherwise ?? this.#text.length) : found + mark.length;
  }

  readValue(depth: number): JsoncNode {
    if (depth > MAX_DEPTH) this.fail(fault('jsonTooDeep', String(MAX_DEPTH)));
    const start = this.#at;
    const character = this.#text[start];
    if (character === '{') return this.#readObject(start, depth);
    if (character === '[') return this.#readArray(start, depth);
    const value = character === '"' ? this.#readString() : this.#readPlain();
    return { type: 'scalar', start, end: this.#at, value };
  }

  #readObject(start: number, depth: number): JsoncObject {
    const members: JsoncMember[] = [];
    const seen = new Set<string>();
    this.#readList('}', () => {
      const keyStart = this.#at;
      if (this.#text[keyStart] !== '"') this.fail(fault('jsonNoKey', this.found()));
      const key = this.#readString();
      if (seen.has(key)) this.fail(fault('jsonSameKey', JSON.stringify(key)), keyStart);
      seen.add(key);
      this.skipBlank();
      if (this.#text[this.#at] !== ':') this.fail(fault('jsonNoColon', JSON.stringify(key), this.found()));
      this.#at += 1;
      this.skipBlank();
      members.push({ key, start: keyStart, value: this.readValue(depth + 1) });
    });
    return { type: 'object', start, end: this.#at, members };
  }

  #readArray(start: number, depth: number): JsoncArray {
    const items: JsoncNode[] = [];
    this.#readList(']', () => items.push(this.readValue(depth + 1)));
    return { type: 'array', start, end: this.#at, items };
  }

  #readList(close: string, readOne: () => void): void {
    this.#at += 1;
    for (;;) {
      this.skipBlank();
      if (this.#text[this.#at] === close) break;
      readOne();
      this.skipBlank();
      if (this.#text[this.#at] === close) break;
      if (this.#text[this.#at] !== ',') this.fail(fault('jsonNoComma', close, this.found()));
      this.#at += 1;
    }
    this.#at += 1;
  }

  #readString(): string {
    const start = this.#at;
    let end = start + 1;
    for (; this.#text[end] !== '"'; end += 1) {
      const character = this.#text[end];
      if (character === undefined || character === '\n') this.fail(fault('jsonOpenString'), start);
      if (character === '\\') end += 1;
    }
    try {
      const value: unknown = JSON.parse(this.#text.slice(start, end + 1));
      this.#at = end + 1;
      return String(value);
    } catch {
      return this.fail(fault('jsonBadString'), start);
    }
  }

  #readPlain(): number | boolean | null {
    NUMBER.lastIndex = this.#at;
    const digits = NUMBER.exec(this.#text)?.[0];
    if (digits !== undefined) {
      this.#at += digits.length;
      return Number(digits);
    }
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#text)?.[0];
    if (word === undefined) return this.fail(fault('jsonNoValue', this.found()));
    const value = WORDS.get(word);
    if (value === undefined) return this.fail(fault('jsonBareWord', word));
    this.#at += word.length;
    return value;
  }
}
