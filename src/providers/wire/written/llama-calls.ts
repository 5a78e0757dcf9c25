/** Parses calls as Llama models write them: objects with `name` and `parameters`, or a Python-like list of calls. */

import { repeatedKey } from '../check-arguments.ts';
import { type FoundCall, type KnownTools, skipSpace, type WrittenCall } from './known-tools.ts';
import { readPythonCalls } from './python-calls.ts';
import { toCall } from './tool-call-blocks.ts';

const MARKS = /^<\|python_(?:tag|start)\|>\s*/;
const END_MARKS = /\s*(?:<\|(?:python_end|eom_id|eot_id)\|>\s*)+$/;

/** Whether the beginning of a line may begin such calls; `unknown` while it is too short to tell. */
export function startsLlamaCalls(line: string, tools: KnownTools): boolean | 'unknown' {
  if (line === '') return 'unknown';
  if (line.startsWith('<|python_')) return true;
  if ('<|python_'.startsWith(line)) return 'unknown';
  const list = /^\[\s*([A-Za-z_][\w.]*)?(\()?/.exec(line);
  if (list) {
    const [whole, name = '', parenthesis] = list;
    if (parenthesis) return tools.has(name);
    if (whole.length < line.length) return /^\[\s*\{/.test(line) ? startsObject(line.replace(/^\[\s*/, '')) : false;
    return [...tools.keys()].some((tool) => tool.startsWith(name)) ? 'unknown' : false;
  }
  return line.startsWith('{') ? startsObject(line) : false;
}

function startsObject(line: string): boolean | 'unknown' {
  if (/^\{\s*"(?:name|type|function)"\s*:/.test(line)) return true;
  return /^\{\s*(?:"\w{0,8}(?:"\s*)?)?$/.test(line) ? 'unknown' : false;
}

/** The calls, if the text consists only of calls of known tools. */
export function readLlamaCalls(text: string, tools: KnownTools): WrittenCall[] | undefined {
  const plain = text.trim().replace(MARKS, '').replace(END_MARKS, '');
  const calls = readPythonCalls(plain) ?? readObjects(plain);
  return calls && calls.length > 0 && calls.every(({ name }) => tools.has(name)) ? calls : undefined;
}

/** Reads one object, several separated by `;`, `,` or blanks, or a list of them. */
function readObjects(text: string): WrittenCall[] | undefined {
  const inner = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  const calls: WrittenCall[] = [];
  for (let at = skipSpace(inner, 0); at < inner.length; at = skipSpace(inner, at)) {
    if (calls.length > 0 && /[;,]/.test(inner.charAt(at))) at = skipSpace(inner, at + 1);
    const found = readObject(inner, at);
    if (!found) return undefined;
    calls.push(found.call);
    at = found.end;
  }
  return calls;
}

function readObject(text: string, at: number): FoundCall | undefined {
  const end = objectEnd(text, at);
  if (end < 0) return undefined;
  try {
    const json = text.slice(at, end);
    const call = toCall(JSON.parse(json));
    return call && { call: repeatedKey(json) === undefined ? call : { ...call, arguments: json }, end };
  } catch {
    return undefined; // not JSON, so plain text
  }
}

/** The offset after the brace that closes the one at `at`. */
function objectEnd(text: string, at: number): number {
  if (text[at] !== '{') return -1;
  let depth = 0;
  let isString = false;
  for (let index = at; index < text.length; index++) {
    const character = text[index];
    if (isString) {
      if (character === '\\') index += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === '{') depth += 1;
    else if (character === '}' && --depth === 0) return index + 1;
  }
  return -1;
}
