/** Checks that the arguments of a call are one JSON object that is safe to store, to parse and to run. */

import { messageOf } from '../../base/errors.ts';
import { isPlainObject } from '../../base/schema.ts';

type CheckedArguments = { json: string; problem?: string };

const MAX_DEPTH = 64;

export function checkArguments(text: string): CheckedArguments {
  const json = text.trim();
  if (json === '') return { json: '{}' };
  const shape = measure(json);
  if (shape.deepest > MAX_DEPTH) return refused(`arguments are nested deeper than ${MAX_DEPTH} levels`);
  if (shape.open) return refused('The arguments of this call end in the middle: send it again.');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return refused(`arguments are not valid JSON: ${messageOf(error).slice(0, 200)}`);
  }
  if (!isPlainObject(value)) return refused('arguments must be one JSON object');
  const twice = repeatedKey(json);
  if (twice !== undefined) return refused(`arguments name ${twice.slice(0, 60)} twice: send the call again with one`);
  const problem = findProblem(value);
  return problem ? refused(problem) : { json };
}

/** True if a parsed value is nested so deeply that it could not be serialised again. */
export function isNestedDeeper(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((entry) => isNestedDeeper(entry, levels - 1));
}

/** A key that occurs twice in one object of a JSON text, as written; a parser would silently take the last. */
export function repeatedKey(json: string): string | undefined {
  const open: Set<string>[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '{' || character === '[') open.push(new Set());
    else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = endOfString(json, at);
      if (end < 0) return undefined;
      if (/^\s*:/.test(json.slice(end + 1, end + 20))) {
        const key = json.slice(at, end + 1);
        const name = JSON.parse(key) as string;
        if (open.at(-1)?.has(name)) return key;
        open.at(-1)?.add(name);
      }
      at = end;
    }
  }
  return undefined;
}

function refused(problem: string): CheckedArguments {
  return { json: '{}', problem };
}

/** Examines brackets and quotes only, because text nested a million levels deep must never be parsed. */
function measure(json: string): { deepest: number; open: boolean } {
  let depth = 0;
  let deepest = 0;
  let at = 0;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === 0x22) {
      at = endOfString(json, at);
      if (at < 0) return { deepest, open: true };
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
    at += 1;
  }
  return { deepest, open: depth > 0 };
}

function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json.charCodeAt(end - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return -1;
}

function findProblem(value: unknown): string | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'arguments contain a NUL character';
    return value.isWellFormed() ? undefined : 'arguments contain half a Unicode character (a lone surrogate)';
  }
  if (Array.isArray(value)) return firstProblem(value);
  if (!isPlainObject(value)) return undefined;
  const keys = Object.keys(value);
  if (keys.includes('__proto__')) return 'arguments contain the key "__proto__"';
  return firstProblem(keys) ?? firstProblem(Object.values(value));
}

function firstProblem(values: readonly unknown[]): string | undefined {
  for (const value of values) {
    const problem = findProblem(value);
    if (problem) return problem;
  }
  return undefined;
}
