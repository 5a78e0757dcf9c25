/** Parses calls in `<tool_call>` blocks: with JSON inside (Hermes), with tags (Qwen3-Coder, Step), with keys and values (GLM). */

import { isPlainObject } from '../../../base/schema.ts';
import { repeatedKey } from '../check-arguments.ts';
import { type FoundCall, type KnownTools, readValue, skipSpace, toArguments, type WrittenCall } from './known-tools.ts';

const OPEN = '<tool_call>';
/** The first tag may be missing: Qwen3-Coder sometimes begins with its function. */
export const OPENINGS: readonly string[] = [OPEN, '<function='];
const CLOSE = '</tool_call>';
/** How many closing tags inside the arguments are tried. */
const MAX_CLOSES = 20;

/** The block that begins at `at`; `undefined` if it is incomplete or not of a known tool. */
export function readBlock(text: string, at: number, tools: KnownTools): FoundCall | undefined {
  if (!text.startsWith(OPEN, at)) {
    const bare = readTags(text, at, tools);
    return bare && { call: bare.call, end: endOfBlock(text, bare.end) ?? bare.end };
  }
  const start = skipSpace(text, at + OPEN.length);
  const inner = readTags(text, start, tools) ?? readPairs(text, start, tools);
  if (!inner) return readJson(text, start, tools);
  const end = endOfBlock(text, inner.end);
  return end === undefined ? undefined : { call: inner.call, end };
}

/** The offset after the closing tag, the last of which models often omit. */
function endOfBlock(text: string, at: number): number | undefined {
  const end = skipSpace(text, at);
  if (text.startsWith(CLOSE, end)) return end + CLOSE.length;
  return end === text.length ? end : undefined;
}

/** Reads `<function=read><parameter=path>a.txt</parameter></function>`. */
function readTags(text: string, start: number, tools: KnownTools): FoundCall | undefined {
  const [opening, name = ''] = tagAt(text, start, 'function') ?? [];
  const tool = tools.get(name);
  if (opening === undefined || !tool) return undefined;
  const values: [name: string, value: unknown][] = [];
  for (let at = skipSpace(text, start + opening.length); ; ) {
    if (text.startsWith('</function>', at))
      return { call: { name, arguments: toArguments(values) }, end: at + '</function>'.length };
    const [tag, parameter = ''] = tagAt(text, at, 'parameter') ?? [];
    if (tag === undefined) return undefined;
    const from = at + tag.length;
    const end = endOf(text, from, '</parameter>', ['<parameter=', '</function>']);
    if (end < 0) return undefined;
    values.push([parameter, readValue(unwrapped(text.slice(from, end)), tool, parameter)]);
    at = skipSpace(text, end + '</parameter>'.length);
  }
}

/** Reads `read<arg_key>path</arg_key><arg_value>a.txt</arg_value>`. */
function readPairs(text: string, start: number, tools: KnownTools): FoundCall | undefined {
  const name = /^[\w.-]{1,64}/.exec(text.slice(start, start + 65))?.[0] ?? '';
  const tool = tools.get(name);
  if (!tool) return undefined;
  const values: [name: string, value: unknown][] = [];
  let at = skipSpace(text, start + name.length);
  while (text.startsWith('<arg_key>', at)) {
    const keyEnd = text.indexOf('</arg_key>', at);
    const valueTag = skipSpace(text, keyEnd + '</arg_key>'.length);
    if (keyEnd < 0 || !text.startsWith('<arg_value>', valueTag)) return undefined;
    const from = valueTag + '<arg_value>'.length;
    const end = endOf(text, from, '</arg_value>', ['<arg_key>', CLOSE]);
    if (end < 0) return undefined;
    const key = text.slice(at + '<arg_key>'.length, keyEnd).trim();
    values.push([key, readValue(text.slice(from, end), tool, key)]);
    at = skipSpace(text, end + '</arg_value>'.length);
  }
  if (at < text.length && !text.startsWith(CLOSE, at)) return undefined;
  return { call: { name, arguments: toArguments(values) }, end: at };
}

/** A closing tag may occur inside an argument, so the first one before which the text is valid JSON counts. */
function readJson(text: string, start: number, tools: KnownTools): FoundCall | undefined {
  let end = text.indexOf(CLOSE, start);
  const first = end;
  for (let tries = 0; end >= 0 && tries < MAX_CLOSES; tries++) {
    const call = callOf(text.slice(start, end));
    if (call) return tools.has(call.name) ? { call, end: end + CLOSE.length } : undefined;
    end = text.indexOf(CLOSE, end + 1);
  }
  // Broken JSON that names a known tool: the model is told what is wrong with it.
  const inner = text.slice(start, first);
  const name = /"name"\s*:\s*"([\w-]{1,64})"/.exec(inner)?.[1];
  if (first < 0 || !name || !tools.has(name)) return undefined;
  return { call: { name, arguments: inner }, end: first + CLOSE.length };
}

function callOf(json: string): WrittenCall | undefined {
  try {
    const call = toCall(JSON.parse(json));
    return call && repeatedKey(json) !== undefined ? { ...call, arguments: json } : call;
  } catch {
    return undefined; // perhaps it continues after the next closing tag
  }
}

export function toCall(value: unknown): WrittenCall | undefined {
  if (!isPlainObject(value) || typeof value['name'] !== 'string') return undefined;
  return { name: value['name'], arguments: value['arguments'] ?? value['parameters'] ?? {} };
}

/** The whole tag, such as `<function=read>`, and the name in it. */
function tagAt(text: string, at: number, tag: string): [whole: string, name: string] | undefined {
  if (!text.startsWith(`<${tag}=`, at)) return undefined;
  const end = text.indexOf('>', at);
  const name = text.slice(at + tag.length + 2, end);
  return end > 0 && /^[\w.-]{1,64}$/.test(name) ? [text.slice(at, end + 1), name] : undefined;
}

/** Where a value ends: at the first closing tag after which the call continues or ends, since a value may contain closing tags. */
function endOf(text: string, from: number, closing: string, next: readonly string[]): number {
  let end = text.indexOf(closing, from);
  for (let tries = 0; end >= 0 && tries < MAX_CLOSES; tries++) {
    const after = skipSpace(text, end + closing.length);
    if (after === text.length || next.some((tag) => text.startsWith(tag, after))) return end;
    end = text.indexOf(closing, end + 1);
  }
  return -1;
}

/** Removes the line breaks that the form puts around a value. */
function unwrapped(value: string): string {
  return value.replace(/^\r?\n/, '').replace(/\r?\n$/, '');
}
